import { rmSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { answers, idle, inspector, openApp, send } from '../support/app-page'
import {
  answer,
  type FakeMessagesApi,
  startFakeMessagesApi,
  text,
  toolUse,
} from '../support/fake-messages-api'
import { type RunningHost, startHost } from '../support/start-host'

/** Of the message's start, a ping, the block's start and as many pieces as fill more than a window. */
const chunksBeforePause = 203
const paragraph = Array.from({ length: 400 }, (_, at) => `word${at} and some more that follow it `)

let api: FakeMessagesApi
let host: RunningHost
let goOn = () => {}

test.beforeEach(async ({ page }) => {
  api = await startFakeMessagesApi()
  const until = new Promise<void>((resolve) => {
    goOn = resolve
  })
  api.respond(() => answer([text(paragraph)], { pause: { beforeChunk: chunksBeforePause, until } }))
  host = await startHost({
    environment: { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'test', COUNTERSIGN_MODEL: 'fake-model' },
  })
  await page.setViewportSize({ width: 900, height: 420 })
  await openApp(page, host.url)
})
test.afterEach(async () => {
  goOn()
  await host.stop()
  await api.close()
  rmSync(host.data, { recursive: true, force: true })
})

test('an answer is shown to its end in the very frame in which it grows', async ({ page }) => {
  await send(page, 'Tell me a lot.')
  await expect(answers(page).last()).toContainText('word199 ')
  await expect.poll(() => belowFold(page)).toBeLessThan(2)
  await watchGrowth(page)
  goOn()
  await idle(page)
  await expect(answers(page).last()).toContainText('word399 ')
  const { grown, hidden } = await page.evaluate<{ grown: number; hidden: number }>('growth')
  expect(grown).toBeGreaterThan(0)
  expect(hidden).toBe(0)
})

test('what a tool is given is read while it is being written: in its line, below it, and in the inspector', async ({
  page,
}) => {
  const until = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const lines = Array.from({ length: 60 }, (_, at) => `Line ${at} of the tides.`)
  const call = toolUse('create_file', { path: '/nowhere/tides.md', content: lines.join('\n') })
  // Of its pieces of seven characters, so many that half of the lines have come.
  api.respond(() => answer([call], { pause: { beforeChunk: 110, until } }))
  await send(page, 'Write about the tides.')
  const written = page.getByRole('region', { name: 'Being written' })
  await expect(written).toContainText('Line 28 of the tides.')
  const { text: shown, height } = await written.evaluate((box) => {
    const last = box.querySelector('pre')?.getBoundingClientRect().bottom ?? 0
    return { text: box.textContent, height: box.getBoundingClientRect().bottom - last }
  })
  expect(shown).not.toContain('Line 40')
  expect(height).toBeGreaterThanOrEqual(0)
  const line = page.getByRole('button', { name: /tides\.md/ })
  await line.click()
  await expect(inspector(page)).toContainText('/nowhere/tides.md')
  await expect(inspector(page)).toContainText('Line 28 of the tides.')
  goOn()
  await expect(written).toHaveCount(0)
})

test('who has scrolled up stays there while an answer grows', async ({ page }) => {
  await send(page, 'Tell me a lot.')
  await expect(answers(page).last()).toContainText('word199 ')
  await page.getByRole('log').hover()
  await page.mouse.wheel(0, -200)
  await expect.poll(() => belowFold(page)).toBeGreaterThan(195)
  const top = await page.getByRole('log').evaluate((log) => log.scrollTop)
  goOn()
  await idle(page)
  await expect(answers(page).last()).toContainText('word399 ')
  expect(await page.getByRole('log').evaluate((log) => log.scrollTop)).toBe(top)
  await page.getByRole('button', { name: 'Go to the newest message' }).click()
  await expect.poll(() => belowFold(page)).toBeLessThan(2)
})

/** Counts in how many frames the answer grew, and in how many of them its end was out of view once it was laid out. */
function watchGrowth(page: Page): Promise<void> {
  return answers(page)
    .last()
    .locator('p')
    .first()
    .evaluate((grows) => {
      const log = grows.closest('[role="log"]')
      if (log === null) throw new Error('The answer is in no transcript.')
      const growth = { grown: -1, hidden: 0 }
      // Inside of what the transcript itself observes, and later: it is told after it, before the frame is painted.
      new ResizeObserver(() => {
        growth.grown += 1
        if (log.scrollHeight - log.scrollTop - log.clientHeight > 1) growth.hidden += 1
      }).observe(grows)
      Object.assign(globalThis, { growth })
    })
}

function belowFold(page: Page): Promise<number> {
  return page.getByRole('log').evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight)
}
