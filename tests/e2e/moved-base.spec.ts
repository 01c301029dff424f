import { existsSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { card, dangerDialog, decide, goTo, moveAndPress, openApp } from '../support/app-page'
import { setUpModelDesk } from '../support/model-desk'

// What waits is told where what it was planned against moved, and what of it can be decided all the same.

const desk = setUpModelDesk({ opens: false })
const { at, put, proposeUnattended } = desk

async function openInbox(page: Page): Promise<void> {
  await openApp(page, desk.host.url)
  await goTo(page, 'Inbox')
}

test('what has not changed is approved by itself where one of several did', async ({ page }) => {
  for (const name of ['part-a.md', 'part-b.md', 'part-c.md']) put(name, `${name}\n`)
  const paths = ['part-a.md', 'part-b.md', 'part-c.md'].map(at)
  await proposeUnattended(['trash_files', { paths }])
  put('part-b.md', 'written by hand\n')
  await openInbox(page)
  await moveAndPress(card(page, 'part-a.md').getByRole('button', { name: 'Review…' }))
  const dialog = dangerDialog(page)
  await expect(dialog).toContainText('it can’t be approved as it is shown')
  await expect(dialog).toContainText('leave out what has changed')
  await expect(async () => {
    await dialog.getByRole('checkbox', { name: 'Include part-b.md' }).uncheck({ timeout: 1000 })
  }).toPass()
  await expect(dialog).toContainText('delete 2')
  await dialog.getByRole('textbox').fill('delete 2')
  await decide(dialog, 'Delete')
  await expect.poll(() => existsSync(at('part-a.md')) || existsSync(at('part-c.md'))).toBe(false)
  expect(desk.read('part-b.md')).toBe('written by hand\n')
})

test('where all of several changed, nothing is said of leaving out a part', async ({ page }) => {
  const names = ['whole-a.md', 'whole-b.md']
  for (const name of names) put(`whole/${name}`, `# ${name}\n`)
  await proposeUnattended(['add_document', { source: at('whole') }])
  for (const name of names) put(`whole/${name}`, '# Written by hand since\n')
  await openInbox(page)
  const whole = card(page, 'whole')
  await expect(whole).toContainText('it can’t be approved as it is shown')
  await expect(whole).not.toContainText('leave out what has changed')
})

test('a card is told of what is changed in the window itself', async ({ page }) => {
  put('twice.md', 'low water at six\n')
  const edit = (new_text: string) => ({ path: at('twice.md'), edits: [{ old_text: 'six', new_text }] })
  await proposeUnattended(['edit_file', edit('seven')])
  await proposeUnattended(['edit_file', edit('eight')])
  await openInbox(page)
  const other = card(page, 'twice.md').filter({ hasText: 'water at eight' })
  const approve = other.getByRole('button', { name: 'Approve', exact: true })
  await expect(approve).toBeEnabled()
  const first = card(page, 'twice.md').filter({ hasText: 'water at seven' })
  await moveAndPress(first.getByRole('button', { name: 'Approve', exact: true }))
  await expect(other).toContainText('it can’t be approved as it is shown')
})
