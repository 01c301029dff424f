import { type ErrorCode, toAppError } from '../../../shared/errors'
import { type Reason, reasonOf, wordsOf } from '../../../shared/sentences/sentence'
import type { FileContent } from '../../workers/index-protocol'
import type { IndexClient } from '../threads/index-client'
import type { OpenedArchive } from './archive'

/** A file that can be added, or one in an archive, with its content as it was looked at. */
export type Candidate = FileContent & {
  /** The path that people know: canonical, and within an archive below the archive's own. */
  readonly source: string
  readonly label: string
  /** Milliseconds since 1970, as the file system says; null for a file in an archive. */
  readonly modifiedMs: number | null
  /** The document that a person said this is a new version of. */
  readonly versionOf?: string | undefined
}

/** What a look at some of the files gave. */
export type Candidates = {
  readonly files: readonly Candidate[]
  /** The archive that they are in, as it is. */
  readonly archive: { readonly path: string; readonly sha256: string } | null
  /** With the code where a whole file or archive could not be looked at. */
  readonly skipped: readonly ({ readonly path: string; readonly code?: ErrorCode } & Reason)[]
}

/** What looking at files needs. */
type CandidateParts = {
  readonly index: Pick<IndexClient, 'inspectSome' | 'hash'>
  /** What is in an archive; null for what is none. */
  readonly open: (path: string, signal: AbortSignal) => Promise<OpenedArchive | null>
}

/** Files that are looked at together: each waits no longer for the others than for a message of its own. */
const LOOKED_AT_TOGETHER = 64

/** Looks at files, some at a time and in their order, and into the archives among them. */
export async function* lookAtCandidates(
  parts: CandidateParts,
  paths: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Candidates> {
  let waiting: string[] = []
  for (const path of paths) {
    signal.throwIfAborted()
    const opened = await lookInto(parts, path, signal)
    if (opened === null) waiting.push(path)
    if (opened === null && waiting.length < LOOKED_AT_TOGETHER) continue
    yield* lookAtFiles(parts, waiting, signal)
    waiting = []
    if (opened !== null) yield opened
  }
  yield* lookAtFiles(parts, waiting, signal)
}

async function* lookAtFiles(
  { index }: CandidateParts,
  paths: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Candidates> {
  for (let from = 0; from < paths.length; ) {
    const looked = await index.inspectSome(paths.slice(from), signal)
    const files: Candidate[] = []
    const skipped: ({ path: string; code: ErrorCode } & Reason)[] = []
    for (const [place, one] of looked.entries()) {
      if ('error' in one) {
        const { code } = one.error
        skipped.push({ path: paths[from + place] ?? '', ...reasonOf(wordsOf(one.error)), code })
      } else {
        const { path, name, ...content } = one
        files.push({ ...content, source: path, label: name })
      }
    }
    from += looked.length
    yield { files, skipped, archive: null }
  }
}

/** What can't be opened is named, and keeps nothing else from being looked at. */
async function lookInto(
  { index, open }: CandidateParts,
  path: string,
  signal: AbortSignal,
): Promise<Candidates | null> {
  try {
    const opened = await open(path, signal)
    if (opened === null) return null
    const { sha256 } = await index.hash(path, signal)
    const files = opened.entries.map((entry) => ({ ...entry, modifiedMs: null }))
    return { files, skipped: opened.skipped, archive: { path, sha256 } }
  } catch (error) {
    signal.throwIfAborted()
    const failure = toAppError(error)
    const skipped = { path, ...reasonOf(wordsOf(failure)), code: failure.code }
    return { files: [], skipped: [skipped], archive: null }
  }
}
