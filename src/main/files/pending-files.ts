import { basename } from 'node:path'
import { AppError } from '../../shared/errors'
import { quoted } from '../../shared/quoted'
import {
  type FileChange,
  type FileContent,
  fileChangeSchema,
  type Transition,
} from '../../shared/tool/file-change'
import { createHeldBytes, type HeldBytes, readState } from './file-state'
import { contentBytes } from './planned-content'
import { isInside } from './protected-places'
import type { TextFile } from './text-file'
import { decodeText, lineEndingOf } from './text-format'

/** Places that a note names one by one. */
const namedPlaces = 5

/** The plans among these that change files; other tools plan other things. */
export function fileChangesIn(plans: readonly unknown[]): FileChange[] {
  return plans.flatMap((plan) => {
    const parsed = fileChangeSchema.safeParse(plan)
    return parsed.success ? [parsed.data] : []
  })
}

/**
 * A text file as it will be once changes that wait for a decision are applied, in their order; null where none of
 * them writes it last.
 */
export async function pendingText(
  path: string,
  changes: readonly FileChange[],
  now: number,
): Promise<TextFile | null> {
  let file: TextFile | null = null
  const held = createHeldBytes()
  for (const change of changes) {
    for (const step of change.transitions) {
      if (step.path !== path) continue
      file = null
      if (step.op !== 'write' || step.after.kind !== 'file') continue
      const { after } = step
      const content = change.contents.find(({ sha256 }) => sha256 === after.sha256)
      if (content === undefined) continue
      const bytes = await contentBytes(content, await baseOf(content, path, held))
      held.hold(content.sha256, bytes)
      const decoded = decodeText(bytes, path)
      file = {
        ...decoded,
        bytes,
        path,
        name: basename(path),
        lineEnding: lineEndingOf(decoded.text),
        // Which file it will be is not known before it is written.
        state: { ...after, node: null },
        modifiedAt: now,
        links: 1,
      }
    }
  }
  return file
}

/** What a difference changes: what a proposal before it writes, or what is there. */
async function baseOf(content: FileContent, path: string, held: HeldBytes): Promise<Uint8Array | undefined> {
  if (content.encoding !== 'patch') return undefined
  if (held.get(content.base) === undefined) await readState(path, held)
  const base = held.get(content.base)
  if (base !== undefined) return base
  throw new AppError(
    'conflict',
    `${quoted(path)} was changed since another change of it was proposed that waits for a decision. That one has to be rejected, or proposed again, first.`,
  )
}

/**
 * What changes that wait for a decision would do at a path, or in the folder that it is: one sentence for the model,
 * which reads what is there now; null where they do nothing there.
 */
export function pendingNote(path: string, changes: readonly FileChange[]): string | null {
  const touched = new Set(
    changes
      .flatMap(({ transitions }) => transitions.flatMap(placesOf))
      .filter((place) => isInside(path, place) || isInside(place, path)),
  )
  if (touched.size === 0) return null
  const named = [...touched].slice(0, namedPlaces).map(quoted).join(', ')
  const more = touched.size > namedPlaces ? ` and ${touched.size - namedPlaces} more` : ''
  return `This is how it is now. What you proposed and nobody has decided yet would change ${named}${more}.`
}

function placesOf(step: Transition): string[] {
  return step.op === 'move' ? [step.path, step.to] : [step.path]
}
