import { existsSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import {
  approveCard,
  ask,
  card,
  change,
  dangerDialog,
  decide,
  goTo,
  idle,
  pressFor,
  rejectCard,
  send,
} from '../support/app-page'
import { setUpModelDesk } from '../support/model-desk'

/** Lines of the file that a diff of 20,000 lines is made from. */
const manyLines = 10_000

// Each change is asked for in proportion to what it does.

const desk = setUpModelDesk()
const { at, put, read, modelCalls } = desk

test('reading is not asked for', async ({ page }) => {
  put('read.md', 'Low water at seven.\n')
  modelCalls(['read_file', { path: at('read.md') }])
  await ask(page, 'Read it')
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /read\.md/ }).first()).toBeVisible()
})

test('something new is a card with its content, which can be edited before it is approved', async ({
  page,
}) => {
  modelCalls(['create_file', { path: at('new.md'), content: 'one\ntwo\n' }])
  await send(page, 'Make it')
  await expect(card(page, 'new.md')).toContainText('two')
  await card(page, 'new.md').getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Content' }).fill('one\nzwei\ndrei\n')
  await page.getByRole('button', { name: 'Use this text' }).click()
  await expect(card(page, 'new.md')).toContainText('zwei')
  await expect(card(page, 'new.md')).toContainText('You changed the content')
  await expect(card(page, 'new.md" (3 lines, 14 bytes)')).toBeVisible()
  expect(existsSync(at('new.md'))).toBe(false)
  await approveCard(page, 'new.md')
  await idle(page)
  expect(read('new.md')).toBe('one\nzwei\ndrei\n')
  expect(JSON.stringify(desk.api.created.at(-1)?.messages.at(-1))).toMatch(/edited/)

  await goTo(page, 'Activity')
  await expect(change(page, 'new.md')).toContainText('amended')
  await change(page, 'new.md').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => existsSync(at('new.md'))).toBe(false)
})

test('a bounded change is a card with its diff, of which a part can be approved', async ({ page }) => {
  const lines = Array.from({ length: 40 }, (_, line) => `line ${line + 1}`)
  put('part.md', `${lines.join('\n')}\n`)
  modelCalls([
    'edit_file',
    {
      path: at('part.md'),
      edits: [
        { old_text: 'line 3\n', new_text: 'third line\n' },
        { old_text: 'line 30\n', new_text: 'line thirty\n' },
      ],
    },
  ])
  await send(page, 'Edit it')
  const shown = card(page, 'part.md')
  await expect(shown).toContainText('2 of 2 chosen')
  await expect(shown.getByText('2 lines added, 2 removed')).toBeAttached()
  await shown.getByRole('checkbox', { name: 'Include change 2' }).uncheck()
  await expect(shown).toContainText('1 of 2 chosen')
  await expect(shown.getByText('1 line added, 1 removed')).toBeAttached()
  await expect(card(page, 'part.md": 1 replacement, +1 −1 lines')).toBeVisible()
  await shown.getByRole('checkbox', { name: 'Include change 1' }).uncheck()
  await expect(shown.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled()
  await shown.getByRole('checkbox', { name: 'Include change 1' }).check()
  await approveCard(page, 'part.md')
  await idle(page)
  expect(read('part.md')).toContain('third line\n')
  expect(read('part.md')).toContain('line 30\n')
  await goTo(page, 'Activity')
  await change(page, 'part.md').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => read('part.md')).toBe(`${lines.join('\n')}\n`)
})

test('of a folder for the library each file can be left out', async ({ page }) => {
  for (const name of ['ebb', 'flood']) put(`papers/${name}.md`, `# ${name}\n\nThe ${name} of the tide.\n`)
  modelCalls(['add_document', { source: at('papers') }])
  await send(page, 'Add them')
  // The folder and what holds of all files is said once.
  await expect(card(page, 'papers').getByText(`${at('papers')}/`, { exact: true })).toHaveCount(1)
  await expect(card(page, 'papers').getByText('The contents of these files are not shown.')).toHaveCount(1)
  await expect(card(page, 'papers').getByRole('listitem')).toHaveText([
    /^Include ebb\.md/,
    /^Include flood\.md/,
  ])
  await card(page, 'papers')
    .getByRole('checkbox', { name: /Include .*flood\.md/ })
    .uncheck()
  await expect(card(page, 'papers')).toContainText('1 of 2 chosen')
  await expect(card(page, 'papers')).toContainText('Add 1 document')
  await approveCard(page, 'papers')
  await idle(page)
  await goTo(page, 'Activity')
  await expect(change(page, 'papers')).toContainText('1 of 2 items')
})

test('overwriting is a dialog in the style of a warning that names what is replaced', async ({ page }) => {
  put('report.md', '# Report\n\nOld words of March.\n')
  modelCalls(['overwrite_file', { path: at('report.md'), content: '# Report\n\nNew words of May.\n' }])
  await send(page, 'Overwrite it')
  const dialog = dangerDialog(page)
  await expect(dialog).toHaveClass(/ui-dialog-warning/)
  await expect(dialog).toContainText('1 thing will be replaced')
  await expect(dialog.getByRole('deletion')).toContainText('Old words of March.')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(dialog).toHaveAccessibleDescription(/Will be replaced: 1 thing: report\.md\. You can undo/)
  // Only this very file, and only in this run.
  await pressFor(dialog.getByRole('button', { name: 'More ways to approve' }), page.getByRole('menuitem'))
  await expect(page.getByRole('menuitem')).toHaveCount(1)
  await expect(page.getByRole('menuitem')).toHaveText(/run/)
  await page.keyboard.press('Escape')
  await decide(dialog, 'Replace')
  await idle(page)
  expect(read('report.md')).toContain('May')
  await goTo(page, 'Activity')
  await change(page, 'report.md').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => read('report.md')).toContain('March')
})

