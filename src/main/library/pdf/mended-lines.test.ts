import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../../tests/support/make-pdf'
import { pageRects } from '../../../../tests/support/pdf-file'
import { extractPdf } from '../extractors/pdf'

let folder: string
let made = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-mended-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A page of texts at places of one line, drawn in the order given, in a font some letters of which stand for others. */
async function read(texts: readonly (readonly [number, string])[], toUnicode: Record<string, string>) {
  const shown = texts.map(([x, text]) => `1 0 0 1 ${x} 700 Tm (${text}) Tj`)
  const path = join(folder, `${made++}.pdf`)
  const codes = Object.entries(toUnicode).map(([letter, sign]) => [letter.charCodeAt(0), sign])
  const content = `BT /F1 10 Tf\n${shown.join('\n')}\nET`
  await writeFile(path, makePdf({ pages: [{ content }], toUnicode: Object.fromEntries(codes) }))
  return { path, document: await extractPdf(path, () => {}) }
}

describe('letters that a program drew behind the rest of their line, for want of them in its font', () => {
  // Widths of Helvetica: T 6.1, r 3.3, A 6.7, n 5.6, a space 2.8, N 7.2, H 7.2 points.
  const torn = [
    [72, 'Tr'],
    [88.11, 'n N'],
    [110.34, 'n H'],
    [81.44, 'A'],
    [103.67, 'A'],
  ] as const

  it('are read inside of their words, and marked there', async () => {
    const { path, document } = await read(torn, { A: 'ầ' })
    expect(document.text).toBe('Trần Nần H')
    const passage = { page: 1, pageText: document.text, start: 5, end: 8 }
    const rects = await pageRects(path, passage)
    expect(Math.min(...rects.map(({ x }) => x * 612))).toBeCloseTo(97, 0)
    expect(Math.max(...rects.map(({ x, width }) => (x + width) * 612))).toBeLessThan(118)
  })

  it('stay as the file has them where they lie over others', async () => {
    const { document } = await read(
      [
        [72, 'Trans'],
        [110, 'Nun'],
        [74, 'A'],
      ],
      { A: 'ầ' },
    )
    expect(document.text).toContain('Trans')
  })
})

describe('brackets of right-to-left text', () => {
  const letters = { a: 'א', b: 'ב', c: 'ג' }

  it('open before and close behind their words, as the file means them', async () => {
    const { document } = await read([[72, String.raw`2 \)c\( ba`]], letters)
    expect(document.text).toBe('אב (ג) 2')
  })

  it('do so too where the file has them as they look', async () => {
    const { document } = await read([[72, String.raw`2 \(c\) ba`]], letters)
    expect(document.text).toBe('אב (ג) 2')
  })
})

describe('a page in a font whose letters cannot be told', () => {
  it('is named among the pages that only text recognition can read', async () => {
    const codes = { A: '\u0001', B: '\u0003', C: '\u0004' }
    const { document } = await read([[72, 'ABCCBA BACABA CABBA some']], codes)
    expect(document.picturePages).toBe(1)
    expect(document.warnings).toMatchObject([{ said: { code: 'extraction.picture_pages' } }])
  })

  it('is not one with a few ligatures among its words', async () => {
    const words = 'A few words of which Aew have a ligature without letters. '.repeat(4)
    const { document } = await read([[72, words]], { A: '\u000c' })
    expect(document.picturePages).toBe(0)
  })
})
