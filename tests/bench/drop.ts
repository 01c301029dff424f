import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { clientInProcess } from '../../src/main/rpc/client'
import { person } from '../../src/shared/actor'
import { documents, goTo, messageBox, newChat } from '../support/app-page'
import { writeEveryFormat } from '../support/every-format'
import { connectAsPage } from '../support/page-client'
import { dragFiles } from '../support/real-drag'
import { type LongestBlock, watchBlocking } from './blocking'
import { launchChromium } from './browser'
import { type Figure, median, quantile, range, round } from './figures'
import { openBenchCore } from './gate-core'
import { ready, startHost } from './start'

/** Drops that are counted, each into a library of its own. */
const drops = 3
const filesOfAFormat = 50
/** Rounds through the screens while the files are read. */
const walks = 5
const everyMs = 100
const limitMs = 10 * 60_000

/** What a person notices of a drop. */
interface Dropped {
  readonly files: number
  /** Of the page while it lasted, in milliseconds: tasks above 50 ms, and the longest time without a frame. */
  readonly tasks: readonly number[]
  readonly withoutFrame: number
  /** Typing a word, or going to a screen until its heading is there, in milliseconds. */
  readonly steps: readonly number[]
  /** Until all of them are ready, in seconds. */
  readonly seconds: number
}

/** Times the window in Chromium while a thousand files of every format come into the library. */
export async function benchDrop(options: {
  readonly checkout: string
  readonly chromium: string | undefined
}): Promise<Figure[]> {
  const root = mkdtempSync(join(tmpdir(), 'bench-drop-'))
  const browser = await launchChromium(options.chromium)
  try {
    const folder = join(root, 'dropped')
    const files = writeEveryFormat(folder, filesOfAFormat).size
    const measured: Dropped[] = []
    for (let index = 0; index < drops; index++) {
      const host = startHost(options.checkout, join(root, `data-${index}`))
      const exited = once(host, 'exit')
      try {
        measured.push(await drop(browser, (await ready(host)).url, folder, files))
      } finally {
        host.kill('SIGTERM')
        await exited
      }
    }
    return [...figuresOf(measured), await mainThreadFigure(options.checkout, root, folder, files)]
  } finally {
    await browser.close()
    rmSync(root, { recursive: true, force: true })
  }
}

async function drop(browser: Browser, url: string, folder: string, files: number): Promise<Dropped> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(url)
  await goTo(page, 'Library')
  await watch(page)
  const started = performance.now()
  const middle = { x: 680, y: 430 }
  const drag = await dragFiles(page, [folder], middle)
  await drag.over(middle)
  const box = await page.getByText('Add to library', { exact: true }).boundingBox()
  if (box === null) throw new Error('The overlay to drop on did not come.')
  await drag.drop({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
  await page.waitForFunction(
    (grid) => Number(grid?.getAttribute('aria-rowcount')) > 1,
    await documents(page).elementHandle(),
  )
  const steps = await walk(page)
  await goTo(page, 'Library')
  const { client, close } = await connectAsPage(url)
  try {
    while ((await client.library.documents({ status: 'complete', limit: 1 })).total < files) {
      if (performance.now() - started > limitMs) throw new Error('Not all of the files were read in time.')
      await delay(everyMs)
    }
  } finally {
    close()
  }
  const seconds = (performance.now() - started) / 1000
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seen: Pick<Dropped, 'tasks' | 'withoutFrame'> }).seen,
  )
  await context.close()
  return { files, ...seen, steps, seconds }
}

/** How long the main thread stood still at most while the same files came in, over as many rounds. */
async function mainThreadFigure(
  checkout: string,
  root: string,
  folder: string,
  files: number,
): Promise<Figure> {
  const longest: LongestBlock[] = []
  for (let index = 0; index < drops; index++) {
    const core = await openBenchCore(checkout, join(root, `core-${index}`), [root])
    try {
      const client = clientInProcess(core.router, { actor: person, approval: null })
      // What is read for the first time is compiled, which no later use waits for.
      await client.library.documents({})
      const blocking = watchBlocking()
      await client.library.add({ paths: [folder] })
      while ((await client.library.documents({ status: 'complete', limit: 1 })).total < files) {
        await delay(everyMs)
      }
      longest.push(blocking.stop())
    } finally {
      await core.close()
    }
  }
  const own = longest.map((block) => block.own)
  return {
    name: 'the same, longest block of the main thread',
    value: round(median(own), 1),
    unit: 'ms',
    target: '< 50',
    spread: range(own, 1),
    comparison: `${round(median(longest.map(({ withWaiting }) => withWaiting)), 1)} ms with its waiting for a processor`,
  }
}

/** Keeps the page's long tasks and its longest time without a frame in `seen`. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = { tasks: [] as number[], withoutFrame: 0 }
    let last = performance.now()
    Object.assign(globalThis, { seen })
    const look = () => {
      const now = performance.now()
      seen.withoutFrame = Math.max(seen.withoutFrame, now - last)
      last = now
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.tasks.push(duration)
    }).observe({ type: 'longtask' })
  })
}

/** Writes and goes from screen to screen, as one who does not wait for the library. */
async function walk(page: Page): Promise<number[]> {
  const steps: number[] = []
  const timed = async (step: () => Promise<void>) => {
    const started = performance.now()
    await step()
    steps.push(performance.now() - started)
  }
  await newChat(page)
  for (let index = 0; index < walks; index++) {
    await timed(() => messageBox(page).pressSequentially('tide '))
    await timed(() => goTo(page, 'Activity'))
    await timed(() => goTo(page, 'Library'))
    await timed(() => goTo(page, 'Chat'))
  }
  return steps
}

function figuresOf(measured: readonly Dropped[]): Figure[] {
  const longest = measured.map(({ tasks }) => Math.max(0, ...tasks))
  const steps = measured.flatMap((one) => one.steps)
  const files = (measured[0]?.files ?? 0).toLocaleString('en')
  const seconds = measured.map((one) => one.seconds)
  return [
    {
      name: `${files} files of every format dropped: the page's longest task meanwhile`,
      value: round(median(longest)),
      unit: 'ms',
      // What follows a person's action within this time seems to come at once (RAIL).
      target: '< 100',
      spread: range(longest),
      comparison: `without a frame ${round(median(measured.map((one) => one.withoutFrame)))} ms at most; typing a word or going to a screen ${round(median(steps))} ms, p95 ${round(quantile(steps, 0.95))}`,
    },
    {
      name: 'the same, until all of them are found',
      value: round(median(seconds), 1),
      unit: 's',
      spread: range(seconds, 1),
    },
  ]
}
