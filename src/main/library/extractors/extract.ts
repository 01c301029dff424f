import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { AppError, assertNever } from '../../../shared/errors'
import { formatBytes } from '../../../shared/format-bytes'
import { tooLarge } from '../pdf/open'
import { decodeText } from './decode-text'
import { detectFormat } from './detect'
import { extractHtml } from './html'
import { DETECTION_BYTES, MAX_PDF_BYTES, MAX_TEXT_BYTES } from './limits'
import { extractMarkdown } from './markdown'
import { extractPdf } from './pdf'
import { extractPlainText } from './plain-text'
import type { DocumentMime, ExtractedDocument, OnExtractProgress } from './types'

/**
 * Reads one file of any known format; `name` is what people call it, which may differ from `path`.
 * Throws `not_found`, `unsupported` (empty, protected, not a document), `corrupt`, `too_large`.
 */
export async function extractFile(
  path: string,
  name: string,
  onProgress: OnExtractProgress = () => {},
): Promise<ExtractedDocument> {
  const { size, head } = await readHead(path)
  const mime = detectFormat(head, name)
  refuseLarge(mime, size)
  onProgress({ stage: 'reading', done: 0, total: 1 })
  if (mime === 'application/pdf') return await extractPdf(path, onProgress)
  const bytes = await readWhole(path)
  onProgress({ stage: 'extracting', done: 0, total: 1 })
  const document = extractText(mime, bytes)
  if (document.text.trim() === '') {
    throw new AppError(
      'unsupported',
      'This file holds no text (only white space or markup), so there is nothing to add.',
    )
  }
  onProgress({ stage: 'extracting', done: 1, total: 1 })
  return document
}

function extractText(mime: Exclude<DocumentMime, 'application/pdf'>, bytes: Uint8Array): ExtractedDocument {
  switch (mime) {
    case 'text/html':
      return extractHtml(decodeText(bytes, declaredCharset(bytes)))
    case 'text/markdown':
      return extractMarkdown(decodeText(bytes))
    case 'text/plain':
      return extractPlainText(decodeText(bytes))
    default:
      return assertNever(mime)
  }
}

/** Opening a named pipe would otherwise wait for a writer, for ever. */
const READ_WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Looks at a file before reading it: refuses folders, devices and pipes, which could be endless. */
async function readHead(path: string): Promise<{ size: number; head: Uint8Array }> {
  const file = await openFile(path)
  try {
    const stat = await file.stat()
    if (!stat.isFile()) throw new AppError('unsupported', 'This is not a regular file.')
    const head = new Uint8Array(Math.min(stat.size, DETECTION_BYTES))
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    return { size: stat.size, head: head.subarray(0, bytesRead) }
  } finally {
    await file.close()
  }
}

async function readWhole(path: string): Promise<Uint8Array> {
  const file = await openFile(path)
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}

async function openFile(path: string) {
  try {
    return await open(path, READ_WITHOUT_WAITING)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new AppError('not_found', 'The file is no longer there.')
    if (code === 'EACCES' || code === 'EPERM') {
      throw new AppError('denied', 'Your user account may not read this file.', { cause: error })
    }
    throw error
  }
}

function refuseLarge(mime: DocumentMime, size: number): void {
  if (mime === 'application/pdf') {
    if (size > MAX_PDF_BYTES) throw tooLarge(size)
  } else if (size > MAX_TEXT_BYTES) {
    throw new AppError(
      'too_large',
      `This text has ${formatBytes(size)}; the limit is ${formatBytes(MAX_TEXT_BYTES)}.`,
    )
  }
}

/** The encoding that an HTML document names in its first kilobyte. */
function declaredCharset(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  return /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1] ?? null
}
