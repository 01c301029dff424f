import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { BEFORE_ANY_TIME } from '../../db/before-any-time'
import { changeDocument, type DocumentRow, documentByNumber, succeedDocument } from '../../db/documents'
import { insertDocument } from '../../db/insert-document'
import { newId } from '../../identifier'
import { CURRENT_EXTRACTORS, wasRecognized } from '../extractors/versions'
import type { IngestParts } from './parts'
import type { Job } from './queue'
import type { Reading } from './reading'

type ReadAgainParts = Omit<IngestParts, 'pool' | 'recognition'> & {
  readonly reading: Reading
  readonly retitle: (number: number) => void
  readonly closed: () => boolean
}

/**
 * Makes the way to read a complete document anew beside itself, where nobody sees it; then the new one takes the old
 * one's place. What can't be read any more stays as it was read before.
 */
export function createReadAgain(parts: ReadAgainParts): (job: Job) => Promise<void> {
  const { db, blobs, index, reading, now, onChange, retitle, closed, report } = parts

  async function readBeside(row: DocumentRow, sha256: string, signal: AbortSignal): Promise<void> {
    const packed = await reading.read(row, sha256, wasRecognized(row.extractor), { signal })
    signal.throwIfAborted()
    if (wasRecognized(row.extractor) && packed.picturePages > row.picturePages) {
      throw new AppError('corrupt', say('document.recognized_less'))
    }
    const { number: _, ...copied } = row
    const next = insertDocument(db, {
      ...copied,
      id: newId(),
      // What it is called stays, whatever its new text says.
      titleChosen: 1,
      status: 'processing',
      stage: 'extract',
      deletedAt: BEFORE_ANY_TIME,
    })
    const { extractor } = packed
    const stored = { document: next.number, sha256, title: row.title, extractor }
    await index.store({ ...stored, at: now(), packed: packed.bytes }, signal, () => {})
    signal.throwIfAborted()
    if (succeedDocument(db, row.number, next.number)) {
      onChange(next.number, true)
      if (documentByNumber(db, next.number)?.stage === 'index') retitle(next.number)
    }
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
    if (!closed()) await index.purge(BEFORE_ANY_TIME + 1)
  }
}
