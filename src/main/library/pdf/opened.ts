import { stat } from 'node:fs/promises'
import { isAltered } from './annotations'
import { guardPdfium, openPdf, type PdfDocument } from './open'
import { isBroken } from './pdfium'

type OpenedPdf = { readonly key: string; readonly document: PdfDocument }

let opened: OpenedPdf | undefined

/**
 * Runs `use` on a PDF and keeps it open for the next call, because a person who reads a document asks for
 * one page of it after the other. Opening another file, or the same one changed, closes it.
 */
export async function openedPdf<Result>(
  path: string,
  use: (document: PdfDocument) => Result,
): Promise<Result> {
  const { ino, size, mtimeMs } = await stat(path)
  const key = JSON.stringify([path, ino, size, mtimeMs])
  if (opened?.key !== key || isBroken(opened.document.pdfium) || isAltered(opened.document)) {
    opened?.document.close()
    opened = undefined
    opened = { key, document: await openPdf(path) }
  }
  const { document } = opened
  return await guardPdfium(document.pdfium, () => use(document))
}
