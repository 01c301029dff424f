import { expect, test } from '@playwright/test'
import { ask, card, change, goTo, idle, inspector, newChat, rejectCard, send } from '../support/app-page'
import { padding, setUpModelDesk } from '../support/model-desk'

// What an approval covers from then on, and what asks again whatever was said.

const desk = setUpModelDesk()
const { put, read, replacing, modelCalls } = desk

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
