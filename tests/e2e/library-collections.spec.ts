import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { documentIs, documentRow, dropOn, goTo, openApp, screenLink } from '../support/app-page'
import { changeByHand } from '../support/change-by-hand'
import { setUpHostDesk } from '../support/host-desk'
import { connectAsPage } from '../support/page-client'

// Many collections, and what is filtered in them.

const desk = setUpHostDesk('for each test')
const chips = (page: Page) => page.getByRole('navigation', { name: 'Collections' })

async function makeCollections(names: readonly string[]): Promise<void> {
  const { client, close } = await connectAsPage(desk.host.url)
  for (const name of names) await client.library.createCollection({ name, description: '' })
  close()
}

test('many collections leave most of the window to the documents, and the one that is shown is in sight', async ({
  page,
}) => {
  await makeCollections(Array.from({ length: 60 }, (_, number) => `Papers of the year ${1960 + number}`))
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
  await page.setViewportSize({ width: 420, height: 720 })
  const list = chips(page)
  await expect(list.getByRole('button')).toHaveCount(62)
  expect((await list.boundingBox())?.height).toBeLessThan(130)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: /collection/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Zinnia')
  await page.keyboard.press('Enter')
  const made = list.getByRole('button', { name: /^Zinnia/ })
  await expect(made).toHaveAttribute('aria-pressed', 'true')
  await expect(made).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Actions for the collection “Zinnia”' })).toBeInViewport({
    ratio: 1,
  })
  await expect(list.getByRole('button', { name: 'All documents' })).not.toBeInViewport()
})

