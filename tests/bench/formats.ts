import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { copyRecognitionFiles } from '../../scripts/recognition-files'
import { extractFile } from '../../src/main/library/extractors/extract'
import { makeZip } from '../support/make-zip'
import { makeScan } from '../support/scanned'
import { type Figure, median, range, round } from './figures'
import { PAGES, type ReaderTask, sentence, startReader, webPages } from './reader-process'

const PARAGRAPHS = 6000
/** Before they are counted: both sides are compiled by then, as they are after the first files of a folder. */
const WARM_UP_ROUNDS = 3
const ROUNDS = 7

/** Times HTML and DOCX readers beside the libraries that most programs use, in turns, on generated documents. */
export async function benchFormats({ bundle }: { readonly bundle: string }): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-formats-'))
  try {
    return [
      await benchHtml(bundle),
      await benchDocx(bundle, join(folder, 'long.docx')),
      await benchRecognition(folder),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function benchHtml(bundle: string): Promise<Figure> {
  const times = await inTurns(bundle, { reader: 'html' }, { reader: 'turndown' })
  const kilobytes = round(webPages().reduce((sum, page) => sum + page.length, 0) / PAGES / 1000)
  return {
    name: `HTML to Markdown, times turndown’s pages per second (pages of ${kilobytes} kB)`,
    value: round(median(times.ratios), 1),
    unit: '×',
    target: '> 8',
    spread: range(times.ratios, 1),
    comparison: `${perSecond(PAGES, times.ours)} against ${perSecond(PAGES, times.theirs)} pages/s`,
  }
}

async function benchDocx(bundle: string, path: string): Promise<Figure> {
  writeFileSync(path, wordDocument())
  const times = await inTurns(bundle, { reader: 'docx', path }, { reader: 'mammoth', path })
  return {
    name: 'DOCX, times mammoth’s speed for raw text',
    value: round(median(times.ratios), 1),
    unit: '×',
    target: '> 3',
    spread: range(times.ratios, 1),
    comparison: `${round(median(times.ours))} against ${round(median(times.theirs))} ms for ${PARAGRAPHS} paragraphs`,
  }
}

const SCANNED_PAGES = 3
const LINES_A_PAGE = 40

/** Seconds for a page that is full of text, in one language; the first page, which loads the engine, is not counted. */
async function benchRecognition(folder: string): Promise<Figure> {
  const files = join(folder, 'recognition')
  copyRecognitionFiles(files)
  const recognition = { folder: files, languages: ['eng'] as const }
  const lines = Array.from({ length: LINES_A_PAGE }, (_, line) => `${line} ${sentence}`.slice(0, 80))
  const path = join(folder, 'scan.pdf')
  writeFileSync(path, await makeScan(Array.from({ length: SCANNED_PAGES + 1 }, () => lines)))
  const told: number[] = []
  await extractFile(path, 'scan.pdf', () => told.push(performance.now()), { recognition })
  const seconds = told
    .slice(-SCANNED_PAGES - 1)
    .flatMap((at, index, all) => (index === 0 ? [] : [(at - (all[index - 1] ?? at)) / 1000]))
  return {
    name: `Text recognition, seconds a page (${LINES_A_PAGE} lines of English, 300 dots an inch)`,
    value: round(median(seconds), 1),
    unit: 's',
    spread: range(seconds, 1),
  }
}

/** Milliseconds of both, one after the other in each round, after some that are not counted. */
async function inTurns(bundle: string, ours: ReaderTask, theirs: ReaderTask) {
  const times = { ours: [] as number[], theirs: [] as number[], ratios: [] as number[] }
  const readers = [startReader(bundle, ours), startReader(bundle, theirs)] as const
  try {
    for (let turn = -WARM_UP_ROUNDS; turn < ROUNDS; turn++) {
      const a = await readers[0].round()
      const b = await readers[1].round()
      if (turn < 0) continue
      times.ours.push(a)
      times.theirs.push(b)
      times.ratios.push(b / a)
    }
  } finally {
    await Promise.all(readers.map((reader) => reader.close()))
  }
  return times
}

function perSecond(count: number, milliseconds: readonly number[]): number {
  return round((count / median(milliseconds)) * 1000)
}

function wordDocument(): Buffer {
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, index) => {
    const style = index % 20 === 0 ? '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' : ''
    return `<w:p w:rsidR="00A1">${style}<w:r><w:rPr><w:b/></w:rPr><w:t>Number ${index} </w:t></w:r><w:r><w:t xml:space="preserve">${sentence.repeat(2)}</w:t></w:r></w:p>`
  })
  return makeZip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs.join('')}</w:body></w:document>`,
  })
}
