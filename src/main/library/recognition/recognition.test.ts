import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode, encode } from 'fast-png'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { copyRecognitionFiles } from '../../../../scripts/recognition-files'
import { makePdf, PDF_LAYOUT } from '../../../../tests/support/make-pdf'
import { declaring, makeNoise, makePng } from '../../../../tests/support/make-picture'
import { asJpeg, makeScan, pictureOfText, scannedPage } from '../../../../tests/support/scanned'
import { extractFile } from '../extractors/extract'
import type { ExtractProgress, Recognition } from '../extractors/types'
import { rectsOfWords } from './word-boxes'

// Seconds a page on a quiet machine.
vi.setConfig({ testTimeout: 120_000 })

let folder: string
let recognition: Recognition

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'recognition-'))
  const files = join(folder, 'recognition')
  copyRecognitionFiles(files)
  recognition = { folder: files, languages: ['eng', 'deu'] }
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, content: Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const read = (path: string, how: Parameters<typeof extractFile>[3] = { recognition }) =>
  extractFile(path, 'file', () => {}, how)

/** The engine, which fails as an abort of WebAssembly does on those pictures (counted from 1), and on all after it. */
function failingOn(name: string, failing: readonly number[]): Recognition {
  const files = join(folder, name)
  copyRecognitionFiles(files)
  renameSync(join(files, 'tesseract-core.cjs'), join(files, 'whole.cjs'))
  writeFileSync(
    join(files, 'tesseract-core.cjs'),
    `let pictures = 0
    module.exports = async (options) => {
      const engine = await require('./whole.cjs')(options)
      const { Recognize } = engine.TessBaseAPI.prototype
      let broken = false
      engine.TessBaseAPI.prototype.Recognize = function (monitor) {
        broken ||= ${JSON.stringify(failing)}.includes(++pictures)
        if (broken) throw new WebAssembly.RuntimeError('unreachable')
        return Recognize.call(this, monitor)
      }
      return engine
    }`,
  )
  return { folder: files, languages: ['eng'] }
}

const english = ['The tide rises and falls twice a day', 'because the Moon pulls on the sea.']
const german = ['Grüße aus München: die Überprüfung', 'kostet 1.250,50 Euro im Jahr.']

describe('a scanned PDF', () => {
  it('is read in English and German, each page under its number', async () => {
    const path = write('scan.pdf', await makeScan([english, german]))
    const { text, pages, recognized, picturePages } = await read(path)
    const page = (number: number) => text.slice(pages[number - 1]?.start, pages[number - 1]?.end)
    expect(pages).toHaveLength(2)
    expect(page(1)).toBe(english.join('\n'))
    expect(page(2)).toBe(german.join('\n'))
    expect({ recognized, picturePages }).toEqual({ recognized: true, picturePages: 0 })
  })

  it('is refused with what to switch on while text recognition is off', async () => {
    const path = write('off.pdf', await makeScan([english]))
    await expect(read(path, {})).rejects.toMatchObject({
      code: 'no_text',
      message: expect.stringMatching(/switch on “Read text in pictures and scans” in the settings/),
    })
  })

  it('is marked where the words stand on the page', async () => {
    const { text, words = [] } = await read(write('marked.pdf', await makeScan([english])))
    const [page] = words
    const start = text.indexOf('Moon')
    const [rect, ...more] = rectsOfWords(page?.boxes ?? new Uint8Array(), start, start + 'Moon'.length)
    expect(more).toEqual([])
    const { width, height, top, leading, left } = PDF_LAYOUT
    // The second line; its baseline is that much below the upper edge.
    const baseline = (height - top + leading) / height
    expect(rect?.x).toBeGreaterThan(left / width)
    expect(rect?.width).toBeLessThan(0.15)
    expect(rect?.y).toBeLessThan(baseline)
    expect((rect?.y ?? 0) + (rect?.height ?? 0)).toBeCloseTo(baseline, 2)
    const whole = rectsOfWords(page?.boxes ?? new Uint8Array(), 0, text.length)
    expect(whole).toHaveLength(2)
  })

  it('has the halves of a word together that a line’s end divides, and both are marked', async () => {
    const lines = ['The library keeps every docu-', 'ment as it was, and each document', 'has its pages.']
    const { text, words = [] } = await read(write('divided.pdf', await makeScan([lines])))
    expect(text).toBe('The library keeps every document as it was, and each document\nhas its pages.')
    const start = text.indexOf('document')
    const boxes = words[0]?.boxes ?? new Uint8Array()
    expect(rectsOfWords(boxes, start, start + 'document'.length)).toHaveLength(2)
  })

  it('leaves pages with text as they are, reads those without, and tells of each page', async () => {
    const text = ['Typed words of the first page']
    const whole = makePdf({ pages: [text, await scannedPage(english), ['Typed words of the last page'], []] })
    const path = write('mixed.pdf', whole)
    const off = await read(path, {})
    expect(off).toMatchObject({ picturePages: 1, recognized: false })
    const seen: ExtractProgress[] = []
    const on = await extractFile(path, 'mixed.pdf', (progress) => seen.push(progress), { recognition })
    const pagesOf = ({ text: all, pages }: typeof on) => pages.map(({ start, end }) => all.slice(start, end))
    const [first, second, third, fourth] = pagesOf(on)
    expect([first, third, fourth]).toEqual([pagesOf(off)[0], pagesOf(off)[2], ''])
    expect(second).toBe(english.join('\n'))
    expect(on.words?.map(({ page }) => page)).toEqual([2])
    expect(seen).toContainEqual({ stage: 'extracting', done: 2, total: 4 })
  })

  it('keeps a page as a picture that the engine fails on, and reads the next with another engine', async () => {
    const failing = failingOn('fails-once', [1])
    const pages = [['Typed words of the first page'], await scannedPage(german), await scannedPage(english)]
    const seen: ExtractProgress[] = []
    const path = write('fails.pdf', makePdf({ pages }))
    const document = await extractFile(path, 'fails.pdf', (progress) => seen.push(progress), {
      recognition: failing,
    })
    expect(document.text).toBe(['Typed words of the first page', '', english.join('\n')].join('\n\n'))
    expect(document).toMatchObject({ recognized: true, picturePages: 1 })
    expect(document.words?.map(({ page }) => page)).toEqual([3])
    expect(document.warnings.map(({ text, places }) => ({ text, places }))).toEqual([
      {
        text: '1 of 3 pages are pictures whose text could not be read (2).',
        places: [{ page: 2, start: 31 }],
      },
    ])
    expect(seen).toContainEqual({ stage: 'extracting', done: 2, total: 3 })
  })

  it('is an error when the engine fails on all that it has', async () => {
    const path = write('fails-wholly.pdf', await makeScan([english]))
    await expect(read(path, { recognition: failingOn('fails', [1]) })).rejects.toMatchObject({
      code: 'corrupt',
      message: 'The text in a picture could not be read.',
    })
  })

  it('says so when there is nothing to read on its pages', async () => {
    const blank = { content: 'q 200 0 0 200 50 400 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \u0080 EI Q' }
    await expect(read(write('grey.pdf', makePdf({ pages: [blank] })))).rejects.toMatchObject({
      code: 'unsupported',
      message: 'Text recognition found no text on the page of this PDF.',
    })
  })
})

