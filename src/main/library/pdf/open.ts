import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { readWithoutWaiting } from '../../disk/opening-flags'
import { MAX_PDF_BYTES, MAX_PDF_PAGES } from '../extractors/limits'
import { discardPdfium, isBroken, loadPdfium, type Pdfium, trimPdfium, withBytes } from './pdfium'

/** An open PDF; `close` frees it and must be called once. */
export type PdfDocument = {
  readonly pdfium: Pdfium
  readonly handle: number
  readonly pages: number
  /** Bytes of the file, which are in PDFium's heap while it is open. */
  readonly size: number
  close(): void
}

/** A page that is open for the time of one callback. */
export type PdfPage = { readonly handle: number; readonly width: number; readonly height: number }

// fpdfview.h, FPDF_ERR_*.
const ERROR_PASSWORD = 4
const ERROR_SECURITY = 5

// A WebAssembly trap or Emscripten's abort; a stack or a buffer that ran out.
const PDFIUM_FAILURES = new Set(['RuntimeError', 'RangeError'])

const DAMAGED = say('pdf.damaged')

function loadFailure(code: number, password: string | null): AppError {
  if (code === ERROR_PASSWORD) {
    return new AppError('locked', say(password === null ? 'pdf.locked' : 'pdf.wrong_password'))
  }
  if (code === ERROR_SECURITY) {
    return new AppError('unsupported', say('pdf.protected'))
  }
  return new AppError('corrupt', DAMAGED)
}

/** Reads straight into PDFium's heap, so that a large file is in memory once. */
async function readInto(file: FileHandle, pdfium: Pdfium, pointer: number, size: number): Promise<void> {
  let filled = 0
  while (filled < size) {
    const step = Math.min(size - filled, 8 * 1024 * 1024)
    const start = pointer + filled
    const { bytesRead } = await file.read(pdfium.heap().subarray(start, start + step), 0, step, filled)
    if (bytesRead === 0) throw new AppError('conflict', say('pdf.changed'))
    filled += bytesRead
  }
}

/**
 * Opens a PDF file; throws `locked` where it needs a password, or another one, `unsupported` where it is protected
 * otherwise, `corrupt` for a damaged one, `too_large`.
 */
export async function openPdf(path: string, password: string | null = null): Promise<PdfDocument> {
  const file = await open(path, readWithoutWaiting)
  try {
    const { size } = await file.stat()
    if (size > MAX_PDF_BYTES) throw tooLarge(size)
    const pdfium = await loadPdfium()
    return await guardPdfium(pdfium, async () => {
      const data = pdfium.api.malloc(size)
      if (data === 0) throw new AppError('too_large', say('pdf.no_memory'))
      try {
        await readInto(file, pdfium, data, size)
        return openLoaded(pdfium, data, size, password)
      } catch (error) {
        pdfium.api.free(data)
        throw error
      }
    })
  } finally {
    await file.close()
  }
}

/** Says that a PDF of `size` bytes is over the limit. */
export function tooLarge(size: number): AppError {
  return new AppError('too_large', say('pdf.too_large', { size, limit: MAX_PDF_BYTES }))
}

function openLoaded(pdfium: Pdfium, data: number, size: number, password: string | null): PdfDocument {
  const { api } = pdfium
  const handle =
    password === null
      ? api.FPDF_LoadMemDocument(data, size, 0)
      : withBytes(pdfium, Buffer.from(`${password}\0`), (pointer) =>
          api.FPDF_LoadMemDocument(data, size, pointer),
        )
  if (handle === 0) throw loadFailure(api.FPDF_GetLastError(), password)
  const pages = api.FPDF_GetPageCount(handle)
  if (pages < 1 || pages > MAX_PDF_PAGES) {
    api.FPDF_CloseDocument(handle)
    if (pages < 1) throw new AppError('corrupt', DAMAGED)
    throw new AppError('too_large', say('pdf.too_many_pages', { pages, limit: MAX_PDF_PAGES }))
  }
  return {
    pdfium,
    handle,
    pages,
    size,
    close() {
      if (isBroken(pdfium)) return
      api.FPDF_CloseDocument(handle)
      api.free(data)
      trimPdfium(pdfium)
    },
  }
}

/**
 * Runs work inside PDFium; a trap in WebAssembly (out of memory, stack overflow, an assertion) becomes
 * `corrupt` and costs the whole instance, because its heap may be in any state.
 */
export async function guardPdfium<Result>(
  pdfium: Pdfium,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof Error && PDFIUM_FAILURES.has(error.name)) {
      discardPdfium(pdfium)
      throw new AppError('corrupt', DAMAGED, { cause: error })
    }
    throw error
  }
}

/** Runs `use` with page `page` (from 1) open; null if the page itself can't be loaded. */
export function withPage<Result>(
  document: PdfDocument,
  page: number,
  use: (page: PdfPage) => Result,
): Result | null {
  const { api } = document.pdfium
  const handle = api.FPDF_LoadPage(document.handle, page - 1)
  if (handle === 0) return null
  try {
    return use({ handle, width: api.FPDF_GetPageWidthF(handle), height: api.FPDF_GetPageHeightF(handle) })
  } finally {
    api.FPDF_ClosePage(handle)
  }
}

/**
 * As {@link withPage}, for a page that a person asked for: a missing or unreadable one is an error. It throws
 * `not_found` and `corrupt`.
 */
export function withExistingPage<Result>(
  document: PdfDocument,
  page: number,
  use: (page: PdfPage) => Result,
): Result {
  if (!Number.isInteger(page) || page < 1 || page > document.pages) {
    throw new AppError('not_found', say('pdf.no_page', { page, pages: document.pages }))
  }
  const result = withPage(document, page, (open) => ({ value: use(open) }))
  if (result === null) throw new AppError('corrupt', say('pdf.page_damaged', { page }))
  return result.value
}
