import { z } from 'zod'
import type { RetentionLimits } from '../contract/retention'
import { counted } from '../sentences/english'
import { say } from '../sentences/say'
import type { Sentence } from '../sentences/sentence'
import type { Recovery } from './preview'

/**
 * What undoes a change of records names the stored contents that it brings back, by their hashes: once one of them is gone,
 * the undo has ended. What undoes a change of files has them in its steps.
 */
export const keptContentsSchema = z.object({ kept_contents: z.array(z.string()) })

/** How bytes that are deleted or replaced come back: as usual, or only until room is made, where they are more than is kept. */
export function recoveryOf<Usual extends Recovery>(
  usual: Usual,
  size: number,
  kept: Pick<RetentionLimits, 'bytes'>,
): Usual | 'briefly' {
  return size > kept.bytes ? 'briefly' : usual
}

/** Says that what would be replaced or removed is more than is kept; nothing where it is not. */
export function beyondKeptInWords(size: number, { bytes: kept }: Pick<RetentionLimits, 'bytes'>): Sentence[] {
  return size <= kept ? [] : [say('files.beyond_kept', { size, kept })]
}

/** Tells a model for how long what was deleted comes back. */
export function keptInWords(what: 'it' | 'them', size: number, kept: RetentionLimits): string {
  return recoveryOf('trash', size, kept) === 'trash'
    ? `Undo brings ${what} back for ${counted(kept.days, 'day')}.`
    : `Undo brings ${what} back only until Countersign next makes room: it is more than all that is kept.`
}
