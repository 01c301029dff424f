import { expect, type Page, test } from '@playwright/test'
import { change, dangerDialog, decide, goTo, send } from '../support/app-page'
import { expectAccessible } from '../support/expect-accessible'
import { setUpModelDesk } from '../support/model-desk'

const desk = setUpModelDesk()

/** Has a note made, and deletes it by hand. */
async function makeAndDelete(page: Page, title: string): Promise<void> {
  await goTo(page, 'Notes')
  await page.getByRole('button', { name: 'New note' }).first().click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  await page.keyboard.press('Control+s')
  const note = page.getByRole('article', { name: title, exact: true })
  await expect(note).toBeVisible()
  await note.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dangerDialog(page)).toBeVisible()
  await decide(dangerDialog(page), 'Delete')
}

test('what was deleted is found from where it was, and comes back with a click', async ({ page }) => {
  const deleted = () => page.getByRole('button', { name: 'Deleted', exact: true })
  desk.put('kept.txt', 'kept')
  await goTo(page, 'Notes')
  await expect(page.getByText('No notes yet')).toBeVisible()
  await expect(deleted()).toHaveCount(0)
  await makeAndDelete(page, 'Tides')
  // The empty screen leads there too.
  await expect(deleted()).toHaveCount(2)
  await deleted().first().click()
  await expect(page.getByRole('radio', { name: 'Deleted, can be restored' })).toBeChecked()
  await expect(page.getByText('Notes: all')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expectAccessible(page, 'what was deleted')
  await change(page, 'Tides').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('“Tides” is back.')).toBeVisible()
  await expect(page.getByText('Nothing deleted that can be restored')).toBeVisible()
  await page.getByText('All changes', { exact: true }).click()
  await expect(change(page, 'Tides').first()).toBeVisible()
  await goTo(page, 'Notes')
  await expect(page.getByRole('button', { name: /^Tides/ })).toBeVisible()
  await expect(deleted()).toHaveCount(0)
})

test('only deletions are listed there, of every kind', async ({ page }) => {
  desk.put('old.txt', 'old')
  desk.put('new.txt', 'new')
  desk.modelCalls(['trash_files', { paths: [desk.at('old.txt')] }])
  await send(page, 'Delete the old one')
  await expect(dangerDialog(page)).toBeVisible()
  await decide(dangerDialog(page), 'Delete')
  await goTo(page, 'Activity')
  await page.getByText('Deleted, can be restored').click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(change(page, 'old.txt')).toBeVisible()
})
