import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { openDatabase } from '../../src/main/db/open'
import { dataFolderAt } from '../../src/main/disk/data-folder'
import type { EventHub } from '../../src/main/publish'
import { type Client, clientInProcess } from '../../src/main/rpc/client'
import { person } from '../../src/shared/actor'
import { type LongestBlock, watchBlocking } from './blocking'
import { launchChromium } from './browser'
import { fillConversations } from './chat-fill'
import {
  firstToken,
  openConversation,
  type PageMemory,
  pageMemory,
  reloadPage,
  type Scrolled,
  type StreamCost,
  scrollUp,
  streamInto,
} from './chat-page'
import {
  askForPieces,
  environmentOf,
  type FakeServerThread,
  startFakeServerThread,
} from './fake-server-thread'
import { type Figure, median, quantile, range, round } from './figures'
import { framesOnScreen, mainThreadWork } from './frame-work'
import { openBenchCore } from './gate-core'
import type { Opening } from './page-time'
import { ready, type Start, startHost, timeStart } from './start'

const messages = 10_000
const conversations = 1000
const messagesOfOthers = 10
/** Of each tool's result and of its state: about 8 MB in all, and 200 MB. */
const usualResult = 2000
const longResult = 50_000
const seed = 7

/** Rounds that are counted, after one that warms the caches. */
const rounds = { open: 7, scroll: 5, stream: 3, token: 9, send: 7, start: 5 }
/** About 60 screens, past what is loaded at first, as fast as a person who looks for something turns the wheel. */
const scrollPixels = 50_000
const scrollPixelsPerSecond = 8000
const streamSeconds = 12
const bytesPerMegabyte = 1_000_000
const count = messages.toLocaleString('en')

/** Scrolls with the milliseconds between their frames on the screen. */
interface ScrolledBare {
  readonly scrolls: readonly (Scrolled & OnScreen)[]
  /** Of its main thread in each frame of one more, in milliseconds. */
  readonly work: readonly number[]
}

interface OnScreen {
  readonly onScreen: readonly number[]
}

interface Sent {
  /** From the call until the answer's first word is published, in milliseconds. */
  readonly took: number
  readonly blocked: LongestBlock
}

/** A window that all that is sent here fits. */
const contextTokens = 1_000_000
/** What most models take. */
const usualWindow = 200_000

/** Times the chat in Chromium and on its server, in conversations as long as years of use make them. */
export async function benchChat(options: {
  readonly checkout: string
  readonly bundle: string
  readonly chromium: string | undefined
}): Promise<Figure[]> {
  const data = mkdtempSync(join(tmpdir(), 'bench-chat-'))
  const server = await startFakeServerThread(options.bundle)
  const browser = await launchChromium(options.chromium)
  try {
    progress('filling')
    await fill(options.checkout, data)
    progress('starts')
    const starts: Start[] = []
    for (let index = 0; index < rounds.start + 1; index++) {
      const start = await timeStart(options.checkout, data, browser, false)
      if (index > 0) starts.push(start)
    }
    const inPage = await withHost(options.checkout, data, server, (url) => measurePage(browser, url, server))
    return [...inPage, startFigure(starts), ...(await measureSends(options.checkout, data, server))]
  } finally {
    await browser.close()
    await server.close()
    rmSync(data, { recursive: true, force: true })
  }
}

function progress(step: string): void {
  process.stderr.write(`  ${step} …\n`)
}

async function fill(checkout: string, data: string): Promise<void> {
  // The core makes the folder.
  const core = await openBenchCore(checkout, data, [])
  // A summary that is made in between would be measured with the answers.
  await asPerson(core.router).settings.set({ contextTokens })
  await core.close()
  const db = openDatabase(dataFolderAt(data).database)
  try {
    const others = Array.from({ length: conversations - 3 }, (_, index) => ({
      id: `other-${index}`,
      title: `Conversation ${index}`,
      messages: messagesOfOthers,
      resultLength: usualResult,
    }))
    const heavy = { id: 'heavy', title: 'Many long results', messages, resultLength: longResult }
    const raw = { ...heavy, id: 'raw', title: 'Never summed up', neverSummedUp: true }
    const long = { id: 'long', title: 'A long conversation', messages, resultLength: usualResult }
    fillConversations(db, [...others, heavy, raw, long], seed)
  } finally {
    db.close()
  }
}

async function withHost<T>(
  checkout: string,
  data: string,
  server: FakeServerThread,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const host = startHost(checkout, data, environmentOf(server))
  const exited = once(host, 'exit')
  try {
    return await work((await ready(host)).url)
  } finally {
    host.kill('SIGTERM')
    await exited
  }
}

