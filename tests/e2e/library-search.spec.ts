import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { documentIs, documents, dropOn, goTo, openApp } from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'
import { connectAsPage } from '../support/page-client'

// The search in the library: what it looks through, and how much of what fits it shows.

const desk = setUpHostDesk('for each test', ({ papers }) => {
  writeFileSync(join(papers, 'Lease.txt'), 'The rent follows a regression of last year.\n')
  writeFileSync(join(papers, 'Manual.txt'), 'A regression needs at least two columns.\n')
  const section = (index: number) =>
    `## Harbour ${index}\n\n${`The tide of harbour ${index} is low. `.repeat(60)}\n`
  writeFileSync(
    join(papers, 'Tides.md'),
    Array.from({ length: 120 }, (_, index) => section(index)).join('\n'),
  )
})

test.beforeEach(async ({ page }) => {
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
})

const found = '.search-result'

test('what is searched for and the order of the table are there again after a reload, and by going back and forward', async ({
  page,
}) => {
  await dropOn(page, 'Add to library', [join(desk.papers, 'Lease.txt'), join(desk.papers, 'Manual.txt')])
  await documentIs(page, 'Lease', 'Ready')
  await documentIs(page, 'Manual', 'Ready')
  const box = page.getByRole('searchbox', { name: 'Search the library' })
  const title = page.getByRole('columnheader', { name: 'Title' })
  await title.getByRole('button').click()
  await expect(title).toHaveAttribute('aria-sort', 'ascending')
  await page.reload()
  await expect(title).toHaveAttribute('aria-sort', 'ascending')

  const places = () => page.evaluate(() => history.length)
  const before = await places()
  await box.pressSequentially('regression', { delay: 60 })
  await expect(page.locator(found)).toHaveCount(2)
  // What is typed is no place to go back to, letter by letter.
  expect(await places()).toBe(before)
  await page.reload()
  await expect(box).toHaveValue('regression')
  await expect(page.locator(found)).toHaveCount(2)

  // The palette's search is a place of its own, and the field says what is searched for.
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('columns')
  await page.getByRole('option', { name: 'Search the library for “columns”' }).click()
  await expect(box).toHaveValue('columns')
  await expect(page.locator(found)).toHaveCount(1)
  await page.goBack()
  await expect(box).toHaveValue('regression')
  await expect(page.locator(found)).toHaveCount(2)
  await page.goForward()
  await expect(box).toHaveValue('columns')
  await box.fill('regression '.repeat(2000))
  await expect(page.locator(found)).toHaveCount(2)
  await box.fill('')
  await expect(title).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/library?order=title-ascending')
})

test('a search that finds nothing leads on to the documents of other collections, and there alone', async ({
  page,
}) => {
  const search = page.getByRole('searchbox', { name: 'Search the library' })
  await search.fill('harbour')
  await expect(page.getByText('Your library is empty')).toBeVisible()
  await expect(page.getByText('No passage matches')).toHaveCount(0)
  await search.clear()
  await dropOn(page, 'Add to library', [join(desk.papers, 'Lease.txt')])
  await documentIs(page, 'Lease', 'Ready')
  await search.fill('harbour')
  await expect(page.getByText('No passage matches')).toBeVisible()
  await expect(page.getByText('Try fewer or other words.', { exact: true })).toBeVisible()

  const { client, close } = await connectAsPage(desk.host.url)
  await client.library.createCollection({ name: 'Boats', description: '' })
  close()
  await search.fill('regression')
  await expect(page.locator(found)).toHaveCount(1)
  await page.getByRole('button', { name: /^Boats/ }).click()
  await page.getByRole('button', { name: 'Search all documents' }).click()
  await expect(page.locator(found)).toHaveCount(1)
})

