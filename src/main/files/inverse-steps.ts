import { dirname } from 'node:path'
import { assertNever } from '../../shared/errors'
import type { Transition } from '../../shared/tool/file-change'
import { temporaryFor } from './atomic-write'

/** A step with what its write needs. */
export interface Step {
  readonly transition: Transition
  readonly temporary: string | null
}

/**
 * A rollback journals nothing of its own, so it writes through the temporary files that its inverse already names:
 * a crash in the middle of it leaves nothing that the next one does not know.
 */
export function withTemporaries(transitions: readonly Transition[], journaled: readonly string[]): Step[] {
  const left = new Set(journaled)
  return transitions.map((transition) => {
    const { op, path } = transition
    if (op !== 'write') return { transition, temporary: null }
    const known = [...left].find((temporary) => dirname(temporary) === dirname(path))
    if (known !== undefined) left.delete(known)
    return { transition, temporary: known ?? temporaryFor(path) }
  })
}

/** The temporary files that steps go through. */
export function leftoversOf(steps: readonly Step[]): string[] {
  return steps.flatMap(({ temporary }) => (temporary === null ? [] : [temporary]))
}

/** The steps that undo these, in the order to take them. */
export function turnedRound(transitions: readonly Transition[]): Transition[] {
  return transitions.map(inverseOf).reverse()
}

function inverseOf(transition: Transition): Transition {
  switch (transition.op) {
    case 'write':
      return { ...transition, before: transition.after, after: transition.before }
    case 'make_folder':
      return { op: 'remove_folder', path: transition.path }
    case 'remove_folder':
      return { op: 'make_folder', path: transition.path }
    case 'trash':
      return { ...transition, op: 'restore' }
    case 'restore':
      return { ...transition, op: 'trash' }
    case 'move':
      return { ...transition, path: transition.to, to: transition.path }
    case 'copy': {
      const { path, trashId, entry } = transition
      return { op: 'trash', path, trashId, entry, copied: true }
    }
    default:
      return assertNever(transition)
  }
}
