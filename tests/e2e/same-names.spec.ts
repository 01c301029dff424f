import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { change, decide, documentIs, documents, dropOn, goTo, openApp } from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'
import { makeZip } from '../support/make-zip'

// A browser does not tell where its files lie: whether one is a changed version of a document is the person's to say.

const desk = setUpHostDesk('for each test')
const dock = (page: Page) => page.getByRole('region', { name: 'Adding to the library' })
const question = (page: Page) => page.getByRole('dialog', { name: /here already/ })
const rows = (page: Page) => documents(page).getByRole('row')

function write(name: string, text: string): string {
  const path = join(desk.papers, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

const trip = (hour: string) => `# Trip to Lisbon\n\nThe tram leaves at ${hour}.\n`

async function openLibrary(page: Page): Promise<void> {
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
}

async function add(page: Page, ...paths: string[]): Promise<void> {
  await dropOn(page, 'Add to library', paths)
}

test('a changed file becomes the new version of its document, and undo brings the former one back', async ({
  page,
}) => {
  await openLibrary(page)
  await add(page, write('trip.md', trip('nine')))
  await documentIs(page, 'Trip to Lisbon', 'Ready')
  await expect(dock(page)).toHaveCount(0)
  await add(page, write('trip.md', trip('ten')))
  await expect(question(page)).toContainText('In the library: “Trip to Lisbon” (43 bytes')
  await decide(question(page), 'New version')
  await expect(dock(page).getByRole('listitem')).toContainText('New version')
  await expect(rows(page)).toHaveCount(2)
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('tram leaves')
  await expect(page.getByText('The tram leaves at ten.')).toBeVisible()
  await goTo(page, 'Activity')
  await change(page, 'as the new version of “Trip to Lisbon”').getByRole('button', { name: 'Undo' }).click()
  await goTo(page, 'Library')
  await search.fill('tram leaves at')
  await expect(page.getByText('The tram leaves at nine.')).toBeVisible()
  await expect.poll(() => readdirSync(join(desk.host.data, 'uploads'))).toEqual([])
})

test('another file of that name is a document beside, and one that is not wanted is left out', async ({
  page,
}) => {
  await openLibrary(page)
  await add(page, write('trip.md', trip('nine')))
  await documentIs(page, 'Trip to Lisbon', 'Ready')
  await add(page, write('other/trip.md', trip('ten')))
  await decide(question(page), 'Keep both')
  await expect(rows(page)).toHaveCount(3)
  await add(page, write('third/trip.md', trip('eleven')))
  // Of several, none is likelier than the others.
  await expect(question(page).getByRole('combobox')).toHaveValue('')
  await expect(question(page).getByRole('option')).toHaveCount(3)
  await decide(question(page), 'Cancel')
  await expect(dock(page)).toContainText('It was left out.')
  await expect(rows(page)).toHaveCount(3)
  await expect.poll(() => readdirSync(join(desk.host.data, 'uploads'))).toEqual([])
  await add(page, join(desk.papers, 'third/trip.md'))
  const first = question(page).getByRole('option').first()
  await question(page)
    .getByRole('combobox')
    .selectOption(await first.getAttribute('value'))
  await decide(question(page), 'Add')
  await expect(dock(page).getByRole('listitem')).toContainText('New version')
  await expect(rows(page)).toHaveCount(3)
})

test('what could not be read is read again when it comes again, and nothing is asked', async ({ page }) => {
  const paths = [write('broken.pdf', '%PDF-1.7 broken'), write('also.pdf', '%PDF-1.7 also broken')]
  await openLibrary(page)
  for (let time = 0; time < 2; time++) {
    await add(page, ...paths)
    await expect(dock(page).getByRole('heading')).toHaveText('Nothing was added')
    await expect(dock(page).getByRole('status')).toContainText('2 documents failed')
    await expect(question(page)).toHaveCount(0)
    await expect(rows(page)).toHaveCount(3)
    await dock(page).getByRole('button', { name: 'Hide', exact: true }).click()
    await expect(dock(page)).toHaveCount(0)
  }
  // Another content of the name is asked about.
  await add(page, write('broken.pdf', '%PDF-1.7 broken otherwise'))
  await expect(question(page)).toContainText('broken.pdf')
  await decide(question(page), 'New version')
  await expect(rows(page)).toHaveCount(3)
})

test('files of a folder are known by their places in it, and asked about together', async ({ page }) => {
  const names = ['book/one/readme.md', 'book/two/readme.md', 'book/three/readme.md']
  for (const name of names) write(name, `# ${name}\n\nFirst words.\n`)
  await openLibrary(page)
  await add(page, join(desk.papers, 'book'))
  for (const name of names) await documentIs(page, name, 'Ready')
  for (const name of names.slice(0, 2)) write(name, `# ${name}\n\nSecond words.\n`)
  write('book/four/readme.md', '# Four\n\nNew words.\n')
  await add(page, join(desk.papers, 'book'))
  await expect(question(page)).toContainText('2 files have names that are here already')
  await expect(question(page).getByRole('combobox')).toHaveCount(2)
  await question(page).getByRole('combobox', { name: 'What “book/two/readme.md” is' }).selectOption('')
  await decide(question(page), 'Add')
  await expect(dock(page)).toContainText('3 documents are ready')
  await expect(dock(page)).toContainText('The content of 1 file was in the library already')
  await expect(dock(page).getByText('New version')).toHaveCount(1)
  // The three, the new one, and the other one of the second’s name.
  await expect(rows(page)).toHaveCount(6)
})

test('files of an archive are known by their places in it', async ({ page }) => {
  const pack = (hour: string) => {
    const files = { 'trip.md': trip(hour), 'other.md': '# Other\n\nIt stays as it is.\n' }
    writeFileSync(join(desk.papers, 'papers.zip'), makeZip(files))
  }
  pack('nine')
  await openLibrary(page)
  await add(page, join(desk.papers, 'papers.zip'))
  await documentIs(page, 'Trip to Lisbon', 'Ready')
  pack('ten')
  await add(page, join(desk.papers, 'papers.zip'))
  await expect(question(page)).toContainText('papers.zip/trip.md')
  await decide(question(page), 'New version')
  await expect(dock(page).getByText('New version')).toHaveCount(1)
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('searchbox', { name: 'Search' }).fill('tram leaves')
  await expect(page.getByText('The tram leaves at ten.')).toBeVisible()
  pack('eleven')
  await goTo(page, 'Chat')
  await goTo(page, 'Library')
  await add(page, join(desk.papers, 'papers.zip'))
  await decide(question(page), 'Cancel')
  await expect(dock(page)).toContainText('It was left out.')
  await expect.poll(() => readdirSync(join(desk.host.data, 'uploads'))).toEqual([])
})
