import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { type Figure, median, range, round } from './figures'
import { type IngestRun, runIngest } from './ingest-run'
import { benchTextIngest } from './ingest-text'
import { writePdfjsReader } from './pdfjs-reader'

/** Where things are. */
export type IngestBenchOptions = {
  /** The checkout; its build must be fresh. */
  readonly root: string
  /** A folder with `pdf/`; default: beside the checkout. */
  readonly dataSets?: string
  /** The bench's own bundle. */
  readonly bundle: string
}

const run = promisify(execFile)

/** The pool's own default. */
const EXTRACT_WORKERS = 2

/** Rounds of every side over the PDFs. */
const PDF_ROUNDS = 3

/**
 * Ingests a folder of real PDFs end to end, by turns with the same pipeline with pdf.js as its reader, with `pdftotext`
 * and with `recollindex`.
 */
export async function benchIngest(options: IngestBenchOptions): Promise<Figure[]> {
  const source = join(options.dataSets ?? resolve(options.root, '../shared/data'), 'pdf')
  const name = 'ingest, pages per second, end to end'
  if (!existsSync(source)) return [{ name: `${name}: not measured, no data`, value: Number.NaN, unit: '' }]
  const files = readdirSync(source)
    .filter((file) => file.endsWith('.pdf'))
    .map((file) => join(source, file))
  const folder = mkdtempSync(join(tmpdir(), 'bench-ingest-'))
  try {
    const workers = join(options.root, 'out/main/workers')
    const runs: IngestRun[] = []
    const pdfjs: number[] = []
    const textAlone: number[] = []
    const recoll: number[] = []
    const reader = writePdfjsReader(folder, options.bundle)
    for (let each = 0; each < PDF_ROUNDS; each++) {
      const inside = (side: string) => {
        const place = join(folder, `${side}-${each}`)
        mkdirSync(place)
        return place
      }
      runs.push(await runIngest(files, inside('ours'), workers))
      pdfjs.push((await runIngest(files, inside('pdfjs'), workers, reader)).seconds)
      textAlone.push(...(await pdftotext(files)))
      recoll.push(...(await recollindex(source, inside('recoll'))))
    }
    return [
      ...pdfFigures(name, runs, { pdfjs, textAlone, recoll }),
      ...(await benchTextIngest(workers, options.root)),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Seconds of the others' rounds; none where one is not installed. */
type Others = Readonly<Record<'pdfjs' | 'textAlone' | 'recoll', readonly number[]>>

function pdfFigures(
  name: string,
  runs: readonly IngestRun[],
  { pdfjs, textAlone, recoll }: Others,
): Figure[] {
  const ours = runs.map(({ seconds }) => seconds)
  const pages = runs[0]?.pages ?? Number.NaN
  const perSecond = (seconds: readonly number[]) => round(pages / median(seconds))
  return [
    {
      name,
      value: perSecond(ours),
      unit: 'pages/s',
      spread: range(ours.map((seconds) => pages / seconds)),
      comparison:
        textAlone.length === 0
          ? 'pdftotext: not measured, not installed'
          : `pdftotext, text alone: ${perSecond(textAlone)} pages/s (${pages} pages)`,
    },
    {
      name: 'ingest, times the speed of the same pipeline with pdf.js as its reader',
      value: round(median(pdfjs) / median(ours), 2),
      unit: '×',
      target: '> 2.2',
      comparison: `${range(ours, 1)} against ${range(pdfjs, 1)} s, by turns`,
    },
    recollFigure(ours, recoll),
    {
      name: 'ingest, memory of a worker',
      // Of the first round: what grew for it serves the others too.
      value: round((runs[0]?.grownBytes ?? Number.NaN) / EXTRACT_WORKERS / 1e6),
      unit: 'MB',
      target: '< 150',
      comparison: `all growth of the process outside the main thread’s heap, divided by its ${EXTRACT_WORKERS} readers`,
    },
    {
      name: 'ingest, longest block of the main thread',
      value: round(Math.max(...runs.map(({ blocked }) => blocked.own)), 1),
      unit: 'ms',
      target: '< 50',
      comparison: `${round(Math.max(...runs.map(({ blocked }) => blocked.withWaiting)), 1)} ms with its waiting for a processor`,
    },
  ]
}

/** Seconds for all files, one after the other; none where it is not installed. */
async function pdftotext(files: readonly string[]): Promise<number[]> {
  const started = performance.now()
  try {
    for (const file of files) await run('pdftotext', [file, '/dev/null'])
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
  return [(performance.now() - started) / 1000]
}

function recollFigure(ours: readonly number[], theirs: readonly number[]): Figure {
  const name = 'ingest, times recollindex on the same PDFs'
  if (theirs.length === 0)
    return { name: `${name}: not measured, not installed`, value: Number.NaN, unit: '×' }
  return {
    name,
    value: round(median(ours) / median(theirs), 2),
    unit: '×',
    target: '< 1.15',
    comparison: `${range(ours, 1)} against ${range(theirs, 1)} s, by turns`,
  }
}

/** Seconds for a whole folder in an index of its own, in `folder`; none where it is not installed. */
async function recollindex(source: string, folder: string): Promise<number[]> {
  writeFileSync(join(folder, 'recoll.conf'), `topdirs = ${source}\n`)
  const started = performance.now()
  try {
    await run('recollindex', ['-c', folder])
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
  return [(performance.now() - started) / 1000]
}
