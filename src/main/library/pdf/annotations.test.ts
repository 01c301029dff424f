import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf, type PdfAnnotation } from '../../../../tests/support/make-pdf'
import { renderPdfPage } from '../../../../tests/support/pdf-file'
import { extractPdf } from '../extractors/pdf'
import { openedPdf } from './opened'
import { rectsOnPage } from './rects'
import { renderPage } from './render'

let folder: string
let made = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-annotations-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function pdfFile(annotations: readonly PdfAnnotation[], lines = ['Name:']): Promise<string> {
  const path = join(folder, `${made++}.pdf`)
  await writeFile(path, makePdf({ pages: [{ lines, annotations }] }))
  return path
}

const field = { kind: 'Widget', x: 200, y: 500, text: 'Miller' } as const
const typed = { kind: 'FreeText', x: 200, y: 400, text: 'paid in May' } as const
const link = { kind: 'Link', x: 72, y: 700, text: 'a link' } as const

describe('what is filled in or typed onto a page', () => {
  it('is text of the page, links beside it or not', async () => {
    const { text } = await extractPdf(await pdfFile([link, field, typed]), () => {})
    // PDFium alone decides what of them is one line.
    expect(text.split(/\s/)).toEqual(['Name:', 'Miller', 'paid', 'in', 'May'])
    expect((await extractPdf(await pdfFile([link, link, typed]), () => {})).text).toBe('Name:\npaid in May')
    expect((await extractPdf(await pdfFile([typed], []), () => {})).text).toBe('paid in May')
  })

  it('is read where the file leaves it to its reader to draw it', async () => {
    const path = await pdfFile([
      { ...field, undrawn: true },
      { ...typed, undrawn: true },
    ])
    expect((await extractPdf(path, () => {})).text).toBe('Name:\nMiller\npaid in May')
  })

  it('stays out where the page does not show it', async () => {
    const path = await pdfFile([link, { ...field, flags: 2 }, { ...typed, flags: 32 }])
    expect((await extractPdf(path, () => {})).text).toBe('Name:')
  })

  it('is marked where it stands, each time, and drawn as before', async () => {
    const path = await pdfFile([field, typed])
    const { text } = await extractPdf(path, () => {})
    const start = text.indexOf('Miller')
    const passages = { page: 1, pageText: text, ranges: [{ start, end: start + 'Miller'.length }] }
    const drawn = await renderPdfPage(path, 1)
    for (let time = 0; time < 2; time++) {
      const [[rect, ...others] = []] = await openedPdf(path, (document) => rectsOnPage(document, passages))
      expect(others).toEqual([])
      expect((rect?.x ?? 0) * 612).toBeCloseTo(202, -1)
      expect((1 - (rect?.y ?? 0)) * 792).toBeGreaterThan(505)
      expect((1 - (rect?.y ?? 0)) * 792).toBeLessThan(520)
      const { png } = await openedPdf(path, (document) => renderPage(document, 1))
      expect(Buffer.compare(png, drawn.png)).toBe(0)
    }
  })
})
