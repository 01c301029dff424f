import { expect, type Page, test } from '@playwright/test'
import { goTo, openApp } from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'

// Ctrl+Enter, or ⌘Enter, saves wherever a form has a field of several lines.

const desk = setUpHostDesk('for all tests')

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const dropsIts = (page: Page) => page.locator('.catalog-save')

test.beforeEach(async ({ page }) => {
  await openApp(page, desk.host.url)
})

test('saves a note from its text, and with the tag that is being typed', async ({ page }) => {
  await goTo(page, 'Notes')
  await page.getByRole('button', { name: 'New note' }).first().click()
  await field(page, 'Title').fill('Herbs')
  await field(page, 'Text').fill('Thyme')
  await field(page, 'Text').press('Control+Enter')
  await expect(page.getByRole('article', { name: 'Herbs' })).toContainText('Thyme')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Tags', { exact: true }).fill('kitchen')
  await page.getByLabel('Tags', { exact: true }).press('Meta+Enter')
  await expect(page.getByRole('article', { name: 'Herbs' })).toContainText('kitchen')
})

test('saves a task and a contact from their notes', async ({ page }) => {
  await goTo(page, 'Tasks')
  await page.getByRole('button', { name: 'New task' }).click()
  await field(page, 'Title').fill('Water the herbs')
  await field(page, 'Notes').fill('In the evening')
  await field(page, 'Notes').press('Control+Enter')
  await expect(page.getByRole('article', { name: 'Water the herbs' })).toContainText('In the evening')
  await goTo(page, 'Contacts')
  await page.getByRole('button', { name: 'New person' }).first().click()
  await field(page, 'Name').fill('Ada Vance')
  await field(page, 'Notes').fill('Grows thyme')
  await field(page, 'Notes').press('Control+Enter')
  await expect(page.getByText('Grows thyme')).toBeVisible()
  await expect(field(page, 'Notes')).toBeHidden()
})

test('saves an assistant and a sequence, which is no form', async ({ page }) => {
  await goTo(page, 'Assistants')
  await page.getByRole('button', { name: 'New assistant' }).click()
  await field(page, 'Name').fill('Gardener')
  await field(page, 'Instructions').fill('Be brief.')
  await expect(dropsIts(page)).toBeVisible()
  await field(page, 'Instructions').press('Control+Enter')
  await expect(dropsIts(page)).toBeHidden()
  await goTo(page, 'Sequences')
  await page.getByRole('button', { name: 'New sequence' }).first().click()
  await field(page, 'Name').fill('Weekly round')
  await field(page, 'What it is for').fill('What is done each week')
  await field(page, 'What it is for').press('Control+Enter')
  await expect(dropsIts(page)).toBeHidden()
  await expect(page.getByRole('region', { name: 'Weekly round' })).toBeVisible()
})

test('runs a tool that is tried by hand', async ({ page }) => {
  await goTo(page, 'Tools')
  await page.getByRole('searchbox', { name: 'Search the tools' }).fill('create_note')
  await page
    .getByRole('button', { name: /^Create a note/ })
    .first()
    .click()
  await field(page, 'Title').fill('By hand')
  await page.getByText(/^More options/).click()
  const content = page
    .locator('form')
    .filter({ has: field(page, 'Title') })
    .locator('textarea')
    .last()
  await content.fill('Written in a form')
  await content.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
})
