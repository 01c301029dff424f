import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from 'fast-png'
import { openPicture, withDrawn } from '../../src/main/pictures/draw'
import { makePdf, PDF_LAYOUT, type PdfPageSource } from './make-pdf'
import { renderPdfPage } from './pdf-file'

/** Dots an inch of the drawn pages: as an office scanner is set. */
const DPI = 150

/** Letters outside ASCII as the font of the made PDFs knows them. */
function inFont(line: string): string {
  return Buffer.from(line, 'latin1').toString('latin1')
}

/** A PNG of a page with these lines. */
export async function pictureOfText(lines: readonly string[]): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'scanned-'))
  try {
    const path = join(folder, 'page.pdf')
    writeFileSync(path, makePdf({ pages: [lines.map(inFont)] }))
    const { png } = await renderPdfPage(path, 1, { scale: DPI / 72 })
    return Buffer.from(png)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same picture as a JPEG. */
export async function asJpeg(picture: Buffer): Promise<Buffer> {
  const bytes = await openPicture(picture, (image, canvas) => {
    const size = { width: image.width(), height: image.height(), onWhite: true }
    return withDrawn(canvas, image, size, (surface) => {
      const snapshot = surface.makeImageSnapshot()
      try {
        return snapshot.encodeToBytes(canvas.ImageFormat.JPEG, 90)
      } finally {
        snapshot.delete()
      }
    })
  })
  if (bytes === null) throw new Error('The picture could not be encoded.')
  return Buffer.from(bytes)
}

/** A page of a PDF that is a picture of these lines, as a scanner makes it. */
export async function scannedPage(lines: readonly string[]): Promise<PdfPageSource> {
  const { width, height, data } = decode(await pictureOfText(lines))
  const grey = Buffer.alloc(width * height)
  for (let at = 0; at < grey.length; at++) grey[at] = Number(data[at * 3])
  const picture = `BI /W ${width} /H ${height} /CS /G /BPC 8 ID ${grey.toString('latin1')} EI`
  return { content: `q ${PDF_LAYOUT.width} 0 0 ${PDF_LAYOUT.height} 0 0 cm\n${picture}\nQ` }
}

/** A PDF of scanned pages. */
export async function makeScan(pages: readonly (readonly string[])[]): Promise<Buffer> {
  return makePdf({ pages: await Promise.all(pages.map(scannedPage)) })
}
