import { existsSync, truncateSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { change, dangerDialog, decide, goTo, idle, pressFor, send } from '../support/app-page'
import { setUpModelDesk } from '../support/model-desk'

// What a dialog of deleting names, and what must be typed in it.

const { at, put, modelCalls } = setUpModelDesk()

/** More than is kept at the lowest limit that Settings take. */
const beyondKept = 150_000_000

test('deleting is a dialog in the style of danger, can leave items out, and is never remembered', async ({
  page,
}) => {
  const names = Array.from({ length: 25 }, (_, number) => `old-${number + 1}.txt`)
  for (const name of names) put(name, name)
  modelCalls(['trash_files', { paths: names.map(at) }])
  await send(page, 'Delete them')
  const dialog = dangerDialog(page)
  await expect(dialog).toHaveClass(/ui-dialog-danger/)
  await expect(dialog).toContainText('25 things will be removed')
  await expect(dialog).toContainText('and 5 more')
  await expect(dialog).toContainText('30 days')
  const typed = dialog.getByRole('textbox', { name: /Type .*delete \d+.* to confirm/ })
  await expect(typed).toBeFocused()
  await expect(dialog).toHaveAccessibleDescription(/Will be removed: 25 things: old-1\.txt, .* and 5 more\./)
  await expect(dialog.getByRole('button', { name: 'More ways to approve' })).toHaveCount(0)
  const last = dialog.getByRole('checkbox', { name: 'Include old-25.txt' })
  await pressFor(dialog.getByRole('button', { name: 'Show all 25' }), last)
  await last.uncheck()
  await expect(dialog).toContainText('24 of 25 chosen')
  await expect(typed).toHaveAccessibleName(/delete 24/)
  await typed.fill('delete 25')
  await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
  await typed.fill('delete 24')
  await decide(dialog, 'Delete')
  await idle(page)
  expect(names.filter((name) => existsSync(at(name)))).toEqual(['old-25.txt'])
  await goTo(page, 'Activity')
  await change(page, 'old-1.txt').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => names.every((name) => existsSync(at(name)))).toBe(true)
})

test('a folder says how many files go with it, and that number is typed', async ({ page }) => {
  for (let file = 0; file < 60; file++) put(`photos/${file}.txt`, `${file}`)
  modelCalls(['trash_files', { paths: [at('photos')] }])
  await send(page, 'Delete it')
  const dialog = dangerDialog(page)
  await expect(dialog).toContainText('60 things will be removed')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'photos' })).toContainText(
    'folder with 60 files',
  )
  await expect(dialog).toHaveAccessibleDescription(/60 things: photos \(folder with 60 files\)\./)
  await dialog.getByRole('textbox', { name: /Type .*delete 60.* to confirm/ }).fill('delete 60')
  await decide(dialog, 'Delete')
  await idle(page)
  expect(existsSync(at('photos'))).toBe(false)
})

test('one thing that comes back is deleted with a click', async ({ page }) => {
  put('single.md', 'single\n')
  modelCalls(['trash_files', { paths: [at('single.md')] }])
  await send(page, 'Delete it')
  const dialog = dangerDialog(page)
  await expect(dialog).toContainText('1 thing will be removed')
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await decide(dialog, 'Delete')
  await idle(page)
  expect(existsSync(at('single.md'))).toBe(false)
})

test('one thing that comes back only for a while says so, and its name is typed', async ({ page }) => {
  put('film.bin', '')
  truncateSync(at('film.bin'), beyondKept)
  await goTo(page, 'Settings')
  const kept = page.getByRole('region', { name: 'History and trash' })
  await kept.getByRole('textbox', { name: 'Use at most' }).fill('0.1')
  await kept.getByRole('button', { name: 'Save' }).click()
  await expect(kept).toContainText('of 100 MB')
  await goTo(page, 'Chat')
  modelCalls(['trash_files', { paths: [at('film.bin')] }])
  await send(page, 'Delete it')
  const dialog = dangerDialog(page)
  await expect(dialog).toHaveClass(/ui-dialog-danger/)
  await expect(dialog).toContainText('You can bring this back only for a while')
  await expect(dialog).toHaveAccessibleDescription(/film\.bin.*only for a while/)
  await expect(dialog.getByRole('button', { name: 'More ways to approve' })).toHaveCount(0)
  const typed = dialog.getByRole('textbox', { name: /Type .*film\.bin.* to confirm/ })
  const confirm = dialog.getByRole('button', { name: 'Delete', exact: true })
  for (const wrong of ['', 'film', 'delete 1']) {
    await typed.fill(wrong)
    await expect(confirm).toBeDisabled()
  }
  await typed.fill('film.bin')
  await decide(dialog, 'Delete')
  await idle(page)
  expect(existsSync(at('film.bin'))).toBe(false)
  // Nothing needs its room yet.
  await goTo(page, 'Activity')
  await change(page, 'film.bin').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => existsSync(at('film.bin'))).toBe(true)
})
