import type { Page } from '@playwright/test'

/** As much of an event of a trace as is needed here; times in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  /** Of a processor, where the system tells. */
  readonly tdur?: number
  readonly dur?: number
}

const microsecondsPerMs = 1000
/** A task of a thread, and the callback that a page which watches its frames has in each of them. */
const task = 'ThreadControllerImpl::RunTask'
const frame = 'FireAnimationFrame'

/** What a browser does when it puts a frame on the screen, in whichever process that is. */
const onScreen = 'Display::DrawAndSwap'

/**
 * What the page's main thread worked in each frame while something was done, in milliseconds of a processor. The page
 * must ask for each frame. Watching costs a little, so that it is no time for the frames themselves.
 */
export async function mainThreadWork(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  const { events } = await traced(page, ['toplevel', 'devtools.timeline'], work)
  return workInFrames(events)
}

/**
 * Milliseconds from frame to frame on the screen while something was done, beside what that answers. A page that is
 * scrolled is drawn by another thread than its own: the frames that the page is asked for are not what a person sees.
 */
export async function framesOnScreen<T>(
  page: Page,
  work: () => Promise<T>,
): Promise<{ readonly frames: number[]; readonly done: T }> {
  const { events, done } = await traced(page, ['viz'], work)
  const times = events
    .filter(({ name, ph }) => name === onScreen && ph === 'X')
    .map(({ ts }) => ts)
    .toSorted((a, b) => a - b)
  const frames = times.slice(1).map((time, index) => (time - (times[index] ?? time)) / microsecondsPerMs)
  return { frames, done }
}

async function traced<T>(
  page: Page,
  includedCategories: string[],
  work: () => Promise<T>,
): Promise<{ readonly events: readonly TraceEvent[]; readonly done: T }> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page has no browser of its own to watch.')
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    traceConfig: { includedCategories, recordMode: 'recordAsMuchAsPossible' },
    transferMode: 'ReportEvents',
  })
  const done = await work()
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return { events, done }
}

function workInFrames(events: readonly TraceEvent[]): number[] {
  const frames = events.filter(({ name }) => name === frame).toSorted((a, b) => a.ts - b.ts)
  const [{ pid, tid } = { pid: 0, tid: 0 }] = frames
  const tasks = events
    .filter((event) => event.name === task && event.ph === 'X' && event.pid === pid && event.tid === tid)
    .toSorted((a, b) => a.ts - b.ts)
  const sums: number[] = []
  let next = 0
  for (const { ts } of frames.slice(1)) {
    let sum = 0
    for (; (tasks[next]?.ts ?? Number.POSITIVE_INFINITY) < ts; next++) sum += durationOf(tasks[next])
    sums.push(sum / microsecondsPerMs)
  }
  // What came before the first frame is none of them.
  return sums.slice(1)
}

function durationOf(event: TraceEvent | undefined): number {
  return event?.tdur ?? event?.dur ?? 0
}
