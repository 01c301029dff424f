import { expect, test } from '@playwright/test'
import { answers, ask, openApp } from '../support/app-page'
import { answer, text } from '../support/fake-messages-api'
import { setUpModelDesk } from '../support/model-desk'
import { watchPauses } from '../support/page-pauses'

// Browsers and the shell give a frame without an origin a process of its own; this headless one has to be told to.
test.use({
  launchOptions: {
    executablePath: process.env.COUNTERSIGN_TEST_CHROMIUM || undefined,
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--site-per-process'],
  },
})
test.setTimeout(120_000)

const desk = setUpModelDesk({ opens: false })
/** Its blocks are laid out one by one: that would take days. */
const endless = '```mermaid\nblock-beta\n  columns 3\n  a:900000000 b space:900000000\n```'

test('a diagram that would be drawn for days is shown as code, and the page answers meanwhile', async ({
  page,
}) => {
  await openApp(page, desk.host.url)
  const longestPause = await watchPauses(page)
  desk.api.push(answer([text(endless)]))
  await ask(page, 'Draw the blocks')
  await expect(answers(page).last().locator('code')).toContainText('block-beta', { timeout: 60_000 })
  await expect(answers(page).last().locator('iframe')).toHaveCount(0)
  // Drawing may take fifteen seconds; the page stood still for none of them.
  expect(await longestPause()).toBeLessThan(5000)
})