describe('a picture', () => {
  it('is a document of one page, as PNG and as JPEG', async () => {
    const png = await pictureOfText(german)
    expect(await read(write('a.png', png))).toMatchObject({
      mime: 'image/png',
      text: german.join('\n'),
      pages: [{ page: 1, start: 0, end: german.join('\n').length }],
    })
    expect(await read(write('a.jpg', await asJpeg(png)))).toMatchObject({
      mime: 'image/jpeg',
      text: german.join('\n'),
    })
  })

  it('is read where it is a strip that is longer than the engine takes', async () => {
    const { width, height, data } = decode(await pictureOfText(['The tide rises']))
    const strip = { width: 400, height: 33_500 }
    const pixels = new Uint8Array(strip.width * strip.height).fill(255)
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < strip.width; column++) {
        pixels[row * strip.width + column] = Number(data[(row * width + column) * 3])
      }
    }
    const png = Buffer.from(encode({ ...strip, data: pixels, channels: 1, depth: 8 }))
    expect(await read(write('strip.png', png))).toMatchObject({ text: 'The tide rises' })
  })

  it.each([
    ['of nothing but chance', () => makeNoise(120, 90), 'Text recognition found no text in this picture.'],
    [
      'of one colour',
      () => makePng(40, 40, [200, 200, 200]),
      'Text recognition found no text in this picture.',
    ],
    [
      'that claims to be huge',
      () => declaring(makePng(4, 4, [0, 0, 0]), 60_000, 60_000),
      /60,000 × 60,000 pixels/,
    ],
    ['that is cut off', () => makeNoise(60, 60).subarray(0, 900), /damaged or cut off/],
  ])('%s ends with a sentence', async (_what, make, sentence) => {
    await expect(read(write('bad.png', make()))).rejects.toMatchObject({
      name: 'AppError',
      message: expect.stringMatching(sentence),
    })
  })

  it('is refused with what to switch on while text recognition is off', async () => {
    await expect(read(write('off.png', makePng(9, 9, [0, 0, 0])), {})).rejects.toMatchObject({
      code: 'no_text',
      message: expect.stringMatching(/switch on “Read text in pictures and scans”/),
    })
  })
})

describe('the files of text recognition', () => {
  it('are the four that are needed, below eight megabytes, and name no address', () => {
    const names = readdirSync(recognition.folder).sort()
    expect(names).toEqual([
      'deu.traineddata.gz',
      'eng.traineddata.gz',
      'tesseract-core.cjs',
      'tesseract-core.wasm',
    ])
    const bytes = names.reduce((sum, name) => sum + statSync(join(recognition.folder, name)).size, 0)
    expect(bytes).toBeLessThan(8_000_000)
    expect(readFileSync(join(recognition.folder, 'tesseract-core.cjs'), 'latin1')).not.toMatch(
      /https?:|\/\/cdn/,
    )
  })

  it('are asked for by a sentence when one is missing', async () => {
    const other = join(folder, 'incomplete')
    copyRecognitionFiles(other)
    rmSync(join(other, 'deu.traineddata.gz'))
    const path = write('b.png', await pictureOfText(english))
    await expect(read(path, { recognition: { folder: other, languages: ['deu'] } })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Install Countersign again'),
    })
  })
})
