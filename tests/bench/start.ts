import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { launchChromium } from './browser'
import { type Figure, median, range, round } from './figures'

/** Starts that are counted, after one that warms the disk's cache. */
const starts = 7
/** How long a host is left alone before its memory is read, in milliseconds. */
const idleMs = 3_000
/** Longer than the half minute that a worker without work lives, in milliseconds. */
const afterIngestMs = 35_000
/** A host that is not ready by then will not be, in milliseconds. */
const startLimitMs = 30_000
const bytesPerMegabyte = 1_000_000
/** Nothing of the caller's own, such as a key. */
const environment = { PATH: process.env.PATH, HOME: process.env.HOME }

/** What one start took. */
export interface Start {
  /** Milliseconds from the start of the process. */
  readonly listening: number
  readonly interactive: number
  /** Bytes; null where the system does not tell. */
  readonly resident: number | null
}

/** Times the browser host from its start to a page that takes input, and reads its memory when idle. */
export async function benchStart(options: {
  readonly checkout: string
  readonly chromium: string | undefined
  /** A folder with `pdf/`, to see what an ingest leaves in memory. */
  readonly dataSets: string
}): Promise<Figure[]> {
  const data = mkdtempSync(join(tmpdir(), 'bench-start-'))
  const browser = await launchChromium(options.chromium)
  try {
    await timeStart(options.checkout, data, browser, false)
    const measured: Start[] = []
    for (let index = 0; index < starts; index++) {
      measured.push(await timeStart(options.checkout, data, browser, index === starts - 1))
    }
    const pdf = join(options.dataSets, 'pdf')
    return figures(measured, existsSync(pdf) ? await residentAfterIngest(options.checkout, data, pdf) : null)
  } finally {
    await browser.close()
    rmSync(data, { recursive: true, force: true })
  }
}

function figures(measured: readonly Start[], afterIngest: number | null): Figure[] {
  const total = measured.map((start) => start.interactive)
  const listening = measured.map((start) => start.listening)
  const page = measured.map((start) => start.interactive - start.listening)
  const resident = measured.at(-1)?.resident ?? null
  return [
    {
      name: 'start to a page that takes input, browser host, warm',
      value: round(median(total)),
      unit: 'ms',
      target: '< 1500',
      spread: range(total),
      comparison: `${round(median(listening))} ms to listening + ${round(median(page))} ms in the page`,
    },
    resident === null
      ? {
          name: 'memory of the idle host: not measured, the system does not tell',
          value: Number.NaN,
          unit: '',
        }
      : {
          name: 'memory of the idle host with a page open, threads included',
          value: round(resident / bytesPerMegabyte),
          unit: 'MB',
          target: '< 150',
          ...(afterIngest === null
            ? {}
            : {
                comparison: `${round(afterIngest / bytesPerMegabyte)} MB when idle again after an ingest of the PDFs`,
              }),
        },
  ]
}

/** Times one start on a data folder; with `idle` it reads the memory when nothing happens any more. */
export async function timeStart(
  checkout: string,
  data: string,
  browser: Browser,
  idle: boolean,
): Promise<Start> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const started = performance.now()
  const host = startHost(checkout, data)
  const exited = once(host, 'exit')
  try {
    const { url, pid } = await ready(host)
    const listening = performance.now() - started
    await page.goto(url, { waitUntil: 'commit' })
    const box = page.getByRole('textbox', { name: 'Message', exact: true })
    await box.fill('It takes input.', { timeout: startLimitMs })
    const interactive = performance.now() - started
    if (idle) await delay(idleMs)
    return { listening, interactive, resident: idle ? residentBytes(pid) : null }
  } finally {
    await context.close()
    host.kill('SIGTERM')
    await exited
  }
}

async function residentAfterIngest(checkout: string, data: string, folder: string): Promise<number | null> {
  const host = startHost(checkout, data)
  const exited = once(host, 'exit')
  try {
    const { pid } = await ready(host)
    const add = spawn(process.execPath, [join(checkout, 'out/main/cli.js'), 'add', folder, '--data', data], {
      stdio: 'ignore',
      env: environment,
    })
    const [status] = await once(add, 'exit')
    if (status !== 0) throw new Error(`The documents could not be added: status ${status}.`)
    await delay(afterIngestMs)
    return residentBytes(pid)
  } finally {
    host.kill('SIGTERM')
    await exited
  }
}

/** Starts the built browser host on a data folder. */
export function startHost(checkout: string, data: string, extra: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(
    process.execPath,
    [join(checkout, 'out/main/server.js'), '--json', '--no-open', '--data', data],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...environment, ...extra } },
  )
}

/** Waits until a host says where it listens. */
export async function ready(host: ChildProcess): Promise<{ url: string; pid: number }> {
  if (host.stdout === null) throw new Error('The host has no standard output.')
  const timer = setTimeout(() => host.kill('SIGKILL'), startLimitMs)
  try {
    for await (const line of createInterface({ input: host.stdout })) return JSON.parse(line)
  } finally {
    clearTimeout(timer)
  }
  throw new Error('The host ended before it was ready.')
}

/** What the process holds in memory, with all of its threads. */
function residentBytes(pid: number): number | null {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return null
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8')) ?? []
  return kibibytes === undefined ? null : Number(kibibytes) * 1024
}
