import type { DocumentRow } from './documents'
import type { Database } from './open'
import { prepared } from './prepared'
import { unsynced } from './short-transactions'

/** Where the work on a document is from now on, and what its original is once that is known. */
export type StageEntry = {
  readonly number: number
  readonly stage: DocumentRow['stage']
  readonly original?: { readonly sha256: string; readonly size: number }
  readonly at: number
}

/**
 * Says where the work on documents is; answers of each whether it goes on: false when it was cancelled. A loss of power
 * may take that back, and then the work begins again: there is no wait for the disk. What stays as it is is not
 * written, because each index that has it would be.
 */
export function enterStages({ raw }: Database, entries: readonly StageEntry[]): boolean[] {
  const goOn = prepared(
    raw,
    "UPDATE documents SET stage = ?, updated_at = ? WHERE number = ? AND status = 'processing'",
  )
  const begin = prepared(
    raw,
    "UPDATE documents SET status = 'processing', stage = ?, updated_at = ? WHERE number = ? AND status = 'pending'",
  )
  const learn = prepared(
    raw,
    'UPDATE documents SET sha256 = @sha256, size = @size WHERE number = @number AND (sha256 IS NOT @sha256 OR size <> @size)',
  )
  return unsynced(raw, () =>
    entries.map(({ number, stage, original, at }) => {
      const goesOn = [goOn, begin].some((update) => update.run(stage, at, number).changes === 1)
      if (goesOn && original !== undefined) learn.run({ number, ...original })
      return goesOn
    }),
  )
}
