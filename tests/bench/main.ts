import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isMainThread, workerData } from 'node:worker_threads'
import { benchChat } from './chat'
import { benchDrop } from './drop'
import { fakeServerThread, runFakeServer } from './fake-server-thread'
import { type Figure, table, verdict } from './figures'
import { benchFiles } from './files'
import { benchFormats } from './formats'
import { benchGate } from './gate'
import { benchIngest } from './ingest'
import { benchLoop } from './loop'
import { benchPages } from './pages'
import { PDFJS_READER, runPdfjsReader } from './pdfjs-reader'
import { benchPrompt } from './prompt'
import { benchQuality } from './quality'
import { READER, runReader } from './reader-process'
import { benchSearch } from './search'
import { benchStart } from './start'
import { benchVectors } from './vectors'

const usage = 'npm run bench -- [--only PART,…] [--data-sets DIR] [--json]'

// A million passages or vectors take many minutes to make: only when asked for by name.
const onlyByName = ['search-large', 'vectors-large']

if (!isMainThread && workerData === fakeServerThread) await runFakeServer()
else if (process.argv[2] === PDFJS_READER) runPdfjsReader()
else if (process.argv[2] === READER) runReader(process.argv[3] ?? '')
else process.exitCode = await run(process.argv.slice(2))

async function run(args: readonly string[]): Promise<number> {
  const checkout = process.env.COUNTERSIGN_CHECKOUT
  if (checkout === undefined) return refuse('Start it with npm run bench, which says where the checkout is.')
  const indexWorker = resolve(checkout, 'out/main/workers/index.js')
  const parts: Readonly<Record<string, (dataSets: string) => Promise<Figure[]>>> = {
    start: (dataSets) => benchStart({ checkout, chromium: process.env.COUNTERSIGN_TEST_CHROMIUM, dataSets }),
    loop: () => benchLoop({ checkout, bundle: fileURLToPath(import.meta.url) }),
    chat: () =>
      benchChat({
        checkout,
        bundle: fileURLToPath(import.meta.url),
        chromium: process.env.COUNTERSIGN_TEST_CHROMIUM,
      }),
    prompt: async () => benchPrompt(),
    ingest: (dataSets) => benchIngest({ root: checkout, dataSets, bundle: import.meta.url }),
    formats: () => benchFormats({ bundle: fileURLToPath(import.meta.url) }),
    drop: () => benchDrop({ checkout, chromium: process.env.COUNTERSIGN_TEST_CHROMIUM }),
    files: () => benchFiles({ checkout }),
    gate: () => benchGate({ checkout, chromium: process.env.COUNTERSIGN_TEST_CHROMIUM }),
    search: () => benchSearch({ passages: 100_000, targets: { ranked: 15, whole: 15 }, worker: indexWorker }),
    vectors: () => benchVectors({ vectors: 100_000, target: 12 }),
    quality: async (dataSets) => [
      ...(await benchPages({ checkout, dataSets })),
      ...(await benchQuality({ dataSets })),
    ],
    'search-large': () =>
      benchSearch({ passages: 1_000_000, targets: { ranked: 50, whole: 100 }, worker: indexWorker }),
    'vectors-large': () => benchVectors({ vectors: 1_000_000, target: 100 }),
  }
  const options = readOptions(args)
  if (options instanceof Error) return refuse(`${options.message}\n${usage}`)
  const names = options.only?.split(',') ?? Object.keys(parts).filter((name) => !onlyByName.includes(name))
  const unknown = names.find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined) {
    return refuse(`There is no part "${unknown}"; there are ${Object.keys(parts).join(', ')}.\n${usage}`)
  }

  const dataSets = resolve(options['data-sets'] ?? resolve(checkout, '../shared/data'))
  const figures: Figure[] = []
  for (const name of names) {
    process.stderr.write(`Measuring ${name} …\n`)
    figures.push(...((await parts[name]?.(dataSets)) ?? []))
  }
  const rows = figures.map((figure) => ({ ...figure, verdict: verdict(figure) }))
  process.stdout.write(options.json ? `${JSON.stringify(rows, null, 2)}\n` : `${table(figures)}\n`)
  return 0
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        only: { type: 'string' },
        'data-sets': { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function refuse(message: string): number {
  process.stderr.write(`${message}\n`)
  return 2
}
