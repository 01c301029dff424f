import { basename } from 'node:path'
import type { Candidate } from '../../../main/library/sources/candidates'
import type { HandedFiles } from '../../../main/library/tool-service'
import { AppError, type ErrorCode, toAppError } from '../../../shared/errors'
import { type Reason, reasonOf, wordsOf } from '../../../shared/sentences/sentence'
import type { FilesPlan } from '../module'
import type { LibraryToolServices } from '../runtime'

/** What is to be added under one name, as it was looked at. */
export type FilesInPlace = Pick<FilesPlan, 'path' | 'granted' | 'name'> & {
  /** `file` has exactly one; `files` were handed over and have no name together. */
  readonly kind: 'file' | 'files' | 'folder' | 'archive'
  readonly files: readonly Candidate[]
  readonly archives: FilesPlan['archives']
  readonly skipped: readonly ({ readonly path: string; readonly code?: ErrorCode } & Reason)[]
}

/**
 * Looks at what a path leads to, or at what a person handed over by the gesture that this call is; throws where it is a
 * file that can't be added.
 */
export async function lookAtFiles(
  services: Pick<LibraryToolServices, 'library' | 'files'>,
  { source, handed }: { readonly source: string; readonly handed: HandedFiles | null },
  signal: AbortSignal,
): Promise<FilesInPlace> {
  const { library, files } = services
  if (handed === null) return await lookAtGranted(services, await files.resolveReadable(source), signal)
  const known = handed.files ?? [await inspected(library, source, signal)]
  const kind = known.length === 1 ? 'file' : handed.kind
  const name = kind === 'files' ? '' : basename(source)
  return { path: source, granted: false, name, kind, files: known, archives: [], skipped: [] }
}

async function inspected(
  library: LibraryToolServices['library'],
  source: string,
  signal: AbortSignal,
): Promise<Candidate> {
  const { path, name, ...content } = await library.inspect(source, signal)
  return { ...content, source: path, label: name }
}

async function lookAtGranted(
  { library, files }: Pick<LibraryToolServices, 'library' | 'files'>,
  path: string,
  signal: AbortSignal,
): Promise<FilesInPlace> {
  const { folder } = await library.stat(path)
  const skipped: ({ path: string; code?: ErrorCode } & Reason)[] = []
  const paths = folder ? await readableBelow() : [path]
  const found: Candidate[] = []
  const archives: FilesPlan['archives'] = []
  for await (const part of library.candidates(paths, false, signal)) {
    found.push(...part.files)
    skipped.push(...part.skipped)
    if (part.archive !== null) {
      const { size, modifiedMs } = await library.stat(part.archive.path)
      archives.push({ ...part.archive, size, modified_ms: modifiedMs })
    }
  }
  const [first] = skipped
  if (!folder && archives.length === 0 && first?.code !== undefined) {
    throw new AppError(first.code, wordsOf({ message: first.reason, said: first.said }), { field: 'source' })
  }
  const kind = folder ? 'folder' : archives.length > 0 ? 'archive' : 'file'
  return { path, granted: true, name: basename(path), kind, files: found, archives, skipped }

  /** What lies in a folder that may be read may itself be what nobody may read. */
  async function readableBelow(): Promise<string[]> {
    const below = await library.findFiles([path], signal)
    skipped.push(...below.skipped)
    const readable: string[] = []
    for (const each of below.files) {
      signal.throwIfAborted()
      try {
        readable.push(await files.resolveReadable(each))
      } catch (error) {
        skipped.push({ path: each, ...reasonOf(wordsOf(toAppError(error))) })
      }
    }
    return readable
  }
}
