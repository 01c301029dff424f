import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import {
  documentIs,
  documents,
  dropOn,
  goTo,
  messageBox,
  newChat,
  openApp,
  screenLink,
} from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'
import { makePdf } from '../support/make-pdf'

// What a person is told of what they add, beside the documents themselves.

const desk = setUpHostDesk('for each test')
const dock = (page: Page) => page.getByRole('region', { name: 'Adding to the library' })
const trip = '# Trip to Lisbon\n\nThe tram leaves at nine.\n'

test('what was in the library already is said to be', async ({ page }) => {
  const folder = desk.papers
  for (const name of ['notes.md', 'copy of notes.md']) writeFileSync(join(folder, name), trip)
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
  await dropOn(page, 'Add to library', [folder])
  await expect(dock(page)).toContainText(
    '1 document is ready · The content of 1 file was in the library already',
  )
  await documentIs(page, 'Trip to Lisbon', 'Ready')
  await dropOn(page, 'Add to library', [join(folder, 'notes.md')])
  await expect(dock(page).getByRole('heading')).toHaveText('In the library already')
  await expect(dock(page).getByRole('status')).toHaveText('The content of 1 file was in the library already')
  await expect(dock(page).getByRole('listitem')).toContainText('Was there already')
  await expect(documents(page).getByRole('row')).toHaveCount(2)
})

test('what waits for its password is not told of as failed, and files called alike are told apart', async ({
  page,
}) => {
  const whole = makePdf({ pages: [['The tram leaves at nine.']] })
  for (const [at, year] of ['2024', '2025'].entries()) {
    const folder = join(desk.papers, year)
    mkdirSync(folder)
    writeFileSync(join(folder, 'bill.pdf'), whole.subarray(0, 60 + at))
    writeFileSync(join(folder, `locked ${year}.pdf`), makePdf({ pages: [[year]], password: 'tide' }))
  }
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
  await dropOn(page, 'Add to library', [desk.papers])
  await expect(dock(page).getByRole('status')).toHaveText(
    '2 documents wait for a password · 2 documents failed',
  )
  for (const year of ['2024', '2025']) {
    await expect(
      dock(page)
        .getByRole('listitem')
        .filter({ hasText: `${year}/bill.pdf` }),
    ).toContainText('damaged')
    await expect(dock(page).getByRole('button', { name: `bill (${year}/bill.pdf)` })).toBeVisible()
  }
})

test('what was cancelled all at once is read after all at once', async ({ page }) => {
  const line = 'The tram leaves at nine, and the ferry at ten.'
  const pages = Array.from({ length: 1500 }, () => Array.from({ length: 40 }, () => line))
  const paths = [1, 2, 3].map((n) => join(desk.papers, `book ${n}.pdf`))
  for (const path of paths) writeFileSync(path, makePdf({ pages: [[path], ...pages] }))
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
  await dropOn(page, 'Add to library', paths)
  await dock(page).getByRole('button', { name: 'Cancel all' }).click()
  await expect(dock(page).getByRole('status')).toHaveText('3 documents cancelled')
  await dock(page).getByRole('button', { name: 'Try all again' }).click()
  await expect(dock(page)).toContainText('3 documents are ready', { timeout: 30_000 })
})

test('the page asks before it is left with files that are not handed over yet', async ({ page }) => {
  const folder = desk.papers
  for (let n = 0; n < 40; n++) writeFileSync(join(folder, `trip ${n}.md`), `${trip}Day ${n}.\n`)
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
  const asked: string[] = []
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type())
    await dialog.dismiss()
  })
  // Held back until the page was to be left.
  const gate = Promise.withResolvers<void>()
  await page.route('**/upload', async (route) => {
    await gate.promise
    await route.continue()
  })
  await dropOn(page, 'Add to library', [folder])
  await expect(dock(page)).toContainText('Handing over 0 of 40 files')
  await page.evaluate(() => location.reload())
  await expect.poll(() => asked).toEqual(['beforeunload'])
  gate.resolve()
  await expect(dock(page)).toContainText('40 documents are ready')
  // Nothing is asked once all of it is handed over.
  await page.evaluate(() => location.reload())
  await expect(dock(page)).toHaveCount(0)
  await expect(page.getByText('40 documents', { exact: true })).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('an attached file that can’t be read says so and keeps the message from going', async ({ page }) => {
  const folder = desk.papers
  writeFileSync(join(folder, 'program.exe'), Buffer.from([0x4d, 0x5a, 0, 1, 2, 3, 0xff, 0xfe, 0, 0, 9, 200]))
  writeFileSync(join(folder, 'notes.md'), trip)
  await openApp(page, desk.host.url)
  await newChat(page)
  await dropOn(page, 'Attach to this message', [join(folder, 'program.exe'), join(folder, 'notes.md')])
  const composer = page.locator('.composer')
  await expect(composer).toContainText(/“program” can’t be read\. .+ Remove it to send the message\./)
  await expect(page.getByText('attached to the message')).toHaveCount(0)
  await messageBox(page).fill('What does it do?')
  const send = composer.getByRole('button', { name: 'Send' })
  await expect(send).toBeDisabled()
  await page.reload()
  await expect(composer).toContainText('“program” can’t be read.')
  await expect(send).toBeDisabled()
  await composer.getByRole('button', { name: 'Remove program' }).click()
  await expect(composer).not.toContainText('can’t be read')
  await expect(send).toBeEnabled()
})

test('what is told of it leaves the way to every screen in sight', async ({ page }) => {
  for (const name of ['one', 'two', 'three']) {
    writeFileSync(join(desk.papers, `${name}.exe`), Buffer.from(`${name}\0\x01`, 'latin1'))
  }
  await page.setViewportSize({ width: 1360, height: 800 })
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
  await dropOn(page, 'Add to library', [
    desk.papers,
    ...['one', 'two'].map((name) => join(desk.papers, `${name}.exe`)),
  ])
  await expect(dock(page).getByRole('heading')).toHaveText('Nothing was added')
  await goTo(page, 'Notes')
  for (const title of ['First', 'Second', 'Third']) {
    // By key: the pointer rests on what is told, which stays so long.
    await page.getByRole('button', { name: 'New note' }).first().press('Enter')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
    await page.keyboard.press('Control+s')
    const told = page.getByText(`“${title}” is saved.`)
    await expect(told).toBeVisible()
    if (title !== 'First') continue
    await told.hover()
    // One message has its room whole: what was added has a list that scrolls.
    const messages = page.getByRole('region', { name: 'Notifications' })
    await expect.poll(() => messages.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0)
  }
  await expect(page.getByText(/^“.+” is saved\.$/)).toHaveCount(3)
  const ends = (box: { y: number; height: number } | null) => (box === null ? 0 : box.y + box.height)
  const settings = ends(await screenLink(page, 'Settings').boundingBox())
  const toasts = await page.getByRole('region', { name: 'Notifications' }).boundingBox()
  expect(settings).toBeLessThanOrEqual(toasts?.y ?? 0)
  expect(ends(await dock(page).boundingBox())).toBeLessThanOrEqual(800)
  await goTo(page, 'Settings')
})
