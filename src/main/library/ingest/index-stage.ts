import { type DocumentRow, documentByNumber, isRead } from '../../db/documents'
import type { PackedExtract } from '../../workers/extract-protocol'
import type { FileContent } from '../../workers/index-protocol'
import { cleanTitle, titleFromPath } from '../sources/find-files'
import type { Job } from './jobs-at-work'
import type { IngestParts } from './parts'
import { refuseLess } from './reading'
import type { Stages } from './stages'
import type { StoreBeside } from './store-beside'

/**
 * Puts what was read into the index; answers the number that the document has from then on. A reading that replaces a
 * former one and has less of it is refused with `corrupt`.
 */
export type IndexStage = (
  before: DocumentRow,
  original: FileContent,
  packed: PackedExtract,
  job: Job,
) => Promise<number>

/** Makes the last stage. */
export function createIndexStage({
  db,
  index,
  now,
  stages,
  storeBeside,
  retitle,
  removeReplaced,
}: Pick<IngestParts, 'db' | 'index' | 'now'> & {
  readonly stages: Stages
  readonly storeBeside: StoreBeside
  readonly retitle: (number: number) => void
  /** Removes what was replaced, in the background. */
  readonly removeReplaced: () => void
}): IndexStage {
  /** Keeps what was read of a document until the new reading takes its place. */
  async function replace(
    row: DocumentRow,
    read: Parameters<StoreBeside>[1],
    titleOf: (document: DocumentRow) => string,
    { signal }: Job,
    onProgress: (done: number, total: number) => void,
  ): Promise<DocumentRow | undefined> {
    try {
      const how = { from: 'processing', titleOf, updatedAt: now() } as const
      return await storeBeside(row, read, how, signal, onProgress)
    } finally {
      removeReplaced()
    }
  }

  return async (before, { sha256 }, packed, job) => {
    const { number, signal } = job
    stages.show(job, { stage: 'index', done: 0, total: null })
    // Its title, or the name of its file, may have changed while it was read.
    const row = documentByNumber(db, number) ?? before
    if (isRead(row)) refuseLess(row, packed)
    const readTitle = cleanTitle(packed.title ?? '')
    const titleOf = ({ titleChosen, title, source }: DocumentRow) =>
      titleChosen === 1 ? title : readTitle || titleFromPath(source)
    const { extractor, bytes } = packed
    const read = { sha256, title: titleOf(row), readTitle, extractor, at: now(), packed: bytes }
    const onProgress = (done: number, total: number) => stages.show(job, { stage: 'index', done, total })
    const stored = await job.atTheIndex(bytes.byteLength, async () => {
      if (isRead(row)) return await replace(row, read, titleOf, job, onProgress)
      const { completed } = await index.store({ ...read, document: number }, signal, onProgress)
      return completed ? documentByNumber(db, number) : undefined
    })
    if (stored === undefined) job.stop()
    signal.throwIfAborted()
    if (stored?.status === 'complete' && stored.stage === 'index') retitle(stored.number)
    return stored?.number ?? number
  }
}
