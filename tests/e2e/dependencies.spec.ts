import { existsSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import {
  card,
  dangerDialog,
  decide,
  goTo,
  pressInMessage,
  pressUntilGone,
  undoInMessage,
} from '../support/app-page'
import { setUpModelDesk } from '../support/model-desk'

// Changes that build on others which wait: what they need is said, and one button approves all of it in its order.

const desk = setUpModelDesk()
const { at, put, read, proposeUnattended } = desk
const needs = /Needs #\d+(, #\d+)* first/
/** Text around the words that a test changes: an edit of most of a file asks as overwriting does. */
const padding = 'The tide turns twice a day at Marrow Point.\n'.repeat(8)

test('a move of a file that is only proposed is approved together with it', async ({ page }) => {
  await proposeUnattended(
    ['create_file', { path: at('draft.md'), content: 'Low water at six.\n' }],
    ['move_files', { items: [{ from: at('draft.md'), to: at('final.md') }] }],
  )
  await goTo(page, 'Inbox')
  const moved = card(page, 'final.md')
  await expect(moved).toContainText(needs)
  await expect(moved.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled()
  await moved.getByRole('button', { name: 'Approve both' }).click()
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  // What is decided waits no more; it is applied a moment later.
  await expect(() => {
    expect(read('final.md')).toBe('Low water at six.\n')
    expect(existsSync(at('draft.md'))).toBe(false)
  }).toPass()
})

test('what several changes need is said once above them, and short on each', async ({ page }) => {
  await proposeUnattended(
    ['create_directory', { path: at('harbour') }],
    ...['a', 'b', 'c'].map(
      (name) => ['create_file', { path: at(`harbour/${name}.md`), content: 'six\n' }] as const,
    ),
  )
  await goTo(page, 'Inbox')
  await expect(page.getByText(/3 changes need #\d+ first/)).toBeVisible()
  await expect(page.getByText('builds on what is not there yet')).toHaveCount(0)
  for (const name of ['a.md', 'b.md', 'c.md']) {
    await expect(card(page, name)).toContainText(needs)
    await expect(card(page, name).getByRole('button', { name: /^Show #/ })).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Approve what they need' }).click()
  await expect(page.getByText(needs)).toHaveCount(0)
  await expect(page.getByText(/changes need #/)).toHaveCount(0)
  await card(page, 'b.md').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect.poll(() => existsSync(at('harbour/b.md'))).toBe(true)
  await page.getByRole('button', { name: 'Approve 2 safe changes' }).click()
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  await expect(() => {
    expect(existsSync(at('harbour/a.md')) && existsSync(at('harbour/c.md'))).toBe(true)
  }).toPass()

  await undoInMessage(page, /^2 changes were applied/)
  await expect(page.getByText('2 changes were undone.')).toBeVisible()
  const there = () => ['a', 'b', 'c'].map((name) => existsSync(at(`harbour/${name}.md`)))
  expect(there()).toEqual([false, true, false])
  await pressInMessage(page, /^2 changes were undone/, 'Redo')
  await expect(page.getByText('2 changes were done again.')).toBeVisible()
  expect(there()).toEqual([true, true, true])
})

test('a folder in which changes wait is moved on together with them', async ({ page }) => {
  put('spring/plan.md', `the old plan\n${padding}`)
  await proposeUnattended(
    ['move_files', { items: [{ from: at('spring'), to: at('summer') }] }],
    ['edit_file', { path: at('summer/plan.md'), edits: [{ old_text: 'old', new_text: 'new' }] }],
    ['create_file', { path: at('summer/tides.md'), content: 'six\n' }],
    ['move_files', { items: [{ from: at('summer'), to: at('autumn') }] }],
  )
  await goTo(page, 'Inbox')
  const moved = card(page, 'autumn')
  await expect(moved).toContainText(needs)
  await moved.getByRole('button', { name: 'Approve all 4' }).click()
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  await expect(() => {
    expect(read('autumn/plan.md')).toBe(`the new plan\n${padding}`)
    expect(read('autumn/tides.md')).toBe('six\n')
    expect(existsSync(at('spring')) || existsSync(at('summer'))).toBe(false)
  }).toPass()
})

test('all that a change needs is approved in its order, and it stops where one can’t be applied', async ({
  page,
}) => {
  await proposeUnattended(
    ['create_directory', { path: at('season') }],
    ['create_file', { path: at('season/tides.md'), content: `six\n${padding}` }],
    ['edit_file', { path: at('season/tides.md'), edits: [{ old_text: 'six', new_text: 'seven' }] }],
  )
  await goTo(page, 'Inbox')
  await card(page, '1 replacement').getByRole('button', { name: 'Approve all 3' }).click()
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  // What is decided waits no more; it is applied a moment later.
  await expect(() => expect(read('season/tides.md')).toBe(`seven\n${padding}`)).toPass()

  await proposeUnattended(
    ['create_file', { path: at('taken.md'), content: 'mine\n' }],
    ['append_to_file', { path: at('taken.md'), content: 'more\n' }],
  )
  put('taken.md', 'somebody else\n')
  await page.getByRole('button', { name: 'Approve both' }).click()
  await expect(page.getByText(/^#\d+ was not applied, and nothing after it\./)).toBeVisible()
  expect(read('taken.md')).toBe('somebody else\n')
  const left = page.locator('[data-proposal]').filter({ hasText: needs })
  await expect(left).toContainText('was not applied')
  await expect(left.getByRole('button', { name: 'Approve both' })).toHaveCount(0)
  await left.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.keyboard.press('Enter')
  await expect(left).toHaveCount(0)
})

test('what removes something is confirmed in its own dialog, also where it is needed', async ({ page }) => {
  put('plan.md', 'the old plan\n')
  await proposeUnattended(
    ['trash_files', { paths: [at('plan.md')] }],
    ['create_file', { path: at('plan.md'), content: 'the new plan\n' }],
  )
  await goTo(page, 'Inbox')
  const fresh = page.getByRole('region', { name: /^Create .*plan\.md/ })
  await expect(fresh).toContainText(needs)
  await expect(fresh.getByRole('button', { name: /Approve both/ })).toHaveCount(0)
  await fresh.getByRole('button', { name: /^Show #/ }).click()
  await expect(dangerDialog(page)).toContainText('plan.md')
  await decide(dangerDialog(page), 'Delete')
  await expect(fresh.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
  await fresh.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect.poll(() => existsSync(at('plan.md')) && read('plan.md')).toBe('the new plan\n')
})

test('where something must be typed, what it needs is approved first and then it is typed', async ({
  page,
}) => {
  await proposeUnattended(
    ['create_file', { path: at('gone-1.md'), content: '1\n' }],
    ['create_file', { path: at('gone-2.md'), content: '2\n' }],
    ['trash_files', { paths: [at('gone-1.md'), at('gone-2.md')] }],
  )
  await goTo(page, 'Inbox')
  const removal = page.locator('[data-proposal]').filter({ hasText: 'to the trash' })
  await expect(removal).toContainText(needs)
  await expect(removal.getByRole('button', { name: /Approve/ })).toHaveCount(0)
  await removal.getByRole('button', { name: 'Review' }).click()
  const dialog = dangerDialog(page)
  await expect(dialog.getByRole('textbox')).toBeVisible()
  await pressUntilGone(dialog.getByRole('button', { name: 'Approve the 2 that it needs' }))
  await expect(dialog).not.toContainText(needs)
  await expect.poll(() => existsSync(at('gone-2.md'))).toBe(true)
  await dialog.getByRole('textbox').fill('delete 2')
  await decide(dialog, 'Delete')
  await expect.poll(() => existsSync(at('gone-1.md'))).toBe(false)
  await expect(dialog).toHaveCount(0)
})