test('a collection is listed by its name from the moment that it is made, and followed where a new name takes it', async ({
  page,
}) => {
  await makeCollections(Array.from({ length: 60 }, (_, number) => `Papers of the year ${1960 + number}`))
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
  await page.setViewportSize({ width: 420, height: 720 })
  const list = chips(page)
  await expect(list.getByRole('button')).toHaveCount(62)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: /collection/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Papers of the year 1990 a')
  await page.keyboard.press('Enter')
  const made = list.getByRole('button', { name: /^Papers of the year 1990 a/ })
  await expect(made).toHaveAttribute('aria-pressed', 'true')
  await expect(made).toBeInViewport({ ratio: 1 })
  // Beside the one that is shown stands what can be done with it.
  const names = (await list.getByRole('button').allInnerTexts()).filter((name) => name !== '')
  const place = names.findIndex((name) => name.startsWith('Papers of the year 1990 a'))
  expect(names[place - 1]).toMatch(/^Papers of the year 1990\s/)
  expect(names[place + 1]).toMatch(/^Papers of the year 1991/)
  await page.getByRole('button', { name: 'Actions for the collection “Papers of the year 1990 a”' }).click()
  await page.getByRole('menuitem', { name: 'Name and description…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Aa')
  await page.keyboard.press('Enter')
  const renamed = list.getByRole('button', { name: /^Aa/ })
  // Behind all documents and the collection that is always there.
  await expect(list.getByRole('button').nth(2)).toHaveText(/^Aa/)
  await expect(renamed).toBeInViewport({ ratio: 1 })
})

test('a collection without documents is told as empty whatever is filtered, and what is filtered is seen by who comes back', async ({
  page,
}) => {
  writeFileSync(join(desk.papers, 'Lease.txt'), 'The rent is due on the first of the month.\n')
  await makeCollections(['Letters'])
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
  await dropOn(page, 'Add to library', [join(desk.papers, 'Lease.txt')])
  await documentIs(page, 'Lease', 'Ready')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Text (1)' })
  await expect(page.getByText('1 document listed')).toBeVisible()
  await screenLink(page, 'Notes').click()
  await goTo(page, 'Library')
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('text/plain')
  await chips(page)
    .getByRole('button', { name: /^Letters/ })
    .click()
  await expect(page.getByText('This collection is empty')).toBeVisible()
  await expect(page.getByText('No document fits these filters')).toHaveCount(0)
  await chips(page).getByRole('button', { name: 'All documents' }).click()
  await expect(documentRow(page, 'Lease')).toBeVisible()
  await expect(page.getByText('1 document listed')).toBeVisible()
})

test('the filters stay folded or unfolded as one left them, also past a collection that has none', async ({
  page,
}) => {
  writeFileSync(join(desk.papers, 'Lease.txt'), 'The rent is due on the first of the month.\n')
  await makeCollections(['Letters'])
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
  await dropOn(page, 'Add to library', [join(desk.papers, 'Lease.txt')])
  await documentIs(page, 'Lease', 'Ready')
  const button = page.getByRole('button', { name: 'Filters', exact: true })
  const type = page.getByRole('combobox', { name: 'Type' })
  const lookElsewhere = async () => {
    await chips(page)
      .getByRole('button', { name: /^Letters/ })
      .click()
    await expect(page.getByText('This collection is empty')).toBeVisible()
    await expect(button).toHaveCount(0)
    await chips(page).getByRole('button', { name: 'All documents' }).click()
    await expect(button).toBeVisible()
  }
  await button.click()
  await expect(type).toBeVisible()
  await lookElsewhere()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await type.selectOption({ label: 'Text (1)' })
  await button.click()
  await expect(type).toHaveCount(0)
  await lookElsewhere()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
})

test('the collection and what is filtered in it are there again when the page is loaded anew, and by going back and forward', async ({
  page,
}) => {
  writeFileSync(join(desk.papers, 'Lease.txt'), 'The rent is due on the first of the month.\n')
  writeFileSync(join(desk.papers, 'Bells.md'), '# Bells\n\nThey ring at noon.\n')
  await makeCollections(['Letters'])
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
  const chip = (name: RegExp) => chips(page).getByRole('button', { name })
  await chip(/^Letters/).click()
  await dropOn(page, 'Add to “Letters”', [join(desk.papers, 'Lease.txt'), join(desk.papers, 'Bells.md')])
  await documentIs(page, 'Lease', 'Ready')
  await page.getByRole('searchbox', { name: 'Filter by title or source' }).fill('Lease')
  await expect(page.getByText('1 document listed')).toBeVisible()

  await page.reload()
  await expect(chip(/^Letters/)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('searchbox', { name: 'Filter by title or source' })).toHaveValue('Lease')
  await expect(page.getByText('1 document listed')).toBeVisible()
  await expect(documentRow(page, 'Bells')).toHaveCount(0)

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await chip(/^All documents/).click()
  await expect(documentRow(page, 'Bells')).toBeVisible()
  await page.goBack()
  await expect(chip(/^Letters/)).toHaveAttribute('aria-pressed', 'true')
  await page.goBack()
  await expect(chip(/^All documents/)).toHaveAttribute('aria-pressed', 'true')
  await page.goForward()
  await expect(chip(/^Letters/)).toHaveAttribute('aria-pressed', 'true')

  // Who comes back to the library finds it as it was left, also who never was away.
  const filter = page.getByRole('searchbox', { name: 'Filter by title or source' })
  await filter.fill('Lease')
  await expect(page.getByText('1 document listed')).toBeVisible()
  await goTo(page, 'Notes')
  await screenLink(page, 'Library').dblclick()
  await expect(chip(/^Letters/)).toHaveAttribute('aria-pressed', 'true')
  await expect(filter).toHaveValue('Lease')
  // The place before is the one that was looked at, and not what the library shows by now.
  await page.evaluate(() => history.go(-3))
  await expect(chip(/^All documents/)).toHaveAttribute('aria-pressed', 'true')
  await expect(filter).toHaveValue('')
})

test('a collection that is gone is no place to go back to', async ({ page }) => {
  await makeCollections(['Letters', 'Taxes'])
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
  const chip = (name: RegExp) => chips(page).getByRole('button', { name })
  const places = () => page.evaluate(() => history.length)
  await page.evaluate(() => location.assign('#/library/none'))
  await page.reload()
  await expect(chip(/^All documents/)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/library')
  await chip(/^Letters/).click()
  const before = await places()
  const { client, close } = await connectAsPage(desk.host.url)
  const [letters] = (await client.library.collections()).filter(({ name }) => name === 'Letters')
  await changeByHand(client, 'delete_collection', { collection_id: letters?.id })
  close()
  await expect(chip(/^All documents/)).toHaveAttribute('aria-pressed', 'true')
  expect(await places()).toBe(before)
})

test('documents are moved by dragging them onto a collection, all that are chosen at once, and an undo brings them back', async ({
  page,
}) => {
  for (const name of ['Lease', 'Bells', 'Tides']) {
    writeFileSync(join(desk.papers, `${name}.txt`), `What is written of ${name}.\n`)
  }
  await makeCollections(['Letters'])
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
  await dropOn(page, 'Add to library', [desk.papers])
  for (const name of ['Lease', 'Bells', 'Tides']) await documentIs(page, name, 'Ready')
  const letters = chips(page).getByRole('button', { name: /^Letters/ })
  await documentRow(page, 'Lease').dragTo(letters)
  await expect(letters).toHaveAccessibleName('Letters 1')
  await page.getByRole('checkbox', { name: 'Choose “Bells”' }).check()
  await page.getByRole('checkbox', { name: 'Choose “Tides”' }).check()
  await documentRow(page, 'Tides').dragTo(letters)
  await expect(letters).toHaveAccessibleName('Letters 3')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(letters).toHaveAccessibleName('Letters 1')
  // Where it is already, nothing happens.
  await documentRow(page, 'Lease').dragTo(letters)
  await letters.click()
  await expect(documentRow(page, 'Lease')).toBeVisible()
  await expect(letters).toHaveAccessibleName('Letters 1')
})

test('days the wrong way round are told as that', async ({ page }) => {
  writeFileSync(join(desk.papers, 'Lease.txt'), 'The rent is due on the first of the month.\n')
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
  await dropOn(page, 'Add to library', [join(desk.papers, 'Lease.txt')])
  await documentIs(page, 'Lease', 'Ready')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const told = page.getByText('This day is before the first one')
  await page.getByLabel('Added from').fill('2026-03-02')
  await page.getByLabel('Added until').fill('2026-03-02')
  await expect(told).toHaveCount(0)
  await page.getByLabel('Added until').fill('2026-03-01')
  await expect(told).toBeVisible()
})
