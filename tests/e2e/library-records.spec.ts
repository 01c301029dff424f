import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import {
  dangerDialog,
  decide,
  documentIs,
  documentRow,
  dropOn,
  goTo,
  openApp,
  undoInMessage,
} from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'
import { dragFiles } from '../support/real-drag'

// What a person changes of documents and collections from their menus, each with its way back.

const desk = setUpHostDesk('for each test', ({ papers }) => {
  writeFileSync(join(papers, 'scan 0042.txt'), 'The bell at Cormorant Steps is cracked.\n')
})

test.beforeEach(async ({ page }) => {
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
})

async function choose(page: Page, button: string, item: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('a document is renamed, its tags are added and taken away, and a click undoes each', async ({
  page,
}) => {
  await dropOn(page, 'Add to library', [join(desk.papers, 'scan 0042.txt')])
  await documentIs(page, 'scan 0042', 'Ready')
  await choose(page, 'Actions for “scan 0042”', 'Rename… F2')
  const dialog = page.getByRole('dialog')
  const title = dialog.getByRole('textbox', { name: 'Title' })
  await expect(title).toBeFocused()
  await expect(title).toHaveValue('scan 0042')
  await page.keyboard.type('Letter about the bell')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(documentRow(page, 'Letter about the bell')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actions for “Letter about the bell”' })).toBeFocused()

  await choose(page, 'Actions for “Letter about the bell”', 'Tags…')
  const tags = dialog.getByRole('combobox', { name: 'Tags' })
  await expect(tags).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Change tags' })).toBeDisabled()
  await page.keyboard.type('bell,letter')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Change tags' }).click()
  await expect(documentRow(page, 'Letter about the bell')).toContainText('bellletter')
  await choose(page, 'Actions for “Letter about the bell”', 'Tags…')
  await dialog.getByRole('button', { name: 'Remove “bell” from this list' }).click()
  await dialog.getByRole('button', { name: 'Change tags' }).click()
  await expect(documentRow(page, 'Letter about the bell')).not.toContainText('bellletter')
  await expect(documentRow(page, 'Letter about the bell')).toContainText('letter')
  await undoInMessage(page, /bell/)
  await expect(documentRow(page, 'Letter about the bell')).toContainText('bellletter')
})

test('a collection is renamed and deleted; the name of another one is refused where it was typed', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog')
  for (const name of ['Bells', 'Lamps']) {
    await choose(page, 'Add', 'New collection…')
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `${name} 0` })).toHaveAttribute('aria-pressed', 'true')
  }
  await choose(page, 'Actions for the collection “Lamps”', 'Name and description…')
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await name.fill('Bells')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('There is a collection named “Bells” already.')
  await name.fill('Lanterns')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Lanterns 0' })).toBeVisible()

  await choose(page, 'Actions for the collection “Lanterns”', 'Delete…')
  await expect(dangerDialog(page)).toContainText('Lanterns')
  await decide(dangerDialog(page), 'Delete')
  await expect(page.getByRole('button', { name: 'Lanterns 0' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'All documents' })).toHaveAttribute('aria-pressed', 'true')
  await undoInMessage(page, /^Done: Delete.*Lanterns/)
  await expect(page.getByRole('button', { name: 'Lanterns 0' })).toBeVisible()
})

test('the dialog that deletes a collection says what it counts, and each size once', async ({ page }) => {
  const dialog = page.getByRole('dialog')
  await dropOn(page, 'Add to library', [join(desk.papers, 'scan 0042.txt')])
  await documentIs(page, 'scan 0042', 'Ready')
  await choose(page, 'Add', 'New collection…')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bells')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'All documents' }).click()
  await choose(page, 'Actions for “scan 0042”', 'Move…')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByRole('button', { name: 'Bells 1' }).click()
  await choose(page, 'Actions for the collection “Bells”', 'Delete…')
  await expect(dangerDialog(page)).toContainText('2 things will be removed: 1 collection, 1 document')
  await expect(dangerDialog(page)).toContainText('40 bytes in all')
  await expect(dangerDialog(page)).toContainText('Type delete 2 to confirm')
})

