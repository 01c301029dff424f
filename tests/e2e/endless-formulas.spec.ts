import { expect, test } from '@playwright/test'
import { answers, ask, idle, openApp } from '../support/app-page'
import { answer, text } from '../support/fake-messages-api'
import { setUpModelDesk } from '../support/model-desk'
import { watchPauses } from '../support/page-pauses'

const desk = setUpModelDesk({ opens: false })
test.setTimeout(180_000)

/** Formulas that come to hundreds of thousands of signs. */
const endless = [
  `\\def\\a{${'x'.repeat(3500)}}${'\\a'.repeat(150)}`,
  `\\newcommand{\\a}{${'x'.repeat(3500)}}${'\\a'.repeat(150)}`,
  `\\def\\b#1{#1#1}${'\\b{'.repeat(7)}${'x'.repeat(3500)}${'}'.repeat(7)}`,
  `\\newcommand{\\b}[1]{${'#1'.repeat(900)}}\\b{${'x'.repeat(1500)}}`,
]
/** Each is set, and takes a moment. */
const long = `\\begin{matrix}${'x&'.repeat(900)}${'y\\\\'.repeat(400)}\\end{matrix}`

test('formulas that would be set for minutes are shown as they are written, and many long ones leave the page answering', async ({
  page,
}) => {
  await openApp(page, desk.host.url)
  const longestPause = await watchPauses(page)
  const short = '\\newcommand{\\norm}[1]{\\lVert #1\\rVert}\\norm{x}+\\norm{y}'
  const formulas = [...endless, ...Array.from({ length: 8 }, () => long), short]
  desk.api.push(answer([text(formulas.map((tex) => `$$\n${tex}\n$$`).join('\n\n'))]))
  await ask(page, 'Which formulas are endless?')
  await idle(page)
  const shown = answers(page).last()
  await expect(shown.locator('.ui-formula .katex')).toHaveCount(9, { timeout: 120_000 })
  await expect(shown.locator('.ui-formula > code')).toHaveCount(endless.length)
  await expect(shown.locator('.ui-formula').last().locator('.katex')).toBeVisible()
  // Set as they ask for it, each would hold the page up for minutes.
  expect(await longestPause()).toBeLessThan(15_000)
})