async function measurePage(browser: Browser, url: string, server: FakeServerThread): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
  const page = await context.newPage()
  await page.goto(url)
  progress('opening')
  const heavy = await openings(page, 'heavy')
  const long = await openings(page, 'long')
  progress('scrolling')
  const scrolls: (Scrolled & OnScreen)[] = []
  for (let index = 0; index < rounds.scroll; index++) {
    await reloadPage(page)
    await openConversation(page, 'long', messages)
    scrolls.push(await scrollWatched(page))
  }
  await reloadPage(page)
  await openConversation(page, 'long', messages)
  const work = await mainThreadWork(page, () => scrollUp(page, scrollPixels, scrollPixelsPerSecond))
  const bare = await scrollBareText(context)
  progress('streaming')
  const streams: StreamCost[] = []
  for (let index = 0; index < rounds.stream; index++)
    streams.push(await streamInto(page, server, streamSeconds))
  progress('first tokens')
  const tokens: number[] = []
  for (let index = 0; index < rounds.token; index++) tokens.push(await firstToken(page, server))
  const memory = await pageMemory(browser, page)
  await context.close()
  return [
    openFigure(`a conversation of ${count} messages, opened`, long),
    openFigure(`the same with 200 MB of results of tools, opened`, heavy),
    scrollFigure(scrolls, bare.scrolls),
    scrollWorkFigure(work, bare.work),
    streamFigure(streams),
    memoryFigure(memory),
    {
      name: 'first token on screen, after it left the server',
      value: median(tokens),
      unit: 'ms',
      target: '< 50',
      spread: range(tokens),
    },
  ]
}

async function openings(page: Page, id: string): Promise<Opening[]> {
  const measured: Opening[] = []
  for (let index = 0; index < rounds.open + 1; index++) {
    await reloadPage(page)
    const opening = await openConversation(page, id, messages)
    if (index > 0) measured.push(opening)
  }
  return measured
}

function openFigure(name: string, measured: readonly Opening[]): Figure {
  const times = measured.map(({ painted }) => painted)
  return {
    name,
    value: round(median(times)),
    unit: 'ms',
    target: '< 300',
    spread: range(times),
    comparison: `the page stood still for ${round(median(measured.map(({ longestTask }) => longestTask)))} ms at most`,
  }
}

/** The same gesture over a page of paragraphs alone: what this browser can do on this machine. */
async function scrollBareText(context: BrowserContext): Promise<ScrolledBare> {
  const page = await context.newPage()
  const text = '<p>A paragraph that is about as long as one line of an answer in the chat.</p>'.repeat(5000)
  await page.setContent(`<main style="height: 860px; overflow: auto">${text}</main>`)
  const toEnd = () =>
    page.evaluate(() => document.querySelector('main')?.scrollTo(0, Number.MAX_SAFE_INTEGER))
  const scrolls: (Scrolled & OnScreen)[] = []
  for (let index = 0; index < rounds.scroll; index++) {
    await toEnd()
    scrolls.push(await scrollWatched(page))
  }
  await toEnd()
  const work = await mainThreadWork(page, () => scrollUp(page, scrollPixels, scrollPixelsPerSecond))
  await page.close()
  return { scrolls, work }
}

async function scrollWatched(page: Page): Promise<Scrolled & OnScreen> {
  const { frames, done } = await framesOnScreen(page, () =>
    scrollUp(page, scrollPixels, scrollPixelsPerSecond),
  )
  return { ...done, onScreen: frames }
}

function scrollFigure(
  measured: readonly (Scrolled & OnScreen)[],
  bare: readonly (Scrolled & OnScreen)[],
): Figure {
  const slowest = ({ onScreen }: OnScreen) => quantile(onScreen, 0.95)
  const each = measured.map(slowest)
  const asked = median(measured.map(({ frames }) => quantile(frames, 0.95)))
  const blank = median(measured.map((one) => one.blank)) * 100
  return {
    name: `scrolling up through it, frames on the screen at the 95th percentile`,
    value: round(median(each), 1),
    unit: 'ms',
    target: '< 20',
    spread: range(each, 1),
    comparison: `${round(median(measured.map(({ passed }) => passed)))} messages, ${round(blank, 1)} % of the frames blank in the middle; the page itself was asked every ${round(asked, 1)} ms; bare text ${round(median(bare.map(slowest)), 1)} ms`,
  }
}

