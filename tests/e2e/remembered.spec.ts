import { existsSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import {
  ask,
  card,
  change,
  documentIs,
  dropOn,
  goTo,
  idle,
  inspector,
  newChat,
  rejectCard,
  send,
} from '../support/app-page'
import { answer, text, toolUse } from '../support/fake-messages-api'
import { padding, setUpModelDesk } from '../support/model-desk'
import { facts, writeSampleDocuments } from '../support/sample-documents'
import { freshFolder } from '../support/start-host'

// What an approval covers from then on, and what asks again whatever was said.

const desk = setUpModelDesk()
const { at, put, read, replacing, modelCalls } = desk

test('“don’t ask again” covers what was named, is listed with its limits, and can be ended', async ({
  page,
}) => {
  put('tides.md', `one two three\n${padding}`)
  put('other.md', `one\n${padding}`)
  modelCalls(replacing('tides.md', 'one', 'ONE'))
  await send(page, 'Edit it')
  await card(page, 'tides.md').getByRole('button', { name: 'More ways to approve' }).click()
  await expect(page.getByRole('menuitem').first()).toContainText('tides.md')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'How often' }).selectOption('5 more times')
  await page.getByRole('button', { name: 'Approve and remember' }).click()
  await idle(page)
  modelCalls(replacing('tides.md', 'two', 'TWO'))
  await ask(page, 'Again')
  expect(read('tides.md')).toBe(`ONE TWO three\n${padding}`)
  // Beside the call stands what it was applied under, and how far that reaches.
  await page
    .getByRole('button', { name: /^Edited tides\.md/ })
    .last()
    .click()
  await expect(inspector(page)).toContainText('under a remembered approval: only “tides.md”')
  await page.keyboard.press('Escape')
  modelCalls(replacing('other.md', 'one', 'ONE'))
  await send(page, 'The other one')
  await rejectCard(page, 'other.md', 'no')
  await idle(page)

  await goTo(page, 'Settings')
  const ledger = page.getByRole('list', { name: 'Don’t ask again' })
  await expect(ledger).toContainText('tides.md')
  await expect(ledger).toContainText('4 uses left')
  await expect(ledger).toContainText('used 1 time')
  await expect(ledger).toContainText('until')
  await ledger.getByRole('button', { name: /^Revoke/ }).click()
  await expect(page.getByText('Nothing is remembered.')).toBeVisible()
  await goTo(page, 'Activity')
  await expect(change(page, 'tides.md').first()).toContainText('under a remembered approval')

  await goTo(page, 'Chat')
  await newChat(page)
  modelCalls(replacing('tides.md', 'three', 'THREE'))
  await send(page, 'Once more')
  await rejectCard(page, 'tides.md', 'no')
  await idle(page)
  expect(read('tides.md')).toBe(`ONE TWO three\n${padding}`)
})

test('what was read from outside makes the card ask and say why, whatever the policy', async ({ page }) => {
  const papers = realpathSync(freshFolder('papers'))
  writeSampleDocuments(papers)
  await dropOn(page, 'Add to library', [join(papers, facts.handbook.file)])
  await goTo(page, 'Library')
  await documentIs(page, facts.handbook.title, 'Ready')
  rmSync(papers, { recursive: true, force: true })

  const policy = page.getByRole('combobox', { name: 'What Assistant may do with it', exact: true })
  const openTool = async (title: string) => {
    await goTo(page, 'Tools')
    await page.getByRole('button', { name: new RegExp(`^${title}`) }).click()
  }
  await openTool('Move files to the trash')
  await expect(policy.getByRole('option', { name: 'Automatic' })).toHaveCount(0)
  await openTool('Create a file')
  await policy.selectOption('Automatic')

  await goTo(page, 'Chat')
  await newChat(page)
  modelCalls(['create_file', { path: at('free.md'), content: 'free\n' }])
  await ask(page, 'Make it')
  expect(read('free.md')).toBe('free\n')

  await newChat(page)
  desk.api.push(
    answer([toolUse('search_library', { query: 'sluice gate Marrow Point' })]),
    answer([toolUse('create_file', { path: at('tainted.md'), content: 'from outside\n' })]),
    answer([text('Done.')]),
  )
  await send(page, 'Look it up and write it down')
  await expect(card(page, 'tainted.md')).toContainText('Asks because')
  await expect(card(page, 'tainted.md')).toContainText(facts.handbook.title)
  expect(existsSync(at('tainted.md'))).toBe(false)
  await rejectCard(page, 'tainted.md', 'no')
  await idle(page)

  await openTool('Create a file')
  await policy.selectOption({ label: 'Propose (usual)' })
  await openTool('Create a file')
  await expect(policy.locator('option:checked')).toHaveText('Propose (usual)')
})
