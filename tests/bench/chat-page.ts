import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { askForStream, type FakeServerThread } from './fake-server-thread'
import { type Opening, timeInPage } from './page-time'

/** What a page gets to finish before something is measured, in milliseconds. */
const settleMs = 400
const tokensPerSecond = 200
/** Of each end of a stream, which begins and ends with other work (milliseconds). */
const leftOutMs = 1000
/** A short stream, of which only the beginning counts. */
const fewTokens = 20
const bytesPerKibibyte = 1024

/** Frames of one scroll. */
export interface Scrolled {
  /** Between two frames that the page was asked for, in milliseconds. */
  readonly frames: readonly number[]
  /** Share of these frames that had nothing in the middle of the view. */
  readonly blank: number
  /** Messages that were passed. */
  readonly passed: number
}

/** What a page used while an answer streamed into it, as shares of a core. */
export interface StreamCost {
  /** All threads of the page's process. */
  readonly process: number
  /** Its main thread. */
  readonly mainThread: number
}

/** Bytes that the page holds. */
export interface PageMemory {
  /** Of its process, without files and code that it shares; null where the system does not tell. */
  readonly process: number | null
  /** Of JavaScript's objects alone, before rubbish is collected. */
  readonly heap: number
}

/** Loads the page anew, with no conversation open. */
export async function reloadPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/chat'
  })
  await page.reload()
  await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
  await delay(settleMs)
}

/** Opens a conversation; done when its last message is painted. */
export function openConversation(page: Page, id: string, messages: number): Promise<Opening> {
  return timeInPage(
    page,
    `(() => {
      const last = document.querySelector('[data-index="${messages - 1}"] article')
      return last !== null && last.getBoundingClientRect().top < innerHeight
    })()`,
    (to) => {
      location.hash = to
    },
    `#/chat/${id}`,
  )
}

/** Turns the wheel upwards over so many pixels, from the end of an open conversation. */
export async function scrollUp(page: Page, pixels: number, pixelsPerSecond: number): Promise<Scrolled> {
  const session = await page.context().newCDPSession(page)
  await page.evaluate(() => {
    const watch = { frames: [] as number[], blank: 0, over: false }
    let last = 0
    const look = (at: number) => {
      if (last > 0) watch.frames.push(at - last)
      last = at
      const there = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('.transcript-item, p')
      if (!there || there.querySelector(':scope > .transcript-blank')) watch.blank++
      if (!watch.over) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    Object.assign(globalThis, { benchWatch: watch })
  })
  const from = await firstInView(page)
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await session.send('Input.synthesizeScrollGesture', {
    ...{ x: width / 2, y: height / 2, yDistance: pixels, speed: pixelsPerSecond },
    gestureSourceType: 'mouse',
  })
  const { frames, blank } = await page.evaluate<{ frames: number[]; blank: number }>(
    '((benchWatch.over = true), benchWatch)',
  )
  const to = await firstInView(page)
  await session.detach()
  return { frames, blank: blank / frames.length, passed: from - to }
}

/** The place of the first message that is in view; looked for outside of what is measured, because it costs a layout. */
function firstInView(page: Page): Promise<number> {
  return page.evaluate(() => {
    const top = document.querySelector('.transcript-scroll')?.getBoundingClientRect().top ?? 0
    const items = [...document.querySelectorAll<HTMLElement>('.transcript-item')]
    const first = items.find((item) => item.getBoundingClientRect().bottom > top)
    return Number(first?.dataset.index)
  })
}

/** Sends a message into the open conversation and measures what streaming the answer costs. */
export async function streamInto(page: Page, server: FakeServerThread, seconds: number): Promise<StreamCost> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await sendAndWait(page, askForStream(seconds * tokensPerSecond, tokensPerSecond))
  await server.letGo()
  await delay(leftOutMs)
  const before = await metrics(session)
  await delay(seconds * 1000 - 2 * leftOutMs)
  const after = await metrics(session)
  await finished(page)
  await session.detach()
  const share = (name: string) =>
    ((after[name] ?? 0) - (before[name] ?? 0)) / ((after.Timestamp ?? 0) - (before.Timestamp ?? 0))
  return { process: share('ProcessTime'), mainThread: share('ThreadTime') }
}

/** Milliseconds from when the first token left the server until it is painted. */
export async function firstToken(page: Page, server: FakeServerThread): Promise<number> {
  await sendAndWait(page, askForStream(fewTokens, tokensPerSecond))
  const seen = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          // The answer is the last one in the list, whatever element shows it by now.
          const answer = [...document.querySelectorAll('.message-assistant')].at(-1)
          if (!answer?.querySelector('.ui-md')?.textContent) return
          observer.disconnect()
          // After the frame in which it is there has been painted.
          requestAnimationFrame(() => setTimeout(() => resolve(Date.now())))
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
        look()
      }),
  )
  const left = await server.letGo()
  const at = await seen
  await finished(page)
  return at - left
}

/** What the page of a browser holds. */
export async function pageMemory(browser: Browser, page: Page): Promise<PageMemory> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const { JSHeapUsedSize: heap = 0 } = await metrics(session)
  await session.detach()
  const whole = await browser.newBrowserCDPSession()
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo')
  await whole.detach()
  // A browser keeps a spare one that has not done anything.
  const pages = processInfo
    .filter(({ type }) => type === 'renderer')
    .toSorted((a, b) => b.cpuTime - a.cpuTime)
  const status = `/proc/${pages[0]?.id}/status`
  if (!existsSync(status)) return { process: null, heap }
  const [, kibibytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8')) ?? []
  return { process: kibibytes === undefined ? null : Number(kibibytes) * bytesPerKibibyte, heap }
}

async function sendAndWait(page: Page, words: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await box.fill(words)
  await box.press('Enter')
  await page.locator('.message-assistant .message-working').waitFor()
  await delay(settleMs)
}

async function finished(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
  await delay(settleMs)
}

async function metrics(session: CDPSession): Promise<Readonly<Record<string, number>>> {
  const { metrics: all } = await session.send('Performance.getMetrics')
  return Object.fromEntries(all.map(({ name, value }) => [name, value]))
}