test('the collection where new documents go is not offered for deletion, and its menu says why', async ({
  page,
}) => {
  await choose(page, 'Add', 'New collection…')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Bells')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Documents 0' }).click()
  await page.getByRole('button', { name: 'Actions for the collection “Documents”' }).click()
  const line = page.getByRole('menuitem', { name: 'Delete… New documents go here' })
  await expect(line).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('End')
  await expect(line).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dangerDialog(page)).toHaveCount(0)
  await expect(line).toBeVisible()
})

test('a document is offered the collections that it is not in', async ({ page }) => {
  await dropOn(page, 'Add to library', [join(desk.papers, 'scan 0042.txt')])
  await documentIs(page, 'scan 0042', 'Ready')
  await choose(page, 'Add', 'New collection…')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bells')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'All documents' }).click()
  await choose(page, 'Actions for “scan 0042”', 'Move…')
  await expect(dialog.getByRole('option')).toHaveText(['Bells', 'New collection…'])
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByRole('button', { name: 'Bells 1' })).toBeVisible()
  // Into one that is made with it.
  await choose(page, 'Actions for “scan 0042”', 'Move…')
  await dialog.getByRole('combobox', { name: 'Collection' }).selectOption('New collection…')
  await expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Letters')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByRole('button', { name: 'Letters 1' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bells 0' })).toBeVisible()
})

test('several documents are offered the collections that they are not all in, and none before it is chosen', async ({
  page,
}) => {
  writeFileSync(join(desk.papers, 'lamp.txt'), 'The lamp at the mole is lit at dusk.\n')
  await dropOn(
    page,
    'Add to library',
    ['scan 0042.txt', 'lamp.txt'].map((name) => join(desk.papers, name)),
  )
  await documentIs(page, 'scan 0042', 'Ready')
  await documentIs(page, 'lamp', 'Ready')
  await choose(page, 'Add', 'New collection…')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bells')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'All documents' }).click()
  const move = async () => {
    // Which those are is asked for.
    const all = page.getByRole('checkbox', { name: 'Choose all documents' })
    await all.click()
    await expect(all).toBeChecked()
    await page.getByRole('button', { name: 'Move…' }).click()
  }
  await move()
  await expect(dialog.getByRole('option')).toHaveText(['Bells', 'New collection…'])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Choose none' }).click()
  await choose(page, 'Actions for “lamp”', 'Move…')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByRole('button', { name: 'Bells 1' })).toBeVisible()
  await move()
  await expect(dialog.getByRole('option')).toHaveText([
    'Choose a collection…',
    'Documents',
    'Bells',
    'New collection…',
  ])
  await expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled()
})

test('an address that is none is refused where it was typed', async ({ page }) => {
  await choose(page, 'Add', 'Add web page…')
  const address = page.getByRole('dialog').getByRole('textbox', { name: 'Address' })
  for (const typed of ['not a url', 'ftp://example.org/x']) {
    await address.fill(typed)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toContainText('This is no address of the web.')
    await expect(address).toHaveValue(typed)
    await expect(address).toBeFocused()
  }
  await address.fill('127.0.0.1')
  await expect(page.getByRole('dialog')).not.toContainText('This is no address of the web.')
})

test('what is dragged over the window and given up outside leaves the window as it was', async ({ page }) => {
  await dragFiles(page, [desk.papers], { x: 600, y: 400 }).then((drag) => drag.over({ x: 600, y: 400 }))
  await expect(page.getByText('Add to library')).toBeVisible()
  // Nobody tells the page that it is over.
  await page.mouse.move(500, 300)
  await expect(page.getByText('Add to library')).toHaveCount(0)
})