test('a search that is there while documents come in shows what fits in them', async ({ page }) => {
  await dropOn(page, 'Add to library', [join(desk.papers, 'Lease.txt')])
  await documentIs(page, 'Lease', 'Ready')
  const search = page.getByRole('searchbox', { name: 'Search the library' })
  await search.fill('harbour')
  await expect(page.getByText('No passage matches')).toBeVisible()
  await dropOn(page, 'Add to library', [join(desk.papers, 'Tides.md')])
  // Nobody types anything.
  await expect(page.locator(found).first()).toContainText('harbour')

  // Where there is little room, too, one line says it.
  await page.setViewportSize({ width: 420, height: 800 })
  await search.fill('regression')
  await expect(page.locator(found)).toHaveCount(1)
  const before = await page.locator(found).boundingBox()
  await dropOn(page, 'Add to library', [join(desk.papers, 'Manual.txt')])
  await expect(page.getByText('More documents are ready by now.')).toBeVisible()
  // What is read stays where it is.
  await expect(page.locator(found)).toHaveCount(1)
  expect((await page.locator(found).boundingBox())?.y).toBe(before?.y)
  await page.getByRole('button', { name: 'Search again' }).click()
  await expect(page.locator(found)).toHaveCount(2)
  await expect(page.getByText('More documents are ready by now.')).toHaveCount(0)
})

test('a search looks through what the filters let through, and they stay at hand', async ({ page }) => {
  await dropOn(page, 'Add to library', [join(desk.papers, 'Lease.txt'), join(desk.papers, 'Manual.txt')])
  await documentIs(page, 'Lease', 'Ready')
  await documentIs(page, 'Manual', 'Ready')
  const { client, close } = await connectAsPage(desk.host.url)
  const { documents: listed } = await client.library.documents({})
  const lease = listed.find(({ title }) => title === 'Lease')
  const outcome = await client.tools.call({
    tool: 'update_document',
    input: { doc_id: lease?.id, tags: ['Flat'] },
  })
  if (outcome.status !== 'proposed') throw new Error('Nothing was proposed.')
  await client.proposals.approve({
    id: outcome.proposal.id,
    planHash: outcome.proposal.planHash,
  })
  close()
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('regression')
  await expect(page.locator(found)).toHaveCount(2)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('Flat')
  await expect(page.locator(found)).toHaveCount(1)
  await expect(page.locator(found)).toContainText('Lease')
  await page.getByRole('searchbox', { name: 'Filter by title or source' }).fill('manual')
  await expect(page.getByText('No passage of the documents that fit these filters matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(page.locator(found)).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Filter by title or source' }).fill('manual.TXT')
  await expect(page.locator(found)).toHaveCount(1)
  await expect(page.locator(found)).toContainText('Manual')
  // With the same filters, the table again.
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('')
  await expect(page.getByText('1 document listed')).toBeVisible()
  await expect(documents(page).getByRole('row', { name: /Manual/ })).toBeVisible()
})

test('a search says which word it took a misspelt one for, marks that and no small words, and names a language that nothing is in', async ({
  page,
}) => {
  await dropOn(page, 'Add to library', [join(desk.papers, 'Lease.txt'), join(desk.papers, 'Manual.txt')])
  await documentIs(page, 'Lease', 'Ready')
  await documentIs(page, 'Manual', 'Ready')
  await page
    .getByRole('searchbox', { name: 'Search the library' })
    .fill('what does the regerssion of at need ?')
  await expect(page.getByText('Shown for “regression”; nothing says “regerssion”.')).toBeVisible()
  const manual = page.locator(found).filter({ hasText: 'Manual' })
  await expect(manual.locator('mark')).toHaveText(['regression', 'needs'])
  await page
    .getByRole('searchbox', { name: 'Search the library' })
    .fill('Was ist das für eine Rückwärtsbewegung der Werte?')
  await expect(
    page.getByText('You search in German, and hardly anything in your library is in that language'),
  ).toBeVisible()
})

