import { expect, type Page, test } from '@playwright/test'
import { card, dangerDialog, decide, goTo, openApp, screenLink, send } from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'

// What becomes of a dialog of one's own action that went with its page.

const desk = setUpHostDesk('for each test')

/** Adds a task and asks for its removal. */
async function askToDelete(page: Page, title: string): Promise<void> {
  await goTo(page, 'Tasks')
  await page.getByRole('textbox', { name: 'Add a task', exact: true }).fill(title)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: new RegExp(`^${title}`) }).click()
  await page.getByRole('article', { name: title }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: /^Delete/ }).click()
  await expect(dangerDialog(page)).toContainText(title)
}

test('one’s own dialog comes back with a reload, and is cancelled with its page; what others proposed waits', async ({
  context,
}) => {
  const page = await context.newPage()
  await openApp(page, desk.host.url)
  await send(page, '/create_file {"path":"of-the-assistant.md","content":"waits"}')
  await expect(card(page, 'of-the-assistant.md')).toBeVisible()
  await askToDelete(page, 'Paint the shed')
  await page.reload()
  await expect(dangerDialog(page)).toContainText('Paint the shed')
  await decide(dangerDialog(page), 'Cancel')
  await page.reload()
  await expect(screenLink(page, 'Inbox')).toContainText('1')
  await expect(dangerDialog(page)).toHaveCount(0)

  await askToDelete(page, 'Sweep the yard')
  const other = await context.newPage()
  await openApp(other, desk.host.url)
  // It lives, and asks.
  await expect(screenLink(other, 'Inbox')).toContainText('2')
  await other.close()
  await expect(dangerDialog(page)).toContainText('Sweep the yard')
  await page.close()
  const next = await context.newPage()
  await openApp(next, desk.host.url)
  await expect(screenLink(next, 'Inbox')).toContainText('1')
  await goTo(next, 'Inbox')
  await expect(card(next, 'of-the-assistant.md')).toBeVisible()
  await expect(card(next, 'Sweep the yard')).toHaveCount(0)
  await goTo(next, 'Tasks')
  await expect(next.getByRole('checkbox', { name: 'Sweep the yard: done' })).toBeVisible()
})
