import { existsSync, readFileSync } from 'node:fs'
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

test('Activity is saved as a file that holds every change with its difference and the check of the record', async ({
  page,
}) => {
  for (const name of ['saved-1.md', 'saved-2.md']) {
    modelCalls(['create_file', { path: at(name), content: `${name}, word for word\n` }])
    await send(page, 'Make it')
    await approveCard(page, name)
    await idle(page)
  }
  await goTo(page, 'Activity')
  await change(page, 'saved-1.md').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => existsSync(at('saved-1.md'))).toBe(false)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as JSON', exact: true }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('countersign-activity.json')
  const { audit, changes } = JSON.parse(readFileSync(await file.path(), 'utf8'))
  expect(audit.intact).toBe(true)
  const summaries: string[] = changes.map((each: { summary: string }) => each.summary)
  expect(summaries[0]).toMatch(/^Undid.*saved-1\.md/)
  expect(summaries[1]).toContain('saved-2.md')
  expect(JSON.stringify(changes[1].preview)).toContain('saved-2.md, word for word')
  expect(changes[2]).toMatchObject({ status: 'undone', actor: { kind: 'assistant' }, tool: 'create_file' })
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
  await page.getByRole('searchbox', { name: 'Search changes' }).fill('marrow 2.md')
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
