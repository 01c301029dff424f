import { expect, type Page, test } from '@playwright/test'
import { approveCard, card, change, dangerDialog, decide, goTo, idle, send } from '../support/app-page'
import { expectAccessible } from '../support/expect-accessible'
import { setUpModelDesk } from '../support/model-desk'

// What was proposed stays beside what a person approved instead.

const { at, put, read, modelCalls } = setUpModelDesk()

async function opened(page: Page, words: string, section: string) {
  await goTo(page, 'Activity')
  const entry = change(page, words)
  await entry.getByRole('button', { name: 'Show changes' }).click()
  const shown = entry.getByRole('region', { name: section, exact: true })
  await expect(shown).toContainText('Changed by: You')
  return shown
}

async function edit(page: Page, words: string, content: string) {
  await card(page, words).getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Content' }).fill(content)
  await page.getByRole('button', { name: 'Use this text' }).click()
  await approveCard(page, words)
  await idle(page)
}

test('a new text that was edited is in Activity with the one that was proposed, as one difference', async ({
  page,
}) => {
  modelCalls(['create_file', { path: at('amended-new.md'), content: 'one\ntwo\nthree\n' }])
  await send(page, 'Make it')
  await edit(page, 'amended-new.md', 'one\nzwei\nthree\n')
  const shown = await opened(page, 'amended-new.md', 'Proposed and approved')
  await expect(shown.getByRole('deletion')).toHaveText('two')
  await expect(shown.getByRole('insertion')).toHaveText('zwei')
  await expect(shown).toContainText(/− Proposed.*\+ Approved/)
  await expectAccessible(page, 'what was proposed')
})

test('so is an edit that was edited: what differs between the two, not from what was there', async ({
  page,
}) => {
  const lines = Array.from({ length: 60 }, (_, line) => `line ${line + 1}`)
  put('amended-edit.md', `${lines.join('\n')}\n`)
  modelCalls([
    'edit_file',
    {
      path: at('amended-edit.md'),
      edits: [
        { old_text: 'line 3\n', new_text: 'third line\n' },
        { old_text: 'line 50\n', new_text: 'line fifty\n' },
      ],
    },
  ])
  await send(page, 'Edit it')
  const mine = lines.map((line, index) => (index === 2 ? 'third line' : index === 49 ? 'fiftieth' : line))
  await edit(page, 'amended-edit.md', `${mine.join('\n')}\n`)
  expect(read('amended-edit.md')).toContain('fiftieth\n')
  const shown = await opened(page, 'amended-edit.md', 'Proposed and approved')
  await expect(shown.locator('.ui-diff-removed')).toContainText('line fifty')
  await expect(shown.locator('.ui-diff-added')).toContainText('fiftieth')
  await expect(shown).not.toContainText('third line')
})

test('a text that would have to be asked for more strictly is not said to be what will be applied', async ({
  page,
}) => {
  put('amended-short.md', 'Hello\nworld')
  modelCalls([
    'edit_file',
    { path: at('amended-short.md'), edits: [{ old_text: 'Hello', new_text: 'Goodbye' }] },
  ])
  await send(page, 'Edit it')
  const shown = card(page, 'amended-short.md')
  await shown.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Content' }).fill('Farewell\nearth\n')
  await page.getByRole('button', { name: 'Use this text' }).click()
  await expect(shown).toContainText('Your text can’t be approved here')
  await expect(shown).toContainText('It replaces 100% of the text.')
  await expect(shown).toContainText('What is shown is still what was proposed.')
  await expect(shown).not.toContainText('This is what will be applied')
  await shown.getByRole('button', { name: 'Back to what was proposed' }).click()
  await approveCard(page, 'amended-short.md')
  await idle(page)
  expect(read('amended-short.md')).toBe('Goodbye\nworld')
})

test('what was left out of several is named', async ({ page }) => {
  for (const name of ['left-1.txt', 'left-2.txt', 'left-3.txt']) put(name, name)
  modelCalls(['trash_files', { paths: ['left-1.txt', 'left-2.txt', 'left-3.txt'].map(at) }])
  await send(page, 'Delete them')
  const dialog = dangerDialog(page)
  await expect(async () => {
    await dialog.getByRole('checkbox', { name: 'Include left-2.txt' }).uncheck({ timeout: 1000 })
  }).toPass()
  await dialog.getByRole('textbox', { name: /Type .*delete 2.* to confirm/ }).fill('delete 2')
  await decide(dialog, 'Delete')
  await idle(page)
  const shown = await opened(page, 'left-1.txt', 'Proposed, but left out')
  await expect(shown).toContainText('left-2.txt')
  await expect(shown).not.toContainText('left-1.txt')
  await expect(shown).not.toContainText('left-3.txt')
})