function scrollWorkFigure(work: readonly number[], bare: readonly number[]): Figure {
  return {
    name: 'what its main thread works in such a frame, at the 95th percentile',
    value: round(quantile(work, 0.95), 1),
    unit: 'ms',
    spread: range(work, 1),
    comparison: `${round(median(work), 1)} ms in the median; bare text ${round(quantile(bare, 0.95), 1)} ms`,
  }
}

function streamFigure(measured: readonly StreamCost[]): Figure {
  const shares = measured.map(({ process }) => process * 100)
  return {
    name: 'streaming 200 tokens a second into it, of one core, all threads of the page’s process',
    value: round(median(shares), 1),
    unit: '%',
    target: '< 25',
    spread: range(shares, 1),
    comparison: `${round(median(measured.map(({ mainThread }) => mainThread * 100)), 1)} % in its main thread`,
  }
}

function memoryFigure({ process, heap }: PageMemory): Figure {
  const inHeap = `${round(heap / bytesPerMegabyte)} MB of them objects of JavaScript`
  return process === null
    ? {
        name: 'memory of the page, JavaScript alone',
        value: round(heap / bytesPerMegabyte),
        unit: 'MB',
        target: '< 250',
      }
    : {
        name: 'memory of the page’s process after all this, without shared code and files',
        value: round(process / bytesPerMegabyte),
        unit: 'MB',
        target: '< 250',
        comparison: inHeap,
      }
}

function startFigure(measured: readonly Start[]): Figure {
  const total = measured.map((start) => start.interactive)
  return {
    name: `restart with ${conversations.toLocaleString('en')} conversations, to a page that takes input`,
    value: round(median(total)),
    unit: 'ms',
    target: '< 1500',
    spread: range(total),
    comparison: `${round(median(measured.map((start) => start.listening)))} ms to listening`,
  }
}

async function measureSends(checkout: string, data: string, server: FakeServerThread): Promise<Figure[]> {
  progress('sending')
  const figures: Figure[] = []
  for (const [id, name] of [
    ['long', `a message sent into ${count} messages, to the answer’s first word`],
    ['heavy', 'the same with 200 MB of results of tools'],
  ] as const) {
    const core = await openBenchCore(checkout, data, [], environmentOf(server))
    try {
      const client = asPerson(core.router)
      // As a page does once it has nothing else to do.
      await client.settings.prepareModel()
      const sent: Sent[] = []
      for (let index = 0; index < rounds.send + 1; index++) sent.push(await sendInto(core.hub, client, id))
      const [first, ...rest] = sent
      const times = rest.map(({ took }) => took)
      figures.push({
        name,
        value: round(median(times)),
        unit: 'ms',
        spread: range(times),
        comparison: `${round(first?.took ?? 0)} ms the first time after a start, its longest block ${round(first?.blocked.own ?? 0)} ms; then ${round(median(rest.map(({ blocked }) => blocked.own)))} ms`,
      })
    } finally {
      await core.close()
    }
  }
  return [...figures, await measureFirstSummary(checkout, data, server)]
}

/** What the first message costs in a conversation that was never summed up, and is far more than its model takes. */
async function measureFirstSummary(
  checkout: string,
  data: string,
  server: FakeServerThread,
): Promise<Figure> {
  const core = await openBenchCore(checkout, data, [], environmentOf(server))
  try {
    const client = asPerson(core.router)
    await client.settings.set({ contextTokens: usualWindow })
    await client.settings.prepareModel()
    const { took, blocked } = await sendInto(core.hub, client, 'raw')
    await client.settings.set({ contextTokens })
    return {
      name: 'the same where nothing was summed up before, with the summaries, answered at once',
      value: round(took),
      unit: 'ms',
      comparison: `its longest block ${round(blocked.own)} ms`,
    }
  } finally {
    await core.close()
  }
}

function asPerson(router: Parameters<typeof clientInProcess>[0]): Client {
  return clientInProcess(router, { actor: person, approval: null })
}

async function sendInto(hub: EventHub, client: Client, conversationId: string): Promise<Sent> {
  let word = () => {}
  let end = () => {}
  const answered = new Promise<void>((resolve) => {
    word = resolve
  })
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const stop = hub.subscribe((event) => {
    if (event.type !== 'run') return
    if (event.event.body.type === 'text_delta') word()
    if (event.event.body.type === 'run_finished') end()
  })
  const watch = watchBlocking()
  const started = performance.now()
  await client.conversations.send({ conversationId, text: askForPieces(1), attachments: [] })
  await answered
  const took = performance.now() - started
  const blocked = watch.stop()
  await ended
  stop()
  return { took, blocked }
}
