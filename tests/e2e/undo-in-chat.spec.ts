import { existsSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import {
  approveCard,
  change,
  dangerDialog,
  goTo,
  idle,
  newChat,
  openConversation,
  send,
} from '../support/app-page'
import { expectAccessible } from '../support/expect-accessible'
import { holdCalls } from '../support/held-calls'
import { padding, setUpModelDesk } from '../support/model-desk'

// The way back from a change, where the change was approved.

const desk = setUpModelDesk()
const { at, put, read, replacing, modelCalls } = desk

const call = (page: Page, words: string) => page.locator('.tool-call', { hasText: words })
const button = (page: Page, words: string, name: 'Undo' | 'Redo') =>
  call(page, words).getByRole('button', { name, exact: true })

test('a change is undone beside its call and done again, by keys, over a reload, and by what Activity does', async ({
  page,
}) => {
  put('plan.md', `as it was\n${padding}`)
  modelCalls(replacing('plan.md', 'as it was', 'by the model'))
  await send(page, 'Edit the plan')
  await expect(button(page, 'plan.md', 'Undo')).toHaveCount(0)
  await approveCard(page, 'plan.md')
  await idle(page)
  await expectAccessible(page, 'a change that can be undone')

  await call(page, 'plan.md').locator('.tool-line').focus()
  await page.keyboard.press('Tab')
  await expect(button(page, 'plan.md', 'Undo')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => read('plan.md')).toBe(`as it was\n${padding}`)
  await expect(button(page, 'plan.md', 'Redo')).toBeFocused()
  await expect(call(page, 'plan.md').getByText('Undone', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a change that was undone')

  await page.reload()
  await button(page, 'plan.md', 'Redo').click()
  await expect(page.getByText('Done again.')).toBeVisible()
  expect(read('plan.md')).toBe(`by the model\n${padding}`)
  await expect(button(page, 'plan.md', 'Undo')).toBeVisible()

  await call(page, 'plan.md').locator('.tool-line').click()
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector.getByText('with the wait for the decision')).toBeVisible()
  await inspector.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(button(page, 'plan.md', 'Redo')).toBeVisible()
  expect(read('plan.md')).toBe(`as it was\n${padding}`)

  await goTo(page, 'Activity')
  await page
    .getByRole('article', { name: /^Undid.*plan\.md/ })
    .first()
    .getByRole('button', { name: 'Undo', exact: true })
    .click()
  await expect.poll(() => read('plan.md')).toBe(`by the model\n${padding}`)
  await change(page, 'plan.md').getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect.poll(() => read('plan.md')).toBe(`as it was\n${padding}`)
  await openConversation(page, 'Edit the plan')
  await expect(call(page, 'plan.md').getByText('Undone', { exact: true })).toBeVisible()
})

test('Activity shows nothing before it has everything: an entry that came by itself would move under the hand', async ({
  page,
}) => {
  put('moves.md', `as it was\n${padding}`)
  modelCalls(replacing('moves.md', 'as it was', 'by the model'))
  const lists = await holdCalls(page, '/changes/list')
  await page.reload()
  await newChat(page)
  await send(page, 'Edit what moves')
  await approveCard(page, 'moves.md')
  await idle(page)
  await button(page, 'moves.md', 'Undo').click()
  await expect(button(page, 'moves.md', 'Redo')).toBeVisible()

  const letGo = lists.hold()
  const asked = lists.asked()
  await goTo(page, 'Activity')
  await expect.poll(lists.asked).toBeGreaterThan(asked)
  await expect(page.getByRole('article')).toHaveCount(0)
  letGo()
  await expect(page.getByRole('article', { name: /^Undid.*moves\.md/ })).toBeVisible()
  await expect(change(page, 'moves.md')).toBeVisible()
})

test('what was changed since is asked about in the chat as well', async ({ page }) => {
  put('mine.md', `as it was\n${padding}`)
  modelCalls(replacing('mine.md', 'as it was', 'by the model'))
  await send(page, 'Edit mine')
  await approveCard(page, 'mine.md')
  await idle(page)
  put('mine.md', `by hand since\n${padding}`)
  await button(page, 'mine.md', 'Undo').click()
  await expect(dangerDialog(page)).toContainText('by hand since')
  await dangerDialog(page).getByRole('button', { name: 'Restore anyway' }).click()
  await expect.poll(() => read('mine.md')).toBe(`as it was\n${padding}`)
  await expect(button(page, 'mine.md', 'Redo')).toBeVisible()
})

test('what is done again and was changed since is asked about as that', async ({ page }) => {
  put('tides.md', `high at nine\n${padding}`)
  modelCalls(replacing('tides.md', 'high at nine', 'high at ten'))
  await send(page, 'Edit the tides')
  await approveCard(page, 'tides.md')
  await idle(page)
  await button(page, 'tides.md', 'Undo').click()
  await expect(button(page, 'tides.md', 'Redo')).toBeVisible()
  put('tides.md', `high at noon\n${padding}`)
  await button(page, 'tides.md', 'Redo').click()
  await expect(dangerDialog(page)).toContainText('This can’t simply be done again')
  await expect(dangerDialog(page)).not.toContainText(/undo\b/)
  await dangerDialog(page).getByRole('button', { name: 'Do it again anyway' }).click()
  await expect.poll(() => read('tides.md')).toBe(`high at ten\n${padding}`)
})

test('all that a run changed is undone at its end, and done again', async ({ page }) => {
  const names = ['one.md', 'two.md']
  modelCalls(...names.map((name) => ['create_file', { path: at(name), content: 'x\n' }] as const))
  await send(page, 'Make two')
  for (const name of names) await approveCard(page, name)
  await idle(page)
  await page.getByRole('button', { name: 'Undo run' }).click()
  await expect(page.getByText('2 changes were undone.')).toBeVisible()
  expect(names.map((name) => existsSync(at(name)))).toEqual([false, false])
  await page.reload()
  await page.getByRole('button', { name: 'Redo all' }).click()
  await expect(page.getByText('2 changes were done again.')).toBeVisible()
  expect(names.map((name) => existsSync(at(name)))).toEqual([true, true])
  await button(page, 'one.md', 'Undo').click()
  await expect.poll(() => existsSync(at('one.md'))).toBe(false)
  await expect(page.getByRole('button', { name: 'Undo run' })).toBeVisible()
})

test('Ctrl+Z takes back the last change, and nothing that was typed in a field without the focus', async ({
  page,
}) => {
  await goTo(page, 'Library')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: /collection/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Tides')
  await dialog.getByRole('button', { name: /Create|Save|Add/ }).click()
  // The keys of the page are the page's again.
  await expect(dialog).toHaveCount(0)
  const collection = page.getByRole('button', { name: /^Tides/ })
  await expect(collection).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search the library' })
  await search.pressSequentially('moon')
  await search.fill('')
  await collection.focus()
  await page.keyboard.press('Control+z')
  await expect(page.getByText(/^Undid/)).toBeVisible()
  await expect(collection).toHaveCount(0)
  await expect(search).toHaveValue('')
  await expect(search).not.toBeFocused()
  await page.getByRole('button', { name: 'Redo', exact: true }).click()
  await expect(collection).toBeVisible()

  // In a field the key is the field's.
  await search.pressSequentially('moon')
  await page.keyboard.press('Control+z')
  await expect(search).not.toHaveValue('moon')
  await expect(collection).toBeVisible()
})
