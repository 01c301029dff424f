import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from 'fast-png'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf, PDF_LAYOUT, type PdfSource } from '../../../../tests/support/make-pdf'
import { pageRects, renderPdfPage } from '../../../../tests/support/pdf-file'
import { extractPdf } from '../extractors/pdf'
import { openPdf, withExistingPage } from './open'
import { pixelSize, renderGrey } from './render'

let folder: string
let made = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-pages-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function pdfFile(source: PdfSource): Promise<string> {
  const path = join(folder, `${made++}.pdf`)
  await writeFile(path, makePdf(source))
  return path
}

/** The rectangles of some words, found in the extracted text as a citation would be. */
async function rectsOf(path: string, words: string, pageNumber = 1) {
  const document = await extractPdf(path, () => {})
  const page = document.pages[pageNumber - 1]
  if (page === undefined) throw new Error('no such page')
  const start = document.text.indexOf(words, page.start) - page.start
  expect(start).toBeGreaterThanOrEqual(0)
  const pageText = document.text.slice(page.start, page.end)
  return await pageRects(path, { page: pageNumber, pageText, start, end: start + words.length })
}

describe('drawing a page', () => {
  it('draws black letters on white in the size asked for', async () => {
    const path = await pdfFile({ pages: [['Hello'], ['Second']] })
    const page = await renderPdfPage(path, 2, { maxWidth: 306 })
    expect(page).toMatchObject({ width: 306, height: 396, pages: 2 })
    const image = decode(page.png)
    expect([image.width, image.height, image.channels]).toEqual([306, 396, 3])
    expect([...image.data.slice(0, 3)]).toEqual([255, 255, 255])
    expect(image.data.some((channel) => channel < 128)).toBe(true)
  })

  it('keeps colours in order', async () => {
    const path = await pdfFile({ pages: [{ content: '1 0 0 rg 0 0 612 792 re f' }] })
    const image = decode((await renderPdfPage(path, 1, { maxWidth: 10 })).png)
    expect([...image.data.slice(0, 3)]).toEqual([255, 0, 0])
  })

  it('draws a page of absurd size within its limit of pixels', async () => {
    const path = await pdfFile({ pages: [{ lines: ['x'], mediaBox: [0, 0, 14_400, 14_400] }] })
    const { width, height } = await renderPdfPage(path, 1, { scale: 4 })
    expect(width * height).toBeLessThanOrEqual(16_100_000)
  })

  it('never has a size of zero', () => {
    expect(pixelSize(10_000, 1, { maxWidth: 100 })).toEqual({ width: 100, height: 1 })
    expect(pixelSize(0, 0, {})).toMatchObject({ width: 2, height: 2 })
  })

  it('is no longer than text recognition takes', async () => {
    const document = await openPdf(
      await pdfFile({ pages: [{ mediaBox: [0, 0, 72, 14_400], lines: ['Strip'] }] }),
    )
    try {
      const { picture, dotsPerInch } = withExistingPage(document, 1, (page) => renderGrey(document, page))
      expect(picture).toMatchObject({ width: 160, height: 32_000 })
      expect(dotsPerInch).toBe(160)
    } finally {
      document.close()
    }
  })

  it('tells the number that a page has in print, where it has another than its position', async () => {
    const pages = ['i', 'ii', '1', '2', 'A-5', 'long', '7'].map((word) => [word])
    const prefix = `(${'x'.repeat(200)})`
    const labels = `[0 << /S /r >> 2 << /S /D >> 4 << /S /D /P (A-) /St 5 >> 5 << /P ${prefix} >> 6 << /S /D /St 7 >>]`
    const path = await pdfFile({ pages, labels })
    const told = []
    for (let page = 1; page <= pages.length; page++) {
      told.push((await renderPdfPage(path, page, { maxWidth: 50 })).label)
    }
    expect(told).toEqual(['i', 'ii', '1', '2', 'A-5', null, null])
    expect(await renderPdfPage(await pdfFile({ pages: [['a']] }), 1)).toMatchObject({ label: null })
  })

  it('says how many pages there are when a page is not there', async () => {
    const path = await pdfFile({ pages: [['a'], ['b']] })
    await expect(renderPdfPage(path, 3)).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no page 3; the document has 2.',
    })
  })
})

describe('rectangles of a passage', () => {
  it('stand where the words stand', async () => {
    const path = await pdfFile({ pages: [['First line', 'Second line with target words', 'Third']] })
    const [rect, ...others] = await rectsOf(path, 'target words')
    expect(others).toEqual([])
    const baseline = 1 - (PDF_LAYOUT.top - PDF_LAYOUT.leading) / PDF_LAYOUT.height
    expect(rect?.y).toBeLessThan(baseline)
    expect((rect?.y ?? 0) + (rect?.height ?? 0)).toBeGreaterThan(baseline - 0.002)
    expect(rect?.height).toBeLessThan(PDF_LAYOUT.leading / PDF_LAYOUT.height)
    expect(rect?.x).toBeGreaterThan(0.25)
    expect((rect?.x ?? 0) + (rect?.width ?? 0)).toBeLessThan(0.4)
  })

  it('are one per line', async () => {
    const path = await pdfFile({ pages: [['alpha beta', 'gamma delta', 'epsilon zeta']] })
    const rects = await rectsOf(path, 'beta\ngamma delta\nepsilon')
    expect(rects).toHaveLength(3)
    expect(rects.map((rect) => rect.y)).toEqual(rects.map((rect) => rect.y).sort())
    expect(rects[1]?.x).toBeCloseTo(PDF_LAYOUT.left / PDF_LAYOUT.width, 2)
  })

  it('cover both halves of a divided word', async () => {
    const path = await pdfFile({ pages: [['We ask for infor-', 'mation here']] })
    const rects = await rectsOf(path, 'information')
    expect(rects).toHaveLength(2)
  })

  it('are the same after a letter beyond the basic plane', async () => {
    const plain = await rectsOf(await pdfFile({ pages: [['A target', 'x']] }), 'target')
    const path = await pdfFile({ pages: [['A target', 'x']], toUnicode: { 65: '😀' } })
    expect((await extractPdf(path, () => {})).text).toContain('😀 target')
    expect(await rectsOf(path, 'target')).toEqual(plain)
  })

  it('follow the rotation and the crop of the page', async () => {
    const lines = ['Top left words']
    const upright = (await rectsOf(await pdfFile({ pages: [{ lines }] }), 'Top'))[0]
    const turned = (await rectsOf(await pdfFile({ pages: [{ lines, rotate: 90 }] }), 'Top'))[0]
    // Turned clockwise, the top of the page is at the right.
    expect(turned?.x).toBeCloseTo(1 - (upright?.y ?? 0) - (upright?.height ?? 0), 3)
    expect(turned?.y).toBeCloseTo(upright?.x ?? 0, 3)
    const moved = { lines, mediaBox: [50, 100, 612, 792] as const }
    const cropped = (await rectsOf(await pdfFile({ pages: [moved] }), 'Top'))[0]
    expect(cropped?.x).toBeCloseTo((72 - 50) / (612 - 50), 2)
  })

  it('are none for a range outside the text', async () => {
    const path = await pdfFile({ pages: [['short']] })
    expect(await pageRects(path, { page: 1, pageText: 'short', start: 500, end: 600 })).toEqual([])
  })
})
