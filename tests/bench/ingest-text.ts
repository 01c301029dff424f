import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Figure, median, range, round } from './figures'
import { pick, seeded, vocabulary } from './generated-words'
import { runThroughGate } from './ingest-gate'
import { type IngestRun, runIngest } from './ingest-run'
import { luceneSeconds } from './lucene'

const TEXT_FILES = 10
const TEXT_FILE_BYTES = 10_000_000
/** Rounds of both sides over the long texts. */
const TEXT_ROUNDS = 3
const NOTES = 10_000
const NOTE_BYTES = 5000
const WORDS_A_LINE = 15
const LINES_A_PARAGRAPH = 6

/** Ingests long texts and many short ones, generated with Zipf's frequencies, end to end. */
export async function benchTextIngest(workers: string, checkout: string): Promise<Figure[]> {
  const random = seeded(2)
  const words = vocabulary(random)
  const text = () => generate(random, words, TEXT_FILE_BYTES)
  const note = (each: number) => `# Note ${each}\n\n${generate(random, words, NOTE_BYTES)}`
  const texts = await withFiles(TEXT_FILES, 'txt', text, (files, folder, source) =>
    besideLucene(files, folder, source, { workers, checkout }),
  )
  const notes = await withFiles(NOTES, 'md', note, (files, folder) => runIngest(files, folder, workers))
  const dropped = await withFiles(NOTES, 'md', note, (_, data, source) =>
    runThroughGate(source, NOTES, { checkout, data }),
  )
  const kilobytes = NOTE_BYTES / 1000
  return [
    {
      name: `text ingest, ${(TEXT_FILES * TEXT_FILE_BYTES) / 1e6} MB, passages and index included`,
      value: round((TEXT_FILES * TEXT_FILE_BYTES) / 1e6 / median(texts.ours), 1),
      unit: 'MB/s',
      target: '> 7',
      comparison: `main thread blocked ${round(texts.blocked, 1)} ms at most`,
    },
    luceneFigure(texts),
    {
      name: `ingest of ${NOTES} Markdown files of ${kilobytes} kB`,
      value: round(notes.seconds, 1),
      unit: 's',
      target: '< 60',
      comparison: `main thread blocked ${round(notes.blocked.own, 1)} ms at most`,
    },
    {
      name: 'the same Markdown files added again',
      value: round(notes.againSeconds, 1),
      unit: 's',
      target: '< 5',
    },
    {
      name: `a dropped folder of ${NOTES} such files, through the gate`,
      value: round(dropped.seconds, 1),
      unit: 's',
      target: '< 60',
      comparison: `in the ledger after ${round(dropped.handedSeconds, 1)} s; main thread blocked ${round(dropped.blocked.own, 1)} ms at most`,
    },
    {
      name: 'the same folder dropped again, through the gate',
      value: round(dropped.againSeconds, 1),
      unit: 's',
      target: '< 5',
    },
  ]
}

type BesideLucene = {
  /** Seconds of each round. */
  readonly ours: readonly number[]
  readonly lucene: readonly number[]
  /** What blocked the main thread longest (milliseconds). */
  readonly blocked: number
}

async function besideLucene(
  files: readonly string[],
  folder: string,
  source: string,
  { workers, checkout }: { readonly workers: string; readonly checkout: string },
): Promise<BesideLucene> {
  const runs: IngestRun[] = []
  const lucene: number[] = []
  for (let each = 0; each < TEXT_ROUNDS; each++) {
    const own = join(folder, `ours-${each}`)
    mkdirSync(own)
    runs.push(await runIngest(files, own, workers))
    rmSync(own, { recursive: true })
    const index = join(folder, `lucene-${each}`)
    const seconds = await luceneSeconds(checkout, source, index)
    if (seconds !== null) lucene.push(seconds)
    rmSync(index, { recursive: true, force: true })
  }
  const ours = runs.map(({ seconds }) => seconds)
  return { ours, lucene, blocked: Math.max(...runs.map(({ blocked }) => blocked.own)) }
}

function luceneFigure({ ours, lucene }: BesideLucene): Figure {
  const name = 'text ingest, times as fast as Lucene on one thread'
  if (lucene.length === 0)
    return { name: `${name}: not measured, not installed`, value: Number.NaN, unit: '×' }
  return {
    name,
    value: round(median(lucene) / median(ours), 2),
    unit: '×',
    target: '> 1.2',
    comparison: `${range(ours, 1)} s on all processors against ${range(lucene, 1)} s, by turns`,
  }
}

async function withFiles<Run>(
  count: number,
  ending: string,
  content: (each: number) => string,
  run: (files: readonly string[], folder: string, source: string) => Promise<Run>,
): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-texts-'))
  try {
    const source = join(folder, 'source')
    mkdirSync(source)
    const files = Array.from({ length: count }, (_, each) => {
      const path = join(source, `${each}.${ending}`)
      writeFileSync(path, content(each))
      return path
    })
    return await run(files, folder, source)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Lines of words in paragraphs, of about so many bytes. */
function generate(random: () => number, words: readonly string[], bytes: number): string {
  const lines: string[] = []
  for (let length = 0; length < bytes; length += lines.at(-1)?.length ?? 0) {
    const line = Array.from({ length: WORDS_A_LINE }, () => pick(random, words)).join(' ')
    lines.push(line + (lines.length % LINES_A_PARAGRAPH === LINES_A_PARAGRAPH - 1 ? '.\n\n' : '\n'))
  }
  return lines.join('')
}
