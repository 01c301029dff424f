import { changeDocument, type DocumentRow, documentByNumber } from '../../db/documents'
import { CURRENT_EXTRACTORS, wasRecognized } from '../extractors/versions'
import { cleanTitle } from '../sources/find-files'
import type { Job } from './jobs-at-work'
import type { IngestParts } from './parts'
import { type Reading, refuseLess } from './reading'
import type { StoreBeside } from './store-beside'

type ReadAgainParts = Omit<IngestParts, 'pool' | 'index' | 'recognition'> & {
  readonly reading: Reading
  readonly storeBeside: StoreBeside
  readonly retitle: (number: number) => void
  /** Removes what was replaced, in the background. */
  readonly removeReplaced: () => Promise<void>
  readonly closed: () => boolean
}

/**
 * Makes the way to read a complete document anew beside itself, where nobody sees it; then the new one takes the old
 * one's place. What can't be read any more stays as it was read before.
 */
export function createReadAgain(parts: ReadAgainParts): (job: Job) => Promise<void> {
  const { db, blobs, reading, storeBeside, now, onChange, retitle, removeReplaced, closed, report } = parts

  async function readBeside(row: DocumentRow, sha256: string, signal: AbortSignal): Promise<void> {
    const packed = await reading.read(row, sha256, wasRecognized(row.extractor), { signal })
    signal.throwIfAborted()
    refuseLess(row, packed)
    const { extractor, bytes } = packed
    // What it is called stays, whatever its new text says; taking a later title back gives it that one.
    const readTitle = row.titleChosen === 1 ? cleanTitle(packed.title ?? '') : row.title
    const read = { sha256, title: row.title, readTitle, extractor, at: now(), packed: bytes }
    const how = { from: 'complete', titleOf: ({ title }: DocumentRow) => title } as const
    const next = await storeBeside(row, read, how, signal, () => {})
    if (next === undefined) return
    onChange(next.number, true)
    if (next.stage === 'index') retitle(next.number)
  }

  /** Not tried again at each start: the same version would fail the same way. */
  function leaveAsItWas(row: DocumentRow): void {
    const recognized = wasRecognized(row.extractor)
    const current = CURRENT_EXTRACTORS.find(
      ({ mime, extractor }) => mime === row.mime && wasRecognized(extractor) === recognized,
    )
    changeDocument(db, row.number, { extractor: current?.extractor ?? row.extractor })
  }

  return async ({ number, signal }) => {
    const row = documentByNumber(db, number)
    if (row === undefined || row.sha256 === null || !(await blobs.has(row.sha256))) return
    try {
      await readBeside(row, row.sha256, signal)
    } catch (error) {
      if (signal.aborted || closed()) return
      leaveAsItWas(row)
      report(error)
    }
    if (!closed()) await removeReplaced()
  }
}
