import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import {
  dangerDialog,
  documentIs,
  documentRow,
  documents,
  dropOn,
  goTo,
  inspector,
  openApp,
} from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'
import { connectAsPage } from '../support/page-client'

// Rows of the library's table by mouse and keyboard, and what is seen of them.

const titles = ['Bell', 'Lamp', 'Mole']
const desk = setUpHostDesk('for each test', ({ papers }) => {
  for (const title of titles)
    writeFileSync(join(papers, `${title}.txt`), `The ${title} at Cormorant Steps.\n`)
  writeFileSync(join(papers, 'broken.pdf'), '%PDF-1.7 broken')
  writeFileSync(join(papers, 'nothing.txt'), '')
})

async function add(page: Page, names: readonly string[]): Promise<void> {
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
  await dropOn(
    page,
    'Add to library',
    names.map((name) => join(desk.papers, name)),
  )
}

async function addAll(page: Page): Promise<void> {
  await add(
    page,
    titles.map((title) => `${title}.txt`),
  )
  for (const title of titles) await documentIs(page, title, 'Ready')
  // By title, so that it is known which row is where.
  await page.getByRole('button', { name: 'Title' }).click()
  await expect(documents(page).getByRole('row').nth(1)).toContainText('Bell')
}

test('what is ticked stays ticked while another document is opened', async ({ page }) => {
  await addAll(page)
  for (const title of ['Bell', 'Lamp'])
    await page.getByRole('checkbox', { name: `Choose “${title}”` }).check()
  await documentRow(page, 'Mole').getByText('Mole', { exact: true }).click()
  await expect(inspector(page)).toContainText('The Mole at Cormorant Steps.')
  await expect(page.getByRole('status').filter({ hasText: '2 chosen' })).toBeVisible()
  await expect(documentRow(page, 'Mole')).toHaveAttribute('aria-selected', 'false')
  // The range begins at the row that was clicked.
  await documentRow(page, 'Lamp').click({ modifiers: ['Shift'] })
  await expect(documentRow(page, 'Mole')).toHaveAttribute('aria-selected', 'true')
  await expect(documentRow(page, 'Bell')).toHaveAttribute('aria-selected', 'false')
})

test('the menu of a row that is one of several chosen is that of all of them', async ({ page }) => {
  await addAll(page)
  for (const title of ['Bell', 'Lamp'])
    await page.getByRole('checkbox', { name: `Choose “${title}”` }).check()
  await documentRow(page, 'Lamp').click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Actions for “Lamp”' })
  await expect(menu).toContainText('2 chosen')
  await expect(menu.getByRole('menuitem')).toHaveText(['Read again', 'Tags…', 'Move…', 'Delete…'])
  await menu.getByRole('menuitem', { name: 'Delete…' }).click()
  await expect(dangerDialog(page)).toContainText('Bell')
  await expect(dangerDialog(page)).toContainText('Lamp')
  await page.keyboard.press('Escape')
  await documentRow(page, 'Mole').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Open', exact: true })).toBeVisible()
})

