import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { ask, documentRow, goTo, inspector, openApp } from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'
import { runCommand } from '../support/run-command'

const desk = setUpHostDesk('for each test')

const sections = 40
const wanted = 20
/** Each is a part, some three times as high as others: what stands where they are not drawn yet is as high as none of them. */
const harbours = Array.from({ length: sections }, (_, n) => {
  const line = n === wanted ? 'The lighthouse stands here.' : `Quay ${n} has room for ships.`
  const many = n % 2 === 0 ? 4 : 90
  return [
    `## Harbour ${n}`,
    line,
    Array.from({ length: many }, (_, at) => `- Berth ${at}`).join('\n'),
    'words '.repeat(n % 2 === 0 ? 400 : 230),
  ].join('\n\n')
}).join('\n\n')

/** Keeps back the text that the page asks for, but for that at one place; lets out a piece each time it is asked to. */
async function holdText(page: Page, except: number) {
  const held: (() => void)[] = []
  await page.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      const asked = String(message)
      const start = Number(/"start":(\d+)/u.exec(asked)?.[1])
      const length = Number(/"length":(\d+)/u.exec(asked)?.[1])
      const send = () => server.send(message)
      if (!asked.includes('library/text') || (start <= except && except < start + length)) send()
      else held.push(send)
    })
  })
  return { next: () => held.shift()?.() }
}

test('what is jumped to, and what is pressed, stay where they are while the parts around them are drawn', async ({
  page,
}) => {
  writeFileSync(join(desk.papers, 'Harbours.md'), harbours)
  await runCommand(['add', join(desk.papers, 'Harbours.md'), '--data', desk.host.data])
  const text = await holdText(page, harbours.indexOf('lighthouse'))
  // What is jumped to comes to the middle: in so high a window a part above it begins in view.
  await page.setViewportSize({ width: 1360, height: 1900 })
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
  await documentRow(page, 'Harbours').getByText('Harbours').first().click()
  await inspector(page).getByRole('button', { name: 'Search in this document' }).click()
  const box = inspector(page).getByRole('textbox', { name: 'Words to look for' })
  await box.fill('lighthouse')
  await box.press('Enter')
  const mark = inspector(page).locator('mark.ui-mark-active')
  await expect(mark).toBeInViewport()
  const waiting = inspector(page).locator('.document-part-waiting')
  await expect(waiting).not.toHaveCount(0)
  const top = async () => Math.round((await mark.boundingBox())?.y ?? Number.NaN)
  let before = Number.NaN
  await expect
    .poll(async () => {
      const last = before
      before = await top()
      return before === last
    })
    .toBe(true)

  // A press that ends only when all is drawn, as a slow one may.
  await mark.hover()
  await page.mouse.down()
  await expect(async () => {
    text.next()
    await expect.poll(top).toBe(before)
    await expect(waiting).toHaveCount(0, { timeout: 50 })
  }).toPass()
  await page.mouse.up()
  expect(await top()).toBe(before)
})

test('a search that closes, or finds nothing more, leaves the reader where they are, and not at the citation', async ({
  page,
}) => {
  writeFileSync(join(desk.papers, 'Harbours.md'), harbours)
  await runCommand(['add', join(desk.papers, 'Harbours.md'), '--data', desk.host.data])
  await openApp(page, desk.host.url)
  await goTo(page, 'Chat')
  await ask(page, 'Where does the lighthouse stand?')
  await page
    .getByRole('button', { name: /Harbours/ })
    .first()
    .click()
  const mark = inspector(page).locator('mark.ui-mark-active').first()
  await expect(mark).toBeInViewport()

  const top = () =>
    inspector(page)
      .locator('.ui-list-body')
      .first()
      .evaluate((body) => Math.round(body.parentElement?.scrollTop ?? Number.NaN))
  await mark.hover()
  const atCitation = await top()
  // Not so far that the part of the citation is taken away.
  await page.mouse.wheel(0, 250)
  await expect.poll(top).toBeGreaterThan(atCitation + 200)
  await inspector(page).getByRole('button', { name: 'Search in this document' }).click()
  const box = inspector(page).getByRole('textbox', { name: 'Words to look for' })
  const marked = inspector(page).locator('mark.ui-mark-active')
  await box.fill('quay')
  await expect(inspector(page).getByRole('search').getByRole('status')).toContainText('39')
  await expect(marked).toHaveCount(0)
  const left = await top()
  for (const nothing of ['quayx', '']) {
    await box.fill(nothing)
    await expect(marked).not.toHaveCount(0)
    expect(await top()).toBe(left)
    await box.fill('quay')
    await expect(marked).toHaveCount(0)
  }
  await box.press('Escape')
  await expect(marked).not.toHaveCount(0)
  expect(await top()).toBe(left)
})