test('what overwrites can be edited in its dialog, and what edits a file in its card', async ({ page }) => {
  put('report.md', '# Report\n\nOld words of March.\n')
  modelCalls(['overwrite_file', { path: at('report.md'), content: '# Report\n\nNew words of May.\n' }])
  await send(page, 'Overwrite it')
  const dialog = dangerDialog(page)
  const field = page.getByRole('textbox', { name: 'Content' })
  const edit = dialog.getByRole('button', { name: 'Edit' })
  await expect(edit).toBeVisible()
  // A dialog takes no click in its first moment.
  await expect(async () => {
    if (await edit.isVisible()) await edit.click({ timeout: 1000 })
    await expect(edit).toHaveCount(0, { timeout: 300 })
  }).toPass()
  await expect(field).toHaveValue('# Report\n\nNew words of May.\n')
  await field.fill('# Report\n\nMy words of June.\n')
  await page.getByRole('button', { name: 'Use this text' }).click()
  await expect(dialog.getByRole('insertion')).toContainText('My words of June.')
  await decide(dialog, 'Replace')
  await idle(page)
  expect(read('report.md')).toContain('June')

  const lines = Array.from({ length: 12 }, (_, line) => `row ${line + 10}`).join('\n')
  put('rows.md', `${lines}\n`)
  modelCalls(['edit_file', { path: at('rows.md'), edits: [{ old_text: 'row 12', new_text: 'row XII' }] }])
  await send(page, 'Edit it')
  await card(page, 'rows.md').getByRole('button', { name: 'Edit' }).click()
  await expect(field).toHaveValue(`${lines.replace('row 12', 'row XII')}\n`)
  await field.fill(`${lines.replace('row 12', 'row twelve')}\n`)
  await page.getByRole('button', { name: 'Use this text' }).click()
  await expect(card(page, 'rows.md')).toContainText('row twelve')
  await approveCard(page, 'rows.md')
  await idle(page)
  expect(read('rows.md')).toBe(`${lines.replace('row 12', 'row twelve')}\n`)
})

test('a folder of many files is moved only from a dialog, which says how many they are', async ({ page }) => {
  for (let file = 0; file < 60; file++) put(`photos/${file}.txt`, `${file}`)
  modelCalls(['move_files', { items: [{ from: at('photos'), to: at('pictures') }] }])
  await send(page, 'Move it')
  const dialog = dangerDialog(page)
  await expect(dialog).toContainText('with 60 files to')
  await expect(dialog).toContainText('It changes 60 things at once.')
  await decide(dialog, 'Apply')
  await idle(page)
  expect(existsSync(at('pictures/59.txt'))).toBe(true)
})

test('what hides in a change is shown and said', async ({ page }) => {
  modelCalls(['create_file', { path: at('hidden.md'), content: 'pay \u202egpj.exe and\u200b more\n' }])
  await send(page, 'Make it')
  await expect(card(page, 'hidden.md')).toContainText('characters that can’t be seen')
  await expect(card(page, 'hidden.md')).toContainText('RLO')
  await expect(card(page, 'hidden.md')).toContainText('ZWSP')
  await rejectCard(page, 'hidden.md', 'no')
  await idle(page)
})

test('a letter in a path that only looks like another is said', async ({ page }) => {
  modelCalls(['create_file', { path: at('rep\u043ert.md'), content: 'x\n' }])
  await send(page, 'Make it')
  await expect(card(page, 'rep\u043ert.md')).toContainText('“\u043e” in “rep\u043ert.md” is U+043E')
  await rejectCard(page, 'rep\u043ert.md', 'no')
  await idle(page)
})

test('a diff of 20,000 lines has only the visible ones in the page, in one column and in two', async ({
  page,
}) => {
  put('big.txt', Array.from({ length: manyLines }, (_, line) => `row ${line} before`).join('\n'))
  modelCalls([
    'edit_file',
    { path: at('big.txt'), edits: [{ old_text: 'before', new_text: 'after', replace_all: true }] },
  ])
  await send(page, 'Edit it')
  await expect(card(page, 'big.txt')).toContainText('23 of 20,000 lines shown')
  await expect(card(page, 'big.txt').getByRole('button', { name: 'Show all 20,000 lines' })).toBeVisible()
  await card(page, 'big.txt').getByRole('button', { name: 'Open large' }).click()
  const dialog = page.getByRole('dialog').or(dangerDialog(page))
  const lines = dialog.locator('.ui-diff-scroll')
  await pressFor(dialog.getByRole('button', { name: /^Show all 20,?00\d lines/ }), lines)
  const rows = lines.locator('.ui-diff-row')
  expect(await rows.count()).toBeLessThan(120)
  await lines.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(lines).toContainText(`row ${manyLines - 1} after`)
  await dialog.getByRole('button', { name: 'Side by side' }).click()
  expect(await rows.count()).toBeLessThan(120)
  await lines.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(lines).toContainText(`row ${manyLines - 1} before`)
  await dialog.getByRole('button', { name: 'Side by side' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await rejectCard(page, 'big.txt', 'no')
  await idle(page)
})
