import { existsSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { card, decideByKey, goTo, pressFor } from '../support/app-page'
import { setUpModelDesk } from '../support/model-desk'

// Proposals that wait together.

const { at, proposeUnattended } = setUpModelDesk()

test('a change that builds on another waits for it, and both are rejected together', async ({ page }) => {
  await proposeUnattended(
    ['create_directory', { path: at('archive') }],
    ['create_file', { path: at('archive/list.md'), content: 'list\n' }],
  )
  await goTo(page, 'Inbox')
  const file = card(page, 'list.md')
  await expect(file).toContainText(/Needs #\d+ first/)
  await expect(file.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled()
  const folder = page.locator('[data-proposal]').first()
  await folder.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(file.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
  await expect(file).not.toContainText(/Needs #/)
  await file.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing waits for you')).toBeVisible()

  await proposeUnattended(
    ['create_directory', { path: at('second') }],
    ['create_file', { path: at('second/list.md'), content: 'list\n' }],
  )
  await expect(card(page, 'second/list.md')).toBeVisible()
  await folder.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(folder).toContainText(/Also rejects #\d+/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
})

test('the inbox is decided by keyboard alone', async ({ page }) => {
  await proposeUnattended(
    ['create_file', { path: at('key-1.md'), content: '1\n' }],
    ['create_file', { path: at('key-2.md'), content: '2\n' }],
    ['create_file', { path: at('key-3.md'), content: '3\n' }],
  )
  await goTo(page, 'Inbox')
  await expect(page.getByRole('list', { name: 'Keys' })).toContainText('Approve')
  await expect(card(page, 'key-3.md')).toBeVisible()
  await page.keyboard.press('j')
  await expect(card(page, 'key-1.md')).toBeFocused()
  await page.keyboard.press('j')
  await expect(card(page, 'key-2.md')).toBeFocused()
  await page.keyboard.press('k')
  await expect(card(page, 'key-1.md')).toBeFocused()
  await page.keyboard.press('d')
  await expect(page.getByRole('dialog')).toContainText('key-1.md')
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(card(page, 'key-1.md')).toBeFocused({ timeout: 300 })
  }).toPass()
  await page.keyboard.press('Control+Enter')
  await expect(card(page, 'key-2.md')).toBeFocused()
  await expect.poll(() => existsSync(at('key-1.md'))).toBe(true)
  await decideByKey(page, 'key-2.md', 'Control+Backspace')
  await page.keyboard.type('Not this one')
  await page.keyboard.press('Enter')
  await expect(card(page, 'key-3.md')).toBeFocused()
  await decideByKey(page, 'key-3.md', 'Control+Enter')
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  await expect.poll(() => existsSync(at('key-3.md'))).toBe(true)
  expect(existsSync(at('key-2.md'))).toBe(false)
})

test('what was decided in the inbox waits in the list of conversations no more', async ({ page }) => {
  await proposeUnattended(['create_file', { path: at('listed.md'), content: 'listed\n' }])
  const list = page.getByRole('navigation', { name: 'Conversations' })
  await expect(list.getByText('1 waiting')).toBeAttached()
  await goTo(page, 'Inbox')
  await card(page, 'listed.md').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  await expect(list.getByText('1 waiting')).toHaveCount(0)
})

test('who thinks better of rejecting or editing is where they were', async ({ page }) => {
  await proposeUnattended(['create_file', { path: at('thought.md'), content: 'thought\n' }])
  await goTo(page, 'Inbox')
  const proposed = card(page, 'thought.md')
  const button = (name: string) => proposed.getByRole('button', { name, exact: true })
  await button('Reject').click()
  await expect(proposed.getByRole('textbox', { name: /Reason/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button('Reject')).toBeFocused()
  await button('Edit').click()
  await expect(proposed.getByRole('textbox', { name: 'Content' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button('Edit')).toBeFocused()
  await proposed.getByRole('button', { name: 'Open large' }).click()
  const large = page.getByRole('dialog')
  const reason = large.getByRole('textbox', { name: /Reason/ })
  await pressFor(large.getByRole('button', { name: 'Reject', exact: true }), reason)
  await expect(reason).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(large.getByRole('button', { name: 'Reject', exact: true })).toBeFocused()
})
