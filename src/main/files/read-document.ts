import { basename } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { withFile } from './handles'
import { modifiedAt } from './node-identity'

/** The text of a document that is not stored as text, such as a PDF. */
export interface ExtractedText {
  readonly mime: string
  readonly text: string
  /** Ranges of `text`; empty for what has no pages. */
  readonly pages: readonly { readonly page: number; readonly start: number; readonly end: number }[]
  /** What could not be read. */
  readonly warnings: readonly { readonly text: string }[]
}

/** Reads a document of any known format; `name` is what it is called, which may differ from the path. */
export type ExtractText = (path: string, name: string, signal: AbortSignal) => Promise<ExtractedText>

/** A document as it was read through one handle. */
export interface DocumentFile extends ExtractedText {
  readonly path: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly modifiedAt: number
}

/** Reads the document at a checked path. Throws `unsupported` where it has no text. */
export async function readDocument(
  path: string,
  extract: ExtractText | undefined,
  signal: AbortSignal,
): Promise<DocumentFile> {
  if (extract === undefined) {
    throw new AppError('unsupported', say('file.not_text', { path }))
  }
  return withFile(path, async ({ handle, stats }) => {
    // On Linux this is the very file that was checked, whatever is at its path by then.
    const checked = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : path
    const document = await extract(checked, basename(path), signal)
    return {
      ...document,
      path,
      name: basename(path),
      size: Number(stats.size),
      modifiedAt: modifiedAt(stats),
    }
  })
}