test('a search says that there is more than it shows, and shows more', async ({ page }) => {
  await dropOn(page, 'Add to library', [join(desk.papers, 'Tides.md'), join(desk.papers, 'Lease.txt')])
  await documentIs(page, 'Lease', 'Ready')
  await documentIs(page, 'Tides', 'Ready')
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('tide')
  await expect(page.getByText(/^The first 50 passages, found in/)).toBeVisible()
  await expect(page.locator(found)).toHaveCount(50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByText(/^1\d\d passages in/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('rent')
  await expect(page.getByText(/^1 passage in/)).toBeVisible()
})

test('a search of notes says that there are more than it shows', async ({ page }) => {
  const { client, close } = await connectAsPage(desk.host.url)
  for (let index = 0; index < 101; index++) {
    await client.notes.create({ title: `Zebra ${index}`, content: 'Seen at noon.', tags: [] })
  }
  close()
  await goTo(page, 'Notes')
  await page.getByRole('searchbox', { name: 'Search notes' }).fill('zebra')
  const told = page.getByRole('status').filter({ hasText: 'The first 100 notes that fit' })
  await expect(told).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search notes' }).fill('zebra 100')
  await expect(page.getByRole('status').filter({ hasText: /^1 note$/ })).toHaveCount(1)
})

test('the palette leads on to what documents say, where no name has the words', async ({ page }) => {
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  const onwards = palette.getByRole('option', { name: /^Search the library for/ })
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('columns')
  // An empty library has nothing to look through.
  await expect(palette.getByRole('status')).toHaveText('Nothing fits. Try fewer letters.')
  await expect(onwards).toHaveCount(0)
  await page.keyboard.press('Escape')
  await dropOn(page, 'Add to library', [join(desk.papers, 'Manual.txt')])
  await documentIs(page, 'Manual', 'Ready')
  await goTo(page, 'Notes')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('columns')
  await expect(onwards).toHaveText(/“columns”/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Search the library' })).toHaveValue('columns')
  await expect(page.locator(found).first()).toContainText('at least two columns')
})

test('a passage of source code keeps its signs in the list, one of Markdown is words, and a web page’s words may look like HTML', async ({
  page,
}) => {
  writeFileSync(join(desk.papers, 'quay.ts'), 'export const quay = rows[a][b]\nshow(`<div>quay</div>`)\n')
  writeFileSync(join(desk.papers, 'Quays.md'), 'The **quay** is [long](https://a.example/long).\n')
  const html = '<!doctype html><title>Moles</title><p>In a quay, &lt;div&gt; &amp;amp; is a word.</p>'
  writeFileSync(join(desk.papers, 'Moles.html'), html)
  const files = ['quay.ts', 'Quays.md', 'Moles.html']
  await dropOn(
    page,
    'Add to library',
    files.map((name) => join(desk.papers, name)),
  )
  await documentIs(page, 'quay', 'Ready')
  await documentIs(page, 'Quays', 'Ready')
  await documentIs(page, 'Moles', 'Ready')
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('quay')
  await expect(page.locator(found)).toHaveCount(3)
  await expect(page.locator(found).filter({ hasText: 'export' })).toContainText(
    'export const quay = rows[a][b] show(`<div>quay</div>`)',
  )
  await expect(page.locator(found).filter({ hasText: 'long' })).toContainText('The quay is long.')
  await expect(page.locator(found).filter({ hasText: 'word' })).toContainText(
    'In a quay, <div> &amp; is a word.',
  )
})

test('what is counted stands at the bottom of the window, also where nothing fits', async ({ page }) => {
  await dropOn(page, 'Add to library', [join(desk.papers, 'Lease.txt')])
  await documentIs(page, 'Lease', 'Ready')
  await expect(page.getByText('1 document', { exact: true })).toBeVisible()
  const foot = page.locator('.library-foot')
  const before = await foot.boundingBox()
  await page.getByRole('searchbox', { name: 'Filter by title or source' }).fill('Boats')
  await expect(page.getByText('No document fits these filters')).toBeVisible()
  expect(await foot.boundingBox()).toEqual(before)
})
