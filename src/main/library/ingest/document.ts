import { AppError, toAppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { StageEntry } from '../../db/document-stages'
import { exchangeVersion } from '../../db/document-versions'
import {
  changeIngesting,
  type DocumentRow,
  documentByNumber,
  documentWithContent,
  findDocument,
  isRead,
} from '../../db/documents'
import { isWatchedDocument } from '../../db/watched-folders'
import type { PackedExtract } from '../../workers/extract-protocol'
import type { FileContent } from '../../workers/index-protocol'
import { notReadAgain, unread } from '../document-failure'
import type { IngestProgress } from '../document-view'
import { wasRecognized } from '../extractors/versions'
import { cleanTitle, titleFromPath } from '../find-files'
import type { IngestParts } from './parts'
import type { Job } from './queue'
import { type Reading, readingFailure, refuseLess } from './reading'
import { createStageWriter } from './stage-writer'
import type { StoreBeside } from './store-beside'

type IngestDocumentParts = Pick<
  IngestParts,
  'db' | 'index' | 'recognition' | 'indexedAs' | 'now' | 'onChange'
> & {
  readonly reading: Reading
  readonly storeBeside: StoreBeside
  readonly retitle: (number: number) => void
  /** Removes what was replaced, in the background. */
  readonly removeReplaced: () => void
  /** Ends the work on another document. */
  readonly abandon: (number: number) => void
}

/** Errors that end when somebody gives a password, or takes the file as it is now; until then the document waits. */
const asksPeople: ReadonlySet<string> = new Set<AppError['code']>(['locked', 'conflict'])

/** Makes the way of one document from `pending` to `complete`: its original is kept, read, and put into the index. */
export function createIngestDocument(parts: IngestDocumentParts): (job: Job) => Promise<void> {
  const { db, index, reading, storeBeside, indexedAs, now, onChange } = parts
  const { retitle, removeReplaced, abandon } = parts
  const enterStage = createStageWriter(db)

  /** Makes sure that the original is kept; answers what it is. */
  async function acquire(row: DocumentRow, job: Job): Promise<FileContent> {
    await enter(job, 'acquire')
    const known = row.sha256 === null ? null : { sha256: row.sha256, size: row.size }
    const file = { path: row.source, size: row.size, known }
    const { sha256, size, copied } = await index.acquire(file, job.signal)
    if (copied && row.sha256 !== null && row.sha256 !== sha256) {
      throw new AppError('conflict', say('document.changed_since'))
    }
    const same = earlierWithContent(row, sha256)
    if (same !== undefined) {
      throw new AppError('already_exists', say('document.same_content', { title: same.title }))
    }
    return { sha256, size }
  }

  /**
   * The document that one is the same as: one that is read, or was added before it. Of two that are both on their way
   * the first stays, whichever is copied first.
   */
  function earlierWithContent(row: DocumentRow, sha256: string): DocumentRow | undefined {
    // What was read before is in the library with its content; a version takes the place of another.
    if (row.extractor !== null || row.versionOf !== null) return undefined
    const same = documentWithContent(db, sha256, row.collectionId, row.number)
    if (same === undefined || (same.status !== 'complete' && same.number > row.number)) return undefined
    // What comes from a watched folder was compared with the others already, by what they are about to become.
    return isWatchedDocument(db, row.id) ? undefined : same
  }

  /** Null where the text in its pictures is to be read, which is another job. */
  async function extract(row: DocumentRow, original: FileContent, job: Job): Promise<PackedExtract | null> {
    const { signal } = job
    await enter(job, 'extract', original)
    const packed = await reading
      .readOrRatherPlain(row, original.sha256, job.recognizing, {
        signal,
        password: job.password,
        size: original.size,
        onProgress: ({ stage, done, total }) => {
          if (stage === 'extracting') show(job, { stage: 'extract', done, total })
        },
      })
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'no_text' && leaveForRecognition(job)) return null
        throw readingFailure(error)
      })
    if (packed === null) return null
    signal.throwIfAborted()
    if (packed.picturePages > 0 && leaveForRecognition(job)) return null
    job.wasRead()
    return packed
  }

  /** Leaves a document to the jobs that read the text in pictures; false where nobody wants that. */
  function leaveForRecognition(job: Job): boolean {
    const { number, signal } = job
    if (job.recognizing || !(parts.recognition().on || wantsRecognition(number))) return false
    signal.throwIfAborted()
    if (!changeIngesting(db, number, { status: 'pending', stage: 'waiting' })) job.stop()
    signal.throwIfAborted()
    job.leaveForRecognition()
    job.progress = undefined
    onChange(number, false)
    return true
  }

  /** Whether the text in a document's pictures was asked for, or is a part of what was read of it before. */
  function wantsRecognition(number: number): boolean {
    const row = documentByNumber(db, number)
    return row !== undefined && (row.recognize === 1 || wasRecognized(row.extractor))
  }

  /** Answers the number that the document has from then on. */
  async function store(
    { sha256 }: FileContent,
    packed: PackedExtract,
    job: Job,
    before: DocumentRow,
  ): Promise<number> {
    const { number, signal } = job
    show(job, { stage: 'index', done: 0, total: null })
    // Its title, or the name of its file, may have changed while it was read.
    const row = documentByNumber(db, number) ?? before
    if (isRead(row)) refuseLess(row, packed)
    const readTitle = cleanTitle(packed.title ?? '')
    const titleOf = ({ titleChosen, title, source }: DocumentRow) =>
      titleChosen === 1 ? title : readTitle || titleFromPath(source)
    const { extractor, bytes } = packed
    const read = { sha256, title: titleOf(row), readTitle, extractor, at: now(), packed: bytes }
    const onProgress = (done: number, total: number) => show(job, { stage: 'index', done, total })
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

  /** Gives a version that is read the place of its document. */
  function takePlace(documentId: string, version: string): void {
    const former = findDocument(db, documentId)
    const row = exchangeVersion(db, documentId, version, now())
    if (row === undefined) return
    if (former !== undefined) abandon(former.number)
    if (row.stage === 'index') retitle(row.number)
  }

  function fail(number: number, error: AppError): void {
    const row = documentByNumber(db, number)
    const earlier = row !== undefined && isRead(row) ? row : undefined
    const stays = earlier !== undefined && !asksPeople.has(error.code)
    const changes = stays
      ? { ...indexedAs.asRead(earlier), ...notReadAgain(earlier, error) }
      : unread(error, earlier)
    if (!changeIngesting(db, number, { ...changes, updatedAt: now() })) return
    if (changes.stage === 'index') retitle(number)
    onChange(number, true)
  }

  async function enter(job: Job, stage: StageEntry['stage'], original?: FileContent): Promise<void> {
    const { number, signal } = job
    signal.throwIfAborted()
    const known = original === undefined ? {} : { original }
    if (!(await enterStage({ number, stage, at: now(), ...known }))) job.stop()
    signal.throwIfAborted()
    show(job, { stage, done: 0, total: null })
  }

  function show(job: Job, progress: IngestProgress): void {
    if (job.signal.aborted) return
    job.progress = progress
    onChange(job.number, false)
  }

  return async (job) => {
    const { number } = job
    try {
      const row = documentByNumber(db, number)
      if (row === undefined) return
      let current = number
      // A version that a crash cut off between reading and taking its place is complete already.
      if (row.status !== 'complete') {
        const original = await acquire(row, job)
        const packed = await extract(row, original, job)
        if (packed === null) return
        current = await store(original, packed, job, row)
        indexedAs.forget(number)
      }
      job.progress = undefined
      if (row.versionOf !== null) takePlace(row.versionOf, row.id)
      onChange(current, true)
    } catch (error) {
      // Whoever stopped it has said in the row what it is now.
      if (job.signal.aborted) return
      job.progress = undefined
      const failure = toAppError(error)
      // Somebody held the database, or all files that may be open, for too long: that is no fault of the document.
      if (failure.code === 'busy') throw failure
      fail(number, failure)
    }
  }
}
