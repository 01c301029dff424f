import { AppError } from '../../../shared/errors'
import { COMPARED_BYTES } from '../../../text-change/text-diff'
import type { BlobStore } from '../../changes/blobs'
import type { DocumentRow } from '../../db/documents'
import { readTextFile } from '../../files/text-file'
import { decodeText } from '../../files/text-format'
import type { DocumentMime } from '../extractors/types'
import type { Candidate } from '../sources/candidates'

/** What a document says now and what it is to say, as their files hold it. */
export interface RenewedTexts {
  readonly before: string
  readonly after: string
}

/** Formats whose files people read as they are. */
const plain: ReadonlySet<string> = new Set<DocumentMime>([
  'application/json',
  'application/x-ndjson',
  'text/csv',
  'text/markdown',
  'text/plain',
  'text/tab-separated-values',
  'text/x-source',
])

/** Both texts, where they are plain and short enough to be compared; null otherwise, and for a file in an archive. */
export async function renewedTexts(
  blobs: Pick<BlobStore, 'read'>,
  { mime, size, sha256 }: Pick<DocumentRow, 'mime' | 'size' | 'sha256'>,
  file: Candidate,
): Promise<RenewedTexts | null> {
  if (mime === null || !plain.has(mime) || sha256 === null || file.modifiedMs === null) return null
  if (Math.max(size, file.size) > COMPARED_BYTES) return null
  try {
    const after = await readTextFile(file.source, COMPARED_BYTES)
    // What was written meanwhile is not what was looked at; approving it would be refused.
    if (after.state.sha256 !== file.sha256) return null
    return { before: decodeText(await blobs.read(sha256), file.source).text, after: after.text }
  } catch (error) {
    // Not text, gone or damaged: its sizes are told, and it can still be decided on.
    if (error instanceof AppError && incomparable.has(error.code)) return null
    throw error
  }
}

const incomparable: ReadonlySet<string> = new Set(['unsupported', 'not_found', 'too_large', 'corrupt'])
