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
  folder = await mkdtemp(join(tmpdir(), 'countersign-layout-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Placed = { readonly x: number; readonly y: number; readonly text: string }

/** A page of words at places, in points from the lower left corner, drawn in the order given. */
function page(words: readonly Placed[]): { content: string } {
  const shown = words.map(({ x, y, text }) => `1 0 0 1 ${x} ${y} Tm (${text}) Tj`)
  return { content: `BT /F1 10 Tf\n${shown.join('\n')}\nET` }
}

async function extract(pages: readonly (readonly Placed[])[]) {
  const path = join(folder, `${made++}.pdf`)
  await writeFile(path, makePdf({ pages: pages.map(page) }))
  const document = await extractPdf(path, () => {})
  const texts = document.pages.map(({ start, end }) => document.text.slice(start, end))
  /** Marks some words; answers the rectangles' left and lower edges in points. */
  const marks = async (number: number, words: string) => {
    const pageText = texts[number - 1] ?? ''
    const start = pageText.indexOf(words)
    expect(start).toBeGreaterThanOrEqual(0)
    const rects = await pageRects(path, { page: number, pageText, start, end: start + words.length })
    return rects.map(({ x, y, height }) => ({
      x: Math.round(x * 612),
      y: Math.round(792 * (1 - y - height)),
    }))
  }
  return { texts, marks }
}

const chapters = ['Tides', 'Tides', 'Tides', 'Winds', 'Winds', 'Winds']

/** Six pages with a number at the outer edge of the header and a footer that is always the same. */
const book = chapters.map((chapter, index): Placed[] => [
  { x: 72, y: 750, text: chapter },
  { x: 520, y: 750, text: String(index + 11) },
  { x: 72, y: 690, text: `Body ${'abcdef'[index]} of the book begins` },
  { x: 72, y: 676, text: 'and goes on below.' },
  { x: 72, y: 662, text: 'It has a third line,' },
  { x: 72, y: 648, text: 'and a fourth one too.' },
  { x: 250, y: 40, text: 'Company confidential' },
])

describe('running lines', () => {
  it('are left out, and the marks behind them stay exact', async () => {
    const { texts, marks } = await extract(book)
    const body = (letter: string) =>
      `Body ${letter} of the book begins\nand goes on below.\nIt has a third line,\nand a fourth one too.`
    expect(texts).toEqual(Array.from('abcdef', body))
    const [mark, ...others] = await marks(3, 'on below')
    expect(others).toEqual([])
    expect(mark?.x).toBeGreaterThan(72)
    expect(mark?.y).toBeGreaterThan(670)
    expect(mark?.y).toBeLessThan(680)
  })

  it('are found where the words and the page number are one text with a wide gap, as TeX sets them', async () => {
    const header = (words: string, number: number) => `1 0 0 1 72 750 Tm [(${words}) -38000 (${number})] TJ`
    const body = (letter: string) => `1 0 0 1 72 690 Tm (Body ${letter}) Tj 1 0 0 1 72 676 Tm (goes on.) Tj`
    const path = join(folder, `${made++}.pdf`)
    const pages = Array.from('abcdef', (letter, index) => ({
      content: `BT /F1 10 Tf\n${header(`Chapter ${chapters[index]}`, index + 11)}\n${body(letter)}\nET`,
    }))
    await writeFile(path, makePdf({ pages }))
    const document = await extractPdf(path, () => {})
    const texts = document.pages.map(({ start, end }) => document.text.slice(start, end))
    expect(texts).toEqual(Array.from('abcdef', (letter) => `Body ${letter}\ngoes on.`))
  })

  it('are found by their page number alone, also in roman numerals and around missing pages', async () => {
    const numbers = ['i', 'ii', 'iii', 'iv', null, 'Page 6 of 9', 'Page 7 of 9', 'Page 8 of 9']
    const { texts } = await extract(
      numbers.map((number, index) => [
        { x: 72, y: 690, text: `Text ${'abcdefgh'[index]}` },
        ...(number === null ? [] : [{ x: 300, y: 40, text: number }]),
      ]),
    )
    expect(texts).toEqual(Array.from('abcdefgh', (letter) => `Text ${letter}`))
  })

  it('stay where they repeat too seldom, stand elsewhere, or count something else than pages', async () => {
    const twice = await extract(book.slice(0, 2))
    expect(twice.texts[0]).toContain('Tides')
    expect(twice.texts[0]).toContain('confidential')
    const moving = await extract(
      [1, 2, 3, 4].map((n) => [
        { x: 72, y: 700 + n * 10, text: 'Same words' },
        { x: 72, y: 400, text: `text ${n}` },
      ]),
    )
    expect(moving.texts[2]).toContain('Same words')
    const amounts = await extract(
      [1997, 2004, 1985, 2011].map((year) => [
        { x: 72, y: 750, text: String(year) },
        { x: 72, y: 400, text: 'in this year' },
      ]),
    )
    expect(amounts.texts[1]).toContain('2004')
    const middle = await extract(
      [1, 2, 3, 4].map((n) => [
        { x: 72, y: 600, text: `before ${'abcd'[n]}` },
        { x: 72, y: 400, text: 'Same words' },
        { x: 72, y: 300, text: `behind ${'abcd'[n]}` },
      ]),
    )
    expect(middle.texts[2]).toContain('Same words')
  })

  it('stay where a page has no other text', async () => {
    const header = { x: 72, y: 750, text: 'Slides of a talk' }
    const { texts } = await extract([
      [header, { x: 72, y: 400, text: 'one' }],
      [header],
      [header, { x: 72, y: 400, text: 'two' }],
      [header, { x: 72, y: 400, text: 'three' }],
    ])
    expect(texts).toEqual(['one', 'Slides of a talk', 'two', 'three'])
  })
})

describe('columns', () => {
  const left = (row: number) => `the left column has its line ${'abcdefgh'[row]} here`
  const right = (row: number) => `the right column has its line ${'abcdefgh'[row]} there`
  const rows = Array.from({ length: 8 }, (_, row) => [
    { x: 72, y: 680 - row * 14, text: left(row) },
    { x: 330, y: 680 - row * 14, text: right(row) },
  ]).flat()
  const title = {
    x: 72,
    y: 720,
    text: 'A title that runs over both of the columns of this page, up to its right margin',
  }
  const ending = {
    x: 72,
    y: 540,
    text: 'A last line that runs over both of the columns of this page, up to its right margin',
  }

  it('that a file draws row by row are read one after the other, between the lines that cross them', async () => {
    const { texts, marks } = await extract([[title, ...rows, ending]])
    const order = [
      title.text,
      ...[0, 1, 2, 3, 4, 5, 6, 7].map(left),
      ...[0, 1, 2, 3, 4, 5, 6, 7].map(right),
      ending.text,
    ]
    expect(texts[0]).toBe(order.join('\n'))
    const over = await marks(1, `${left(7)}\n${right(0)}`)
    expect(over.map(({ x }) => x)).toEqual([72, 330])
    expect((over[1]?.y ?? 0) - (over[0]?.y ?? 0)).toBeGreaterThan(6 * 14)
  })

  it('join the words that their lines divide', async () => {
    const divided = rows.map((word) =>
      word.text === left(2) ? { ...word, text: 'the left column asks for infor-' } : word,
    )
    const joined = divided.map((word) =>
      word.text === left(3) ? { ...word, text: 'mation about the high tides' } : word,
    )
    const { texts, marks } = await extract([joined])
    expect(texts[0]).toContain('asks for information about')
    expect((await marks(1, 'information')).map(({ x }) => x > 320)).toEqual([false, false])
  })

  it('of a table are none: its rows stay whole', async () => {
    const table = Array.from({ length: 8 }, (_, row) => [
      { x: 72, y: 680 - row * 14, text: `Port ${'abcdefgh'[row]}` },
      { x: 330, y: 680 - row * 14, text: `${row} metres` },
    ]).flat()
    const { texts } = await extract([table])
    expect(texts[0]?.split('\n')[2]).toBe('Port c 2 metres')
  })
})

describe('words divided at line ends', () => {
  const line = (y: number, text: string) => ({ x: 72, y, text })

  it('keep a hyphen that the document writes elsewhere, and lose one that it does not', async () => {
    const { texts } = await extract([
      [
        line(700, 'A well-'),
        line(686, 'known port and an impor-'),
        line(672, 'tant one, in the right-'),
        line(658, 'hand part of the data-'),
        line(644, 'base.'),
      ],
      [line(700, 'It is well-known; the right side, by hand; one database.')],
    ])
    expect(texts[0]?.replaceAll('\n', ' ')).toBe(
      'A well-known port and an important one, in the right-hand part of the database.',
    )
  })

  it('keep the hyphen of a compound that has another, if its last parts are words', async () => {
    const { texts } = await extract([
      [
        line(700, 'One may cut-and-'),
        line(686, 'paste, what is non-nega-'),
        line(672, 'tive and self-be-'),
        line(658, 'having.'),
      ],
      [line(700, 'Cut and paste; to be, to have and behaving well.')],
    ])
    expect(texts[0]?.replaceAll('\n', ' ')).toBe(
      'One may cut-and-paste, what is non-negative and self-behaving.',
    )
  })
})
