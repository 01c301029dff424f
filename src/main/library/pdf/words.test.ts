import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf, PDF_LAYOUT, type PdfSource } from '../../../../tests/support/make-pdf'
import { pageRects, pageWords } from '../../../../tests/support/pdf-file'
import { extractPdf } from '../extractors/pdf'

let folder: string
let made = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-words-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The words of the first page, each with what it says. */
async function wordsOf(source: PdfSource) {
  const path = join(folder, `${made++}.pdf`)
  await writeFile(path, makePdf(source))
  const { text, pages } = await extractPdf(path, () => {})
  const pageText = text.slice(0, pages[0]?.end)
  const words = await pageWords(path, { page: 1, pageText })
  return {
    path,
    pageText,
    words: words.map((word) => ({ ...word, says: pageText.slice(word.start, word.end) })),
  }
}

describe('the words of a page', () => {
  it('stand where their marks do, in the order of the text', async () => {
    const { path, pageText, words } = await wordsOf({ pages: [['Low water', 'at noon today']] })
    expect(words.map(({ says }) => says)).toEqual(['Low', 'water', 'at', 'noon', 'today'])
    for (const { start, end, left, top, width, height, turn } of words) {
      const [mark] = await pageRects(path, { page: 1, pageText, start, end })
      expect(left).toBeCloseTo(mark?.x ?? 0, 2)
      expect(width).toBeCloseTo(mark?.width ?? 0, 2)
      expect(top).toBeLessThanOrEqual((mark?.y ?? 0) + 0.002)
      expect(top + height).toBeGreaterThanOrEqual((mark?.y ?? 0) + (mark?.height ?? 0) - 0.002)
      expect(height).toBeLessThan((1.5 * PDF_LAYOUT.leading) / PDF_LAYOUT.height)
      expect(turn).toBe(0)
    }
  })

  it('are turned as their page is shown, and where they run up, down or upside down', async () => {
    const turned = await wordsOf({ pages: [{ lines: ['Top words'], rotate: 90 }] })
    expect(turned.words.map(({ turn }) => turn)).toEqual([90, 90])
    const upwards = 'BT /F1 12 Tf 0 1 -1 0 200 300 Tm (Going up) Tj ET'
    const { words } = await wordsOf({ pages: [{ content: upwards }] })
    expect(words.map(({ says, turn }) => [says, turn])).toEqual([
      ['Going', 270],
      ['up', 270],
    ])
    for (const [matrix, turn] of [
      ['0 -1 1 0', 90],
      ['-1 0 0 -1', 180],
    ] as const) {
      const other = await wordsOf({ pages: [{ content: `BT /F1 12 Tf ${matrix} 300 400 Tm (Going) Tj ET` }] })
      expect(other.words.map((word) => word.turn)).toEqual([turn])
    }
    const [going, up] = words
    expect(going?.height).toBeGreaterThan((going?.width ?? 0) * 1.5)
    expect(up?.top).toBeLessThan(going?.top ?? 0)
  })

  it('are not turned where they are read from right to left', async () => {
    const toUnicode = { 65: '\u05d0', 66: '\u05d1', 67: '\u05d2', 68: '\u05d3' }
    const content = 'BT /F1 12 Tf 100 700 Td (DCBA BAB) Tj ET'
    const { words } = await wordsOf({ toUnicode, pages: [{ content }] })
    expect(words.map(({ says }) => says)).toEqual(['\u05d1\u05d0\u05d1', '\u05d0\u05d1\u05d2\u05d3'])
    expect(words.map(({ turn }) => turn)).toEqual([0, 0])
    const [first, second] = words
    expect(first?.left).toBeGreaterThan(second?.left ?? 1)
  })

  it('are two pieces where a word is divided at the end of a line', async () => {
    const { words } = await wordsOf({ pages: [['We ask for infor-', 'mation here']] })
    expect(words.map(({ says }) => says)).toEqual(['We', 'ask', 'for', 'infor', 'mation', 'here'])
    const [, , , first, second] = words
    expect(second?.top).toBeGreaterThan(first?.top ?? 1)
  })

  it('are none where the page gives another text now', async () => {
    const { path } = await wordsOf({ pages: [['Low water']] })
    expect(await pageWords(path, { page: 1, pageText: 'High water' })).toEqual([])
  })
})
