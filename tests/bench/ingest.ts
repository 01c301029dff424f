import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { type Figure, round } from './figures'
import { runIngest } from './ingest-run'
import { benchTextIngest } from './ingest-text'

/** Where things are. */
export type IngestBenchOptions = {
  /** The checkout; its build must be fresh. */
  readonly root: string
  /** A folder with `pdf/`; default: beside the checkout. */
  readonly dataSets?: string
  /** The built workers' folder; default: the build's. */
  readonly workers?: string
}

const run = promisify(execFile)

/** The pool's own default. */
const EXTRACT_WORKERS = 2

/** Ingests a folder of real PDFs end to end, against `pdftotext` on the same files in the same run. */
export async function benchIngest(options: IngestBenchOptions): Promise<Figure[]> {
  const source = join(options.dataSets ?? resolve(options.root, '../shared/data'), 'pdf')
  const name = 'ingest, pages per second, end to end'
  if (!existsSync(source)) return [{ name: `${name}: not measured, no data`, value: Number.NaN, unit: '' }]
  const files = readdirSync(source)
    .filter((file) => file.endsWith('.pdf'))
    .map((file) => join(source, file))
  const folder = mkdtempSync(join(tmpdir(), 'bench-ingest-'))
  try {
    const workers = options.workers ?? join(options.root, 'out/main/workers')
    const ours = await runIngest(files, folder, workers)
    const theirs = await pdftotext(files)
    const recoll = await recollindex(source, folder)
    const perSecond = (seconds: number) => round(ours.pages / seconds)
    return [
      {
        name,
        value: perSecond(ours.seconds),
        unit: 'pages/s',
        comparison:
          theirs === null
            ? 'pdftotext: not measured, not installed'
            : `pdftotext, text alone: ${perSecond(theirs)} pages/s; ${(theirs / ours.seconds).toFixed(2)} × (${ours.pages} pages)`,
      },
      recollFigure(ours.seconds, recoll),
      {
        name: 'ingest, memory of a worker',
        value: round(ours.grownBytes / EXTRACT_WORKERS / 1e6),
        unit: 'MB',
        target: '< 150',
        comparison: `all growth of the process outside the main thread’s heap, divided by its ${EXTRACT_WORKERS} readers`,
      },
      {
        name: 'ingest, longest block of the main thread',
        value: round(ours.blocked.own, 1),
        unit: 'ms',
        target: '< 50',
        comparison: `${round(ours.blocked.withWaiting, 1)} ms with its waiting for a processor`,
      },
      ...(await benchTextIngest(workers, options.root)),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Seconds for all files, one after the other; null where it is not installed. */
async function pdftotext(files: readonly string[]): Promise<number | null> {
  const started = performance.now()
  try {
    for (const file of files) await run('pdftotext', [file, '/dev/null'])
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  return (performance.now() - started) / 1000
}

function recollFigure(ours: number, theirs: number | null): Figure {
  const name = 'ingest, times recollindex on the same PDFs'
  if (theirs === null) return { name: `${name}: not measured, not installed`, value: Number.NaN, unit: '×' }
  return {
    name,
    value: round(ours / theirs, 2),
    unit: '×',
    target: '< 1.15',
    comparison: `${ours.toFixed(1)} against ${theirs.toFixed(1)} s`,
  }
}

/** Seconds for a whole folder in an index of its own; null where it is not installed. */
async function recollindex(source: string, folder: string): Promise<number | null> {
  const settings = join(folder, 'recoll')
  mkdirSync(settings)
  writeFileSync(join(settings, 'recoll.conf'), `topdirs = ${source}\n`)
  const started = performance.now()
  try {
    await run('recollindex', ['-c', settings])
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  return (performance.now() - started) / 1000
}
