import type { FileService } from '../../../main/files/service'
import { assertNever } from '../../../shared/errors'
import { quoted } from '../../../shared/text/quoted'
import type { FileChange, FileInverse, Transition } from '../../../shared/tool/file-change'
import type { Answer, EffectContext } from '../../../shared/tool/runtime'

/** Steps that are named one by one. */
const NAMED_STEPS = 10

/** Carries out what was planned, and undoes it: the same for every file tool, but for what is said of the outcome. */
export function carryOut<Outcome>(files: FileService, inWords: (outcome: Outcome) => string) {
  return {
    requireBase: (plan: FileChange) => files.requireBase(plan),
    async apply(
      plan: FileChange & { readonly outcome: Outcome },
      effect: EffectContext<FileInverse>,
    ): Promise<Answer<Outcome>> {
      await files.apply(plan, effect)
      return { content: inWords(plan.outcome), state: plan.outcome, origin: 'granted_folder' }
    },
    /** Turns its steps round. */
    async revert(
      inverse: FileInverse,
      effect: EffectContext<FileInverse>,
    ): Promise<{ readonly content: string }> {
      const steps = await files.revert(inverse, effect)
      if (steps.length === 0) return { content: 'Nothing was to be brought back: everything is as it was.' }
      const named = steps.slice(0, NAMED_STEPS).map(stepInWords)
      const more = steps.length - named.length
      return { content: `${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.` }
    },
  }
}

function stepInWords(step: Transition): string {
  const path = quoted(step.path)
  switch (step.op) {
    case 'write':
      if (step.after.kind === 'absent') return `Removed ${path}`
      return step.before.kind === 'absent' ? `Wrote ${path} again` : `Restored the text of ${path}`
    case 'make_folder':
      return `Made the folder ${path}`
    case 'remove_folder':
      return `Removed the folder ${path} if it was empty`
    case 'trash':
      return `Moved ${path} to the trash`
    case 'restore':
      return `Brought ${path} back from the trash`
    case 'move':
      return `Moved ${path} to ${quoted(step.to)}`
    case 'copy':
      return `Copied ${quoted(step.from)} to ${path}`
    default:
      return assertNever(step)
  }
}
