import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { type Figure, median, quantile, range, round } from './figures'
import { framesOnScreen } from './frame-work'

/** Scrolls that are counted, after one that warms the page. */
const rounds = 3
/** About 60 screens, as fast as a person who looks for something turns the wheel. */
const scrollPixels = 50_000
const scrollPixelsPerSecond = 8000
/** Two frames of a screen with 60 of them a second: more is seen as a jerk (milliseconds). */
const jerkMs = 33
/** In its first moments a dialog takes no click (milliseconds). */
const guardedMs = 700

/** Scrolls through the long diff of the proposal that is open large, and tells the frames that a person sees. */
export async function benchDiffScroll(page: Page, lines: number): Promise<Figure> {
  const dialog = page.locator('dialog[open]')
  await delay(guardedMs)
  await dialog.getByRole('button', { name: /^Show all [\d,]+ lines/ }).click()
  const area = dialog.locator('.ui-diff-scroll')
  await area.waitFor()
  const box = await area.boundingBox()
  if (box === null) throw new Error('The diff is not on the screen.')
  const session = await page.context().newCDPSession(page)
  const scrolls: (readonly number[])[] = []
  for (let index = 0; index < rounds + 1; index++) {
    await area.evaluate((element) => element.scrollTo(0, 0))
    const { frames } = await framesOnScreen(page, () =>
      session.send('Input.synthesizeScrollGesture', {
        ...{ x: box.x + box.width / 2, y: box.y + box.height / 2 },
        ...{ yDistance: -scrollPixels, speed: scrollPixelsPerSecond, gestureSourceType: 'mouse' },
      }),
    )
    if (index > 0) scrolls.push(frames)
  }
  const passed = await area.evaluate((element) => element.scrollTop)
  await session.detach()
  if (passed < scrollPixels / 2) throw new Error(`Only ${passed} pixels of the diff were passed.`)
  const frames = scrolls.flat()
  const jerks = frames.filter((frame) => frame > jerkMs).length / frames.length
  return {
    name: `scrolling a diff of ${lines.toLocaleString('en')} lines, frames on the screen in the median`,
    value: round(median(frames), 1),
    unit: 'ms',
    spread: range(frames, 1),
    comparison: `worst ${round(Math.max(...frames), 1)} ms, 95th percentile ${round(quantile(frames, 0.95), 1)} ms; ${round(jerks * 100, 1)} % of the frames above ${jerkMs} ms`,
  }
}
