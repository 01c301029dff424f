import { existsSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { approveCard, change, dangerDialog, goTo, idle, send } from '../support/app-page'
import { padding, setUpModelDesk } from '../support/model-desk'

// What Activity is for.

const { at, put, read, replacing, modelCalls } = setUpModelDesk()

test('undo where a person changed the thing since is their choice, and loses nothing', async ({ page }) => {
  put('mine.md', `as it was\n${padding}`)
  modelCalls(replacing('mine.md', 'as it was', 'by the model'))
  await send(page, 'Edit it')
  await approveCard(page, 'mine.md')
  await idle(page)
  put('mine.md', `by hand since\n${padding}`)
  await goTo(page, 'Activity')
  const undo = change(page, 'mine.md').getByRole('button', { name: 'Undo', exact: true })
  await undo.click()
  const dialog = dangerDialog(page)
  await expect(dialog).toContainText('by hand since')
  await expect(dialog).toContainText('as it was')
  await expect(dialog.getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  expect(read('mine.md')).toBe(`by hand since\n${padding}`)
  await undo.click()
  await dialog.getByRole('button', { name: 'Restore anyway' }).click()
  await expect.poll(() => read('mine.md')).toBe(`as it was\n${padding}`)
  await page
    .getByRole('article', { name: /^Undid.*mine\.md/ })
    .getByRole('button', { name: 'Undo', exact: true })
    .click()
  await expect.poll(() => read('mine.md')).toBe(`by hand since\n${padding}`)
})

test('a whole conversation is taken back, found through its filter, one click from its source', async ({
  page,
}) => {
  for (const name of ['conversation-1.md', 'conversation-2.md']) {
    modelCalls(['create_file', { path: at(name), content: `${name} at Marrow Point\n` }])
    await send(page, 'Conversation of two runs')
    await approveCard(page, name)
    await idle(page)
  }
  await goTo(page, 'Activity')
  await page.getByRole('searchbox', { name: 'Search changes' }).fill('2.md at marrow')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search changes' }).fill('')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Deletes')
  await expect(change(page, 'conversation-1.md')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await change(page, 'conversation-1.md').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Show only this conversation' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await change(page, 'conversation-1.md').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: /Undo the whole conversation/ }).click()
  await page.getByRole('button', { name: 'Undo all of it' }).click()
  await expect(page.getByText('2 changes were undone.')).toBeVisible()
  expect([existsSync(at('conversation-1.md')), existsSync(at('conversation-2.md'))]).toEqual([false, false])
  await change(page, 'conversation-1.md')
    .getByRole('link', { name: /^Conversation/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Conversation of two runs', level: 1 })).toBeVisible()
})
