import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { documentIs, documentRow, dropOn, goTo, inspector, openApp } from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'
import { makePdf } from '../support/make-pdf'
import { makeZip } from '../support/make-zip'
import { highlightsInside, pageImage } from '../support/page-image'
import { makeScan, pictureOfText, scannedPage } from '../support/scanned'

const tide = ['The tide rises and falls twice a day', 'because the Moon pulls on the sea.']
const harbour = ['The harbour master writes down', 'each ship that comes in.']

const desk = setUpHostDesk('for all tests', async ({ papers }) => {
  test.setTimeout(180_000)
  writeFileSync(join(papers, 'Scan.pdf'), await makeScan([tide, harbour]))
  const typed = ['Typed words of the first page']
  writeFileSync(join(papers, 'Mixed.pdf'), makePdf({ pages: [typed, await scannedPage(harbour)] }))
  writeFileSync(join(papers, 'Receipt.png'), await pictureOfText(['Grüße aus München', 'Summe 12,50 Euro']))
  mkdirSync(join(papers, 'Box'))
  const old = { 'old/north.md': '# North\n\nThe old lighthouse.\n', 'deep.zip': makeZip({ 'a.md': 'deep' }) }
  writeFileSync(join(papers, 'Box/Bundle.zip'), makeZip(old))
  writeFileSync(join(papers, 'Box/Photo.jpg'), Buffer.from('ffd8ffe0', 'hex'))
})

async function openLibrary(page: Page): Promise<void> {
  test.setTimeout(240_000)
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
}

test('a scan is offered OCR, is read by it, and a click on what was found marks the words on its page', async ({
  page,
}) => {
  await openLibrary(page)
  await dropOn(page, 'Add to library', [join(desk.papers, 'Scan.pdf')])
  await documentIs(page, 'Scan', 'Without text')
  // What nothing was read of can be looked at all the same.
  await documentRow(page, 'Scan').getByText('Scan', { exact: true }).first().click()
  await expect(pageImage(page, 'Scan', 1)).toBeVisible()
  await expect(inspector(page)).toContainText('Its text has not been read, so searches miss it.')
  await inspector(page).getByRole('button', { name: 'Next page' }).click()
  await expect(pageImage(page, 'Scan', 2)).toBeVisible()
  // Its menu offers what its viewer does, and what it is, is known.
  await documentRow(page, 'Scan').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Read with OCR' })).toBeEnabled()
  await expect(page.getByRole('menuitem', { name: 'Try again' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(inspector(page).getByRole('region', { name: 'About this document' })).toContainText('PDF')
  await documentRow(page, 'Scan').getByRole('button', { name: 'Read “Scan” with OCR' }).click()
  await expect(documentRow(page, 'Scan')).toContainText('Ready', { timeout: 120_000 })
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('harbour master')
  await page.getByRole('button', { name: /Scan/ }).filter({ hasText: 'harbour' }).first().click()
  const image = pageImage(page, 'Scan', 2)
  await expect(image).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => highlightsInside(page, image)).toBe(2)
})

test('a PDF with some scanned pages is ready, and says which of it searches miss until that is read', async ({
  page,
}) => {
  await openLibrary(page)
  await dropOn(page, 'Add to library', [join(desk.papers, 'Mixed.pdf')])
  await expect(documentRow(page, 'Mixed')).toContainText('Ready in part', { timeout: 60_000 })
  await page.getByRole('button', { name: 'Without text (1)' }).click()
  await page.getByRole('button', { name: 'Read all with OCR' }).click()
  await expect(page.getByText('No document fits these filters')).toBeVisible({ timeout: 120_000 })
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(documentRow(page, 'Mixed')).toContainText('Ready', { timeout: 120_000 })
  await expect(documentRow(page, 'Mixed')).not.toContainText('Ready in part')
})

test('a dropped folder brings the files of its archives, and says what a picture needs', async ({ page }) => {
  await openLibrary(page)
  await dropOn(page, 'Add to library', [join(desk.papers, 'Box')])
  await documentIs(page, 'North', 'Ready')
  const panel = page.getByRole('region', { name: /add/i })
  await expect(panel).toContainText('It is an archive inside an archive')
  await expect(panel).toContainText('switch on “Read text in pictures and scans”')
  await panel.getByRole('button', { name: 'Settings' }).click()
  const box = page.getByRole('checkbox', { name: 'Read text in pictures and scans' })
  await expect(box).toBeInViewport()
  await goTo(page, 'Activity')
  await expect(page.getByText('Bundle.zip › old/north.md').first()).toBeVisible()
})

test('a picture becomes a document once that is switched on in the settings', async ({ page }) => {
  test.setTimeout(240_000)
  await openApp(page, desk.host.url)
  await goTo(page, 'Settings')
  const section = page.getByRole('region', { name: 'Text in pictures' })
  // A box shows what is stored, which the click asks to be changed.
  const onBox = section.getByRole('checkbox', { name: 'Read text in pictures and scans' })
  await onBox.click()
  await expect(onBox).toBeChecked()
  await section.getByRole('checkbox', { name: 'English' }).click()
  await expect(section.getByRole('checkbox', { name: 'German' })).toBeDisabled()
  await goTo(page, 'Library')
  await dropOn(page, 'Add to library', [join(desk.papers, 'Receipt.png')])
  await expect(documentRow(page, 'Receipt')).toContainText('Ready', { timeout: 120_000 })
  await documentRow(page, 'Receipt').click()
  await expect(pageImage(page, 'Receipt', 1)).toBeVisible()
  await expect(inspector(page)).toContainText('Grüße aus München')
})
