import { readFileSync, rmSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { appReady, ask, goTo, idle, messageBox, newChat, openApp, send } from '../support/app-page'
import { changeByHand } from '../support/change-by-hand'
import { holdCalls } from '../support/held-calls'
import { connectAsPage } from '../support/page-client'
import { type RunningHost, startHost } from '../support/start-host'

let host: RunningHost

test.beforeEach(async ({ page }) => {
  host = await startHost()
  await openApp(page, host.url)
})
test.afterEach(async () => {
  await host.stop()
  rmSync(host.data, { recursive: true, force: true })
})

const list = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })
const line = (page: Page, title: string) => list(page).getByRole('link', { name: title })
const calculate = (page: Page, sum: string) => ask(page, `/calculate ${sum}`)

async function choose(page: Page, title: string, action: string): Promise<void> {
  await line(page, title).hover()
  await list(page)
    .getByRole('button', { name: `Actions for “${title}”` })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('conversations are pinned, kept in folders, archived, deleted and brought back', async ({ page }) => {
  for (const sum of ['1+1', '2+2', '3+3']) {
    await newChat(page)
    await calculate(page, sum)
  }
  await choose(page, 'Calculate: 1+1', 'Pin')
  await expect(list(page).getByRole('heading', { name: 'Pinned' })).toBeVisible()

  await choose(page, 'Calculate: 2+2', 'Move to folder…')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name of the new folder' }).fill('Sums')
  await dialog.getByRole('button', { name: 'Move' }).click()
  const folder = list(page).getByRole('button', { name: /^Sums/ })
  await expect(folder).toHaveAttribute('aria-expanded', 'true')
  await folder.click()
  await expect(line(page, 'Calculate: 2+2')).toHaveCount(0)
  await page.reload()
  await expect(folder).toHaveAttribute('aria-expanded', 'false')
  await folder.click()

  await choose(page, 'Calculate: 1+1', 'Archive')
  await expect(line(page, 'Calculate: 1+1')).toHaveCount(0)
  await list(page)
    .getByRole('button', { name: /^Archive/ })
    .click()
  await expect(line(page, 'Calculate: 1+1')).toBeVisible()

  // By the keyboard: arrows go through the lines, Delete moves one to the trash.
  await line(page, 'Calculate: 2+2').focus()
  await page.keyboard.press('ArrowDown')
  await expect(line(page, 'Calculate: 3+3')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(line(page, 'Calculate: 3+3')).toHaveCount(0)
  await list(page).getByRole('button', { name: 'Folders and trash' }).click()
  await page.getByRole('menuitem', { name: 'Trash…' }).click()
  await expect(page.getByRole('dialog')).toContainText('Calculate: 3+3')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
  const danger = page.getByRole('alertdialog')
  await expect(danger).toContainText('can’t be undone')
  await expect(danger.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await danger.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('dialog')).toContainText('The trash is empty.')
  // Its button is gone with its line.
  await expect(page.getByRole('dialog')).toBeFocused()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(line(page, 'Calculate: 3+3')).toBeVisible()
})

test('a conversation that leaves the list leaves the keyboard where it was', async ({ page }) => {
  for (const sum of ['1+1', '2+2', '3+3', '4+4']) {
    await newChat(page)
    await calculate(page, sum)
  }
  await choose(page, 'Calculate: 3+3', 'Archive')
  await expect(line(page, 'Calculate: 3+3')).toHaveCount(0)
  await expect(line(page, 'Calculate: 2+2')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(line(page, 'Calculate: 1+1')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(line(page, 'Calculate: 4+4')).toBeFocused()
})

test('the last conversation leaves the keyboard to the one before it, not to a row of the screen', async ({
  page,
}) => {
  for (const sum of ['1+1', '2+2']) {
    await newChat(page)
    await calculate(page, sum)
  }
  const { client, close } = await connectAsPage(host.url)
  await changeByHand(client, 'create_task', { title: 'Water the roses' })
  close()
  await goTo(page, 'Tasks')
  await expect(page.locator('main [data-row]')).toContainText('Water the roses')
  await line(page, 'Calculate: 1+1').focus()
  await page.keyboard.press('Delete')
  await expect(line(page, 'Calculate: 1+1')).toHaveCount(0)
  await expect(line(page, 'Calculate: 2+2')).toBeFocused()
})

test('a conversation that another window moves to the trash keeps its title, and looking at it empties no trash', async ({
  page,
}) => {
  const trash = await holdCalls(page, '/conversations/trash')
  await page.reload()
  await appReady(page)
  await calculate(page, '1+1')
  const title = page.getByRole('heading', { name: 'Calculate: 1+1', level: 1 })
  await expect(title).toBeVisible()
  const { client, close } = await connectAsPage(host.url)
  const [conversation] = await client.conversations.list()
  await client.conversations.remove({ id: conversation?.id ?? '' })
  close()
  await expect(page.getByRole('button', { name: 'Restore', exact: true })).toBeVisible()
  await expect(title).toBeVisible()
  // Opened from its address it is in no list from the beginning.
  await page.reload()
  await appReady(page)
  await expect(page.getByRole('button', { name: 'Restore', exact: true })).toBeVisible()
  await expect(title).toBeVisible()
  expect(trash.asked()).toBe(0)
})

test('who begins another conversation while a message is being sent stays there', async ({ page }) => {
  const sends = await holdCalls(page, '/conversations/send')
  await page.reload()
  await appReady(page)
  const letGo = sends.hold()
  await send(page, '/calculate 1+1')
  await expect.poll(sends.asked).toBe(1)
  await newChat(page)
  await messageBox(page).fill('Something else')
  letGo()
  await expect(line(page, 'Calculate: 1+1')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
  await expect(messageBox(page)).toHaveValue('Something else')
  await expect(page.getByRole('heading', { name: 'New chat', level: 1 })).toBeVisible()
})

test('a menu stays open when the conversation of the message that was just sent opens', async ({ page }) => {
  const sends = await holdCalls(page, '/conversations/send')
  await page.reload()
  await appReady(page)
  const letGo = sends.hold()
  await send(page, '/calculate 1+1')
  await expect.poll(sends.asked).toBe(1)
  await list(page).getByRole('button', { name: 'Folders and trash' }).click()
  letGo()
  await expect(page.getByRole('heading', { name: 'Calculate: 1+1', level: 1 })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Trash…' }).click()
  await expect(page.getByRole('dialog')).toContainText('The trash is empty.')
})

test('a search finds messages of every conversation and opens them, on their branch', async ({ page }) => {
  await ask(page, 'What is the marsh marigold?')
  const mine = page.getByRole('article', { name: 'You' })
  await mine.first().hover()
  await mine.getByRole('button', { name: 'Edit message' }).click()
  await page.getByRole('textbox', { name: 'Your message' }).fill('What is the water lily?')
  await page.getByRole('textbox', { name: 'Your message' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Your message' })).toHaveCount(0)
  await idle(page)
  await expect(mine).toContainText('water lily')
  await goTo(page, 'Library')

  await list(page).getByRole('textbox', { name: 'Search conversations' }).fill('marsh mari')
  const hit = list(page).getByRole('button', { name: /You:/ }).first()
  await expect(hit.getByText('marigold', { exact: true })).toBeVisible()
  await hit.click()
  await expect(mine).toContainText('marsh marigold')
  await list(page).getByRole('textbox', { name: 'Search conversations' }).fill('nowhere to be found')
  await expect(list(page)).toContainText('No conversation and no message has these words')
  await page.keyboard.press('Escape')
  await expect(line(page, 'What is the marsh marigold?')).toBeVisible()
})

test('Ctrl+F finds in the conversation, also what is not drawn', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 480 })
  for (let turn = 1; turn <= 5; turn++) {
    await calculate(page, `${turn}*1001`)
  }
  await page.keyboard.press('Control+f')
  const box = page.getByRole('search').getByRole('textbox', { name: 'Find' })
  await expect(box).toBeFocused()
  await box.fill('2*1001')
  await expect(page.getByRole('search')).toContainText('1 of 1 message')
  await expect(page.getByRole('article', { name: 'You' }).filter({ hasText: '2*1001' })).toBeInViewport()
  await expect
    .poll(() => page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map(String)))
    .toContain('2*1001')
  await box.fill('calculate')
  await expect(page.getByRole('search')).toContainText('5 of 5 messages')
  await box.press('Enter')
  await expect(page.getByRole('search')).toContainText('4 of 5 messages')
  await box.press('Escape')
  await expect(page.getByRole('search')).toHaveCount(0)
})

test('what Ctrl+F finds is in view, also in a message that is higher than the window', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 480 })
  const lines = Array.from({ length: 120 }, (_, at) => `Line ${at} of a long message.`)
  await ask(page, ['The marigold stands first.', ...lines].join('\n'))
  await page.keyboard.press('Control+f')
  const box = page.getByRole('search').getByRole('textbox', { name: 'Find' })
  await box.fill('marigold')
  await expect(page.getByRole('search')).toContainText('1 of 1 message')
  await expect.poll(() => firstFoundIsInView(page)).toBe(true)
  // Who scrolls on is not held there.
  await page.getByRole('log').hover()
  await page.mouse.wheel(0, 1500)
  await expect.poll(() => firstFoundIsInView(page)).toBe(false)
  await box.press('Enter')
  await expect.poll(() => firstFoundIsInView(page)).toBe(true)
})

test('a conversation is saved as a file', async ({ page }) => {
  await calculate(page, '6*7')
  const saved = async (format: string, ending: string) => {
    const download = page.waitForEvent('download')
    await choose(page, 'Calculate: 6*7', `Export as ${format}`)
    const file = await download
    expect(file.suggestedFilename()).toBe(`Calculate 6 7.${ending}`)
    return readFileSync((await file.path()) ?? '', 'utf8')
  }
  expect(await saved('HTML', 'html')).toContain('/calculate 6*7')
  const markdown = await saved('Markdown', 'md')
  expect(markdown).toMatch(/^# Calculate: 6\*7\n\n## You \(.+\)\n\n\/calculate 6\*7\n/u)
  expect(markdown).toContain('42')
  expect(JSON.parse(await saved('JSON', 'json'))).toMatchObject({
    format: 'countersign-conversation',
    title: 'Calculate: 6*7',
    messages: [{ role: 'user', text: '/calculate 6*7' }, { role: 'assistant' }, { role: 'assistant' }],
  })
})

function firstFoundIsInView(page: Page): Promise<boolean> {
  return page.getByRole('log').evaluate((log) => {
    const [found] = CSS.highlights.get('found') ?? []
    if (!(found instanceof Range)) return false
    const view = log.getBoundingClientRect()
    const { top, bottom } = found.getBoundingClientRect()
    return top >= view.top && bottom <= view.bottom
  })
}

test('what is being written outlives a reload, in each conversation its own', async ({ page }) => {
  await newChat(page)
  await calculate(page, '1+1')
  await messageBox(page).fill('And what about\ntwo and two?')
  await newChat(page)
  await messageBox(page).fill('Something else')
  await page.reload()
  await appReady(page)
  await expect(messageBox(page)).toHaveValue('Something else')
  await line(page, 'Calculate: 1+1').click()
  await expect(messageBox(page)).toHaveValue('And what about\ntwo and two?')
  await calculate(page, '2+2')
  await page.reload()
  await appReady(page)
  await expect(messageBox(page)).toHaveValue('')
})