test('a row has its menu by right click and by key, and is renamed, opened and deleted by key', async ({
  page,
}) => {
  await addAll(page)
  const menu = page.getByRole('menu', { name: 'Actions for “Lamp”' })
  await documentRow(page, 'Lamp').click({ button: 'right' })
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Open',
    'Ask about it',
    'Read again',
    'Save the file',
    /^Rename…/,
    'Tags…',
    'Move…',
    'Delete…',
  ])
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(documents(page)).toBeFocused()
  for (const key of ['Shift+F10', 'ContextMenu']) {
    await page.keyboard.press(key)
    await expect(menu.getByRole('menuitem', { name: 'Open' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
  }
  await page.keyboard.press('F2')
  const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' })
  await expect(title).toHaveValue('Lamp')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(inspector(page)).toContainText('The Lamp at Cormorant Steps.')
  await documents(page).focus()
  await page.keyboard.press('Delete')
  await expect(dangerDialog(page)).toContainText('Lamp')
})

test('the file of a document is saved as it was read, also where it could not be', async ({ page }) => {
  await add(page, ['Bell.txt', 'broken.pdf'])
  await documentIs(page, 'Bell', 'Ready')
  await documentIs(page, 'broken', 'Failed')
  rmSync(join(desk.papers, 'Bell.txt'))
  const saved = async (press: () => Promise<void>) => {
    const download = page.waitForEvent('download')
    await press()
    const file = await download
    return [file.suggestedFilename(), readFileSync(await file.path(), 'utf8')]
  }
  const save = { name: 'Save the file', exact: true }
  await documentRow(page, 'broken').click({ button: 'right' })
  expect(await saved(() => page.getByRole('menuitem', save).click())).toEqual([
    'broken.pdf',
    '%PDF-1.7 broken',
  ])
  await documentRow(page, 'Bell').getByText('Bell', { exact: true }).click()
  await inspector(page).getByRole('button', { name: 'About this document', exact: true }).click()
  expect(await saved(() => inspector(page).getByRole('button', save).click())).toEqual([
    'Bell.txt',
    'The Bell at Cormorant Steps.\n',
  ])
})

test('what could not be read is not offered to be asked about', async ({ page }) => {
  await add(page, ['broken.pdf'])
  await documentIs(page, 'broken', 'Failed')
  await page.getByRole('button', { name: 'Actions for “broken”' }).click()
  await expect(page.getByRole('menuitem', { name: 'Ask about it' })).toHaveAttribute('aria-disabled', 'true')
})

test('a file that has nothing to read is not offered to be taken in again', async ({ page }) => {
  await add(page, ['nothing.txt', 'broken.pdf'])
  await documentIs(page, 'nothing', 'Failed')
  await documentIs(page, 'broken', 'Failed')
  // Nowhere: in the row, its menu, nor beside the file in the panel.
  await expect(page.getByRole('button', { name: 'Try again: broken' })).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Try again: nothing' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Try failed again' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Actions for “nothing”' }).click()
  await expect(page.getByRole('menuitem', { name: 'Try again' })).toHaveAttribute('aria-disabled', 'true')
})

test('reading anew what fails again says so, and the filter that shows it looks pressed', async ({
  page,
}) => {
  await add(page, ['broken.pdf'])
  await documentIs(page, 'broken', 'Failed')
  await documentRow(page, 'broken').getByRole('button', { name: 'Try again: broken' }).click()
  const message = page.getByText('Reading “broken” again failed')
  await expect(message).toBeVisible()
  await expect(page.getByRole('alert').filter({ has: message })).toContainText('This PDF is damaged')
  const filter = page.getByRole('button', { name: 'Failed (1)' })
  const fill = () => filter.evaluate((button) => getComputedStyle(button).backgroundColor)
  const before = await fill()
  await filter.click()
  await page.mouse.move(0, 0)
  await expect(filter).toHaveAttribute('aria-pressed', 'true')
  // It fades from one to the other.
  await expect.poll(fill).not.toBe(before)
})

test('the tags of a document have room, however many it has', async ({ page }) => {
  await addAll(page)
  const { client, close } = await connectAsPage(desk.host.url)
  const [first] = (await client.library.documents({})).documents
  const tags = ['Important', 'Rent of the flat with all that belongs to it', 'Tax']
  const outcome = await client.tools.call({ tool: 'update_document', input: { doc_id: first?.id, tags } })
  if (outcome.status !== 'proposed') throw new Error('Nothing was proposed.')
  const { id, planHash } = outcome.proposal
  await client.proposals.approve({ id, planHash })
  close()
  for (const width of [1360, 1600]) {
    await page.setViewportSize({ width, height: 800 })
    const chips = documents(page).locator('.document-tags .ui-badge')
    await expect(chips).toHaveText(['Important', /^Rent/, '+1'])
    // The column is as wide as the window gives it once that has been measured.
    await expect(async () => {
      const cell = await chips.first().locator('xpath=ancestor::*[@role="gridcell"]').boundingBox()
      for (const chip of await chips.all()) {
        const box = await chip.boundingBox()
        expect(box?.width).toBeGreaterThan(20)
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((cell?.x ?? 0) + (cell?.width ?? 0))
      }
      for (const index of [0, 2]) {
        expect(await chips.nth(index).evaluate((chip) => chip.scrollWidth - chip.clientWidth)).toBe(0)
      }
    }).toPass()
  }
})

test('a title has room beside the other columns, however wide the window is', async ({ page }) => {
  await add(page, ['Bell.txt'])
  await documentIs(page, 'Bell', 'Ready')
  const title = page.getByRole('columnheader', { name: 'Title' })
  for (const width of [1160, 1280, 1360, 1440, 1580, 1700]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(async () => (await title.boundingBox())?.width, `${width} pixels`).toBeGreaterThan(240)
  }
})

test('why documents failed has room in a narrow window, too', async ({ page }) => {
  await add(page, ['broken.pdf', 'nothing.txt'])
  await documentIs(page, 'broken', 'Failed')
  await documentIs(page, 'nothing', 'Failed')
  await page.getByRole('button', { name: 'Failed (2)' }).click()
  await page.setViewportSize({ width: 420, height: 800 })
  for (const [title, why] of [
    ['broken', /^This PDF is damaged/],
    ['nothing', /^This file is empty/],
  ] as const) {
    const reason = documentRow(page, title).getByText(why)
    await expect.poll(async () => (await reason.boundingBox())?.width).toBeGreaterThan(150)
  }
})

test('where a document came from is a column where there is room, and stands above what is open', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1700, height: 860 })
  await add(page, ['Bell.txt'])
  await documentIs(page, 'Bell', 'Ready')
  await expect(page.getByRole('columnheader', { name: 'Source' })).toBeVisible()
  await expect(documentRow(page, 'Bell').getByText('Bell.txt', { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 420, height: 860 })
  await expect(page.getByRole('columnheader', { name: 'Source' })).toHaveCount(0)
  await documentRow(page, 'Bell').getByText('Bell', { exact: true }).click()
  await expect(inspector(page)).toContainText('The Bell at Cormorant Steps.')
  const about = inspector(page).getByRole('region', { name: 'About this document' })
  await expect(about).toHaveCount(0)
  await inspector(page).getByRole('button', { name: 'About this document', exact: true }).press('Enter')
  for (const fact of [/^Source.*Bell\.txt$/, 'CollectionDocuments', 'TypeText', 'Passages1', 'Size29 bytes'])
    await expect(about.locator('dl > div').filter({ hasText: fact })).toHaveCount(1)
})
