import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { approveCard, change, dangerDialog, goTo, idle, newChat, send } from '../support/app-page'
import { padding, setUpModelDesk } from '../support/model-desk'
import { runCommand } from '../support/run-command'

// What Activity is for.

const desk = setUpModelDesk()
const { at, put, read, replacing, modelCalls } = desk

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

test('one click takes back what a conversation did to files and to records alike', async ({ page }) => {
  put('both-old.md', `as it was\n${padding}`)
  put('moon.md', '# Moon\n\nThe moon over Marrow Point\n')
  const command = async (tool: string, input: unknown): Promise<Record<string, unknown>> => {
    const done = await runCommand(
      ['call', tool, JSON.stringify(input), '--approve', 'safe', '--json', '--data', desk.host.data],
      { environment: desk.environment },
    )
    expect(done.status, done.stderr).toBe(0)
    return (JSON.parse(done.stdout) as { state: Record<string, unknown> }).state
  }
  const { collection_id } = await command('create_collection', { name: 'Sea', description: 'salt' })
  const { document_id: doc_id } = await command('add_document', { source: at('moon.md'), collection_id })
  const records = async () => {
    const { documents } = (await command('list_documents', { status: 'all' })) as {
      documents: { title: string; tags: unknown; status: string }[]
    }
    const { collections } = (await command('list_collections', {})) as {
      collections: { name: string; description: string }[]
    }
    return [
      ...documents.map(({ title, tags, status }) => ({ title, tags, status })),
      ...collections.map(({ name, description }) => ({ name, description })),
    ]
  }
  await expect.poll(async () => JSON.stringify(await records()), { timeout: 60_000 }).toContain('complete')
  const before = await records()

  await newChat(page)
  modelCalls(
    ['create_file', { path: at('both-new.md'), content: 'new\n' }],
    ['update_collection', { collection_id, name: 'Ocean', description: 'deep' }],
  )
  await send(page, 'Files and records')
  await approveCard(page, 'both-new.md')
  await approveCard(page, 'Sea')
  await idle(page)
  modelCalls(replacing('both-old.md', 'as it was', 'by the model'), [
    'update_document',
    { doc_id, title: 'Moonlight', tags: ['sky'] },
  ])
  await send(page, 'And more of both')
  await approveCard(page, 'both-old.md')
  await approveCard(page, 'Moon')
  await idle(page)
  expect(existsSync(at('both-new.md'))).toBe(true)
  expect(read('both-old.md')).toContain('by the model')
  expect(JSON.stringify(await records())).toMatch(/Moonlight.*sky.*Ocean.*deep/)

  await goTo(page, 'Activity')
  await page.locator('.change-group').first().getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: /Undo the whole conversation/ }).click()
  await page.getByRole('button', { name: 'Undo all of it' }).click()
  await expect(page.getByText('4 changes were undone.')).toBeVisible()
  expect(existsSync(at('both-new.md'))).toBe(false)
  expect(read('both-old.md')).toBe(`as it was\n${padding}`)
  expect(await records()).toEqual(before)
})
