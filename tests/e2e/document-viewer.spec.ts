import { expect, type Locator, type Page, test } from '@playwright/test'
import {
  ask,
  citation,
  dangerDialog,
  decide,
  documentIs,
  documentRow,
  goTo,
  inspector,
} from '../support/app-page'
import { changeByHand } from '../support/change-by-hand'
import { setUpHostDesk } from '../support/host-desk'
import { makeZip } from '../support/make-zip'
import { birds, frame, openNew, shows } from '../support/opened-document'
import { connectAsPage } from '../support/page-client'
import { pageImage } from '../support/page-image'

const mail = [
  'From: Ada <ada@example.com>',
  'To: Ben <ben@example.com>',
  'Cc: Cleo <cleo@example.com>',
  'Date: Mon, 2 Mar 2026 10:00:00 +0000',
  'Subject: Kitchen offer',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Worktop 400 EUR',
  'Sink 120 EUR',
  'Taps 80 EUR',
  '-- ',
  'Ada Miller',
  'Kitchens & Co',
].join('\r\n')

const desk = setUpHostDesk('for each test')

/** Adds a file by its name and opens it. */
const open = (page: Page, name: string, content: string | Uint8Array) => openNew(page, desk, name, content)
const find = (page: Page): Locator => inspector(page).getByRole('search')

test('pages turn by keys, and by the wheel past their end, one for each turn of it', async ({ page }) => {
  await page.setViewportSize({ width: 1360, height: 420 })
  await open(page, 'Birds.pdf', birds)
  await shows(page, 1)
  await frame(page).click()
  await expect(inspector(page)).toContainText('printed i')
  await page.keyboard.press('ArrowRight')
  await shows(page, 2)
  await expect(inspector(page)).toContainText(/printed 1(?!\d)/u)
  await page.keyboard.press('ArrowLeft')
  await shows(page, 1)
  await page.keyboard.press('End')
  await shows(page, 6)
  await page.keyboard.press('Home')
  await shows(page, 1)
  const top = () => frame(page).evaluate((element) => element.scrollTop)
  const toEnd = () => frame(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await expect.poll(top).toBe(0)
  // A page is longer than the view: it is scrolled to its end before it turns.
  await page.keyboard.press('PageDown')
  await expect.poll(top).toBeGreaterThan(50)
  await toEnd()
  await page.keyboard.press('PageDown')
  await shows(page, 2)
  await expect.poll(top).toBe(0)
  await page.keyboard.press('PageUp')
  await shows(page, 1)
  await expect.poll(top).toBeGreaterThan(50)

  // In one go: between calls from here a busy machine would make two gestures of one.
  const fling = (distance: number) =>
    frame(page).evaluate((element, deltaY) => {
      for (let at = 0; at < 12; at++) {
        element.dispatchEvent(new WheelEvent('wheel', { deltaY, bubbles: true, cancelable: true }))
      }
    }, distance / 12)
  await fling(6000)
  await shows(page, 2)
  // Nothing more comes of it.
  await expect(inspector(page).getByRole('textbox', { name: 'Page' })).toHaveValue('2')
  await expect.poll(top).toBe(0)
  await expect(async () => {
    await fling(-6000)
    await expect(pageImage(page, 'Birds', 1)).toBeVisible({ timeout: 500 })
  }).toPass()
})

test('a page that is turned to begins at its top, also where its panel gets another height with it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1360, height: 420 })
  await open(page, 'Birds.pdf', birds)
  await shows(page, 1)
  // The browser tells of the scrolling after the key, as on a busy machine.
  await frame(page).evaluate((element) => {
    const image = element.querySelector('img')
    if (image === null) throw new Error('The page has no picture.')
    const changes = new MutationObserver(() => {
      element.style.height = 'calc(100% - 20px)'
    })
    changes.observe(image, { attributes: true })
    element.scrollTo({ top: element.scrollHeight })
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true, cancelable: true }))
  })
  await shows(page, 2)
  // What moves it comes with the next pictures of the window.
  const top = () =>
    frame(page).evaluate(async (element) => {
      for (let at = 0; at < 3; at++) await new Promise(requestAnimationFrame)
      return element.scrollTop
    })
  expect(await top()).toBe(0)
})

test('a page is gone to by its number, and leaving the field moves nothing', async ({ page }) => {
  await page.setViewportSize({ width: 1360, height: 420 })
  await open(page, 'Birds.pdf', birds)
  await shows(page, 1)
  const field = inspector(page).getByRole('textbox', { name: 'Page' })
  await field.fill('6')
  await page.keyboard.press('Enter')
  await shows(page, 6)
  await field.fill('99')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('6')
  await frame(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  const top = () => frame(page).evaluate((element) => element.scrollTop)
  const before = await top()
  expect(before).toBeGreaterThan(50)
  await field.focus()
  await field.blur()
  expect(await top()).toBe(before)
})

test('text is selected on the picture of a page and copied as it reads', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, 'Birds.pdf', birds)
  await shows(page, 1)
  const words = inspector(page).locator('.page-text span')
  const boxOf = async (word: string) => {
    const box = await words.filter({ hasText: word }).first().boundingBox()
    if (box === null) throw new Error(`${word} is not there`)
    return box
  }
  const from = await boxOf('begins')
  const to = await boxOf('second')
  await page.mouse.move(from.x + 1, from.y + from.height / 2)
  await page.mouse.down()
  // Through what lies between the lines and beside them.
  await page.mouse.move(from.x + 40, from.y + from.height + 3, { steps: 4 })
  await page.mouse.move(to.x + to.width - 1, to.y + to.height / 2, { steps: 6 })
  await page.mouse.up()
  await page.keyboard.press('ControlOrMeta+c')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.trim()).toBe('begins with a heron of kind a\nIts second')
})

test('the search goes from match to match and back around, and leaves no mark', async ({ page }) => {
  await open(page, 'Birds.pdf', birds)
  await shows(page, 1)
  await inspector(page).getByRole('button', { name: 'Search in this document' }).click()
  const box = find(page).getByRole('textbox', { name: 'Words to look for' })
  const state = find(page).getByRole('status')
  await box.fill('heron')
  await expect(state).toHaveText('12 matches')
  const marks = inspector(page).locator('.page-mark')
  await expect(marks).toHaveCount(2)
  const others = inspector(page).locator('.page-mark-other')
  await expect(others).toHaveCount(2)
  const current = inspector(page).locator('.page-mark:not(.page-mark-other)')
  const top = async () => (await current.boundingBox())?.y ?? Number.NaN
  const expectMatch = async (number: number) => {
    await box.press('Enter')
    await expect(state).toHaveText(`${number} of 12`)
    await expect(others).toHaveCount(1)
    await expect(find(page).locator('[aria-current]')).toHaveCount(1)
  }
  await expectMatch(1)
  await expect(current).toHaveCount(1)
  const first = await top()
  await expectMatch(2)
  // The page is marked by a view of its own, which may come a moment later.
  await expect.poll(top).toBeGreaterThan(first)
  await box.press('Enter')
  await expect(state).toHaveText('3 of 12')
  await shows(page, 2)
  for (const number of [2, 1, 12]) {
    await box.press('Shift+Enter')
    await expect(state).toHaveText(`${number} of 12`)
  }
  await shows(page, 6)
  await find(page).getByRole('button', { name: 'Next match' }).click()
  await expect(state).toHaveText('1 of 12')
  await find(page).getByRole('button', { name: 'Previous match' }).click()
  await expect(state).toHaveText('12 of 12')
  await shows(page, 6)
  await inspector(page).getByRole('button', { name: 'Search in this document' }).click()
  await expect(marks).toHaveCount(0)
  await shows(page, 6)
})

test('keys open the search of the document that is read, and close it before the document', async ({
  page,
}) => {
  await open(page, 'Birds.pdf', birds)
  await shows(page, 1)
  await page.keyboard.press('ControlOrMeta+f')
  const box = find(page).getByRole('textbox', { name: 'Words to look for' })
  await expect(box).toBeFocused()
  await page.keyboard.type('heron')
  await box.press('Enter')
  await expect(find(page).getByRole('status')).toHaveText('1 of 12')
  await frame(page).focus()
  await page.keyboard.press('ControlOrMeta+f')
  await expect(box).toBeFocused()
  await page.keyboard.type('crane')
  await expect(box).toHaveValue('crane')
  await page.keyboard.press('Escape')
  await expect(find(page)).toHaveCount(0)
  await expect(inspector(page).getByRole('button', { name: 'Search in this document' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(inspector(page)).toHaveCount(0)
})

test('an e-mail keeps its lines, and the search marks in it too', async ({ page }) => {
  await open(page, 'Kitchen offer.eml', mail)
  const body = inspector(page).locator('.ui-md')
  const lines = await body.first().evaluate((element) => (element as HTMLElement).innerText.split('\n'))
  const wanted = ['Worktop 400 EUR', 'Sink 120 EUR', 'Taps 80 EUR', '--', 'Ada Miller', 'Kitchens & Co']
  expect(lines).toEqual(expect.arrayContaining(['Subject: Kitchen offer', ...wanted]))
  await expect(inspector(page).locator('.ui-md :is(h3, h4)')).toHaveCount(0)
  await inspector(page).getByRole('button', { name: 'Search in this document' }).click()
  const box = find(page).getByRole('textbox', { name: 'Words to look for' })
  await box.fill('EUR')
  await box.press('Enter')
  await box.press('Enter')
  await expect(find(page).getByRole('status')).toHaveText('2 of 3')
  await expect(inspector(page).locator('mark')).toHaveCount(3)
  const active = inspector(page).locator('mark.ui-mark-active')
  await expect(active).toHaveCount(1)
  // The count is told a moment before the mark moves.
  await expect.poll(() => active.evaluate((mark) => mark.previousSibling?.textContent)).toBe('Sink 120 ')
  await inspector(page).getByRole('button', { name: 'Search in this document' }).click()
  await expect(inspector(page).locator('mark')).toHaveCount(0)
})

test('a line break of Word is one, and the line end of an editor is none', async ({ page }) => {
  const relationship =
    '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>'
  const letter = makeZip({
    '[Content_Types].xml':
      '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationship}</Relationships>`,
    'word/document.xml':
      '<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>Mill Lane 4</w:t><w:br/><w:t>Brill</w:t></w:r></w:p></w:body></w:document>',
  })
  const shown = inspector(page).locator('.ui-md p')
  await open(page, 'Letter.docx', letter)
  await expect(shown).toContainText('Mill Lane 4')
  expect(await shown.innerText()).toBe('Mill Lane 4\nBrill')
  await open(page, 'Wrapped.md', 'Words that an editor\nhas wrapped.\n')
  await expect(shown).toContainText('an editor')
  expect(await shown.innerText()).toBe('Words that an editor has wrapped.')
})

test('a long table is copied whole, wherever of it one is', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const rows = Array.from({ length: 1500 }, (_, n) => `Berth ${n},"${n} fathoms, at low water"`)
  await open(page, 'Berths.csv', ['Name,Depth', ...rows].join('\r\n'))
  const whole = ['Name,Depth', ...rows, ''].join('\r\n')
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await inspector(page).getByRole('button', { name: 'Search in this document' }).click()
  for (const berth of ['Berth 10', 'Berth 777', 'Berth 1499']) {
    const box = find(page).getByRole('textbox', { name: 'Words to look for' })
    await box.fill(berth)
    await box.press('Enter')
    const part = inspector(page)
      .locator('.document-part')
      .filter({ has: page.getByRole('cell', { name: berth, exact: true }) })
    await part.getByRole('cell', { name: berth, exact: true }).hover()
    await page.evaluate(() => navigator.clipboard.writeText(''))
    const copy = part.getByRole('button', { name: 'Copy as CSV' })
    await copy.click()
    await expect.poll(copied).toBe(whole)
  }
})

test('a match in a long table comes into view, also where its rows were drawn before', async ({ page }) => {
  const rows = Array.from({ length: 1500 }, (_, n) => `Berth ${n},"${n} fathoms, at low water"`)
  await open(page, 'Berths.csv', ['Name,Depth', ...rows].join('\r\n'))
  await expect(inspector(page).getByRole('cell', { name: 'Berth 90', exact: true })).toBeAttached()
  await inspector(page).getByRole('button', { name: 'Search in this document' }).click()
  const box = find(page).getByRole('textbox', { name: 'Words to look for' })
  for (const berth of ['Berth 90', 'Berth 777', 'Berth 795']) {
    await box.fill(berth)
    await expect(find(page).getByRole('status')).toContainText(/match/)
    await box.press('Enter')
    const mark = inspector(page).locator('mark.ui-mark-active')
    await expect(mark).toHaveText(berth)
    await expect(mark).toBeInViewport()
  }
})

test('a table that was loaded too late for the press is copied by another one', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, 'Moorings.csv', 'Name,Depth\nBerth 1,4\nBerth 2,5')
  await page.evaluate(() => navigator.clipboard.writeText(''))
  // As in the window of the shell, where a page has no permission, long after the press.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('Denied.'))
    const copy = document.execCommand.bind(document)
    let tried = 0
    document.execCommand = (command) => tried++ > 0 && copy(command)
  })
  await inspector(page).getByRole('cell', { name: 'Berth 1', exact: true }).hover()
  await inspector(page).getByRole('button', { name: 'Copy as CSV' }).click()
  const again = inspector(page).getByRole('button', { name: 'Ready: press once more to copy' })
  await again.click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('Name,Depth\r\nBerth 1,4\r\nBerth 2,5\r\n')
  await expect(again).toHaveCount(0)
})

test('signs of a text are drawn one by one, some way below the toolbar', async ({ page }) => {
  await open(page, 'Arrows.txt', 'x <- 1')
  const shown = inspector(page).locator('.document-text')
  await expect(shown).toHaveText('x <- 1')
  const drawn = await shown.evaluate((element) => {
    const { fontVariantLigatures, fontFeatureSettings, paddingTop } = getComputedStyle(element)
    return { fontVariantLigatures, fontFeatureSettings, paddingTop }
  })
  expect(drawn).toEqual({
    fontVariantLigatures: 'no-contextual',
    fontFeatureSettings: expect.not.stringContaining('calt'),
    paddingTop: expect.stringMatching(/^[1-9]\d*px$/),
  })
})

/** Says yes in the dialog that asks before a document is deleted. */
async function confirmDeletion(page: Page): Promise<void> {
  await expect(dangerDialog(page)).toContainText('Birds')
  await decide(dangerDialog(page), 'Delete')
}

async function deleteInTable(page: Page): Promise<void> {
  await documentRow(page, 'Birds')
    .getByRole('button', { name: /Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await confirmDeletion(page)
}

test('what could not be read can be tried again, and deleted, where it says so', async ({ page }) => {
  const sent: string[] = []
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
  await open(page, 'Birds.pdf', birds.subarray(0, 200))
  await documentIs(page, 'Birds', 'Failed')
  await inspector(page).getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => sent.filter((each) => each.includes('library/restart'))).toHaveLength(1)
  await inspector(page).getByRole('button', { name: 'Delete…' }).click()
  await confirmDeletion(page)
  await expect(inspector(page)).toContainText('no longer in the library')
})

test('a document that is deleted while it is shown, and one that a citation leads to, are said to be gone once', async ({
  page,
}) => {
  await open(page, 'Birds.pdf', birds)
  await shows(page, 1)
  await goTo(page, 'Chat')
  await ask(page, 'Which page is about three geese?')
  await citation(page, 'Birds', 3).first().click()
  await shows(page, 3)
  await goTo(page, 'Library')
  await documentRow(page, 'Birds').getByText('Birds').first().click()
  await shows(page, 1)
  await deleteInTable(page)
  await expect(inspector(page)).toContainText('no longer in the library')
  await expect(inspector(page).getByRole('img')).toHaveCount(0)
  await page.goBack()
  await citation(page, 'Birds', 3).first().click()
  await expect(inspector(page)).toContainText('no longer in the library')
  await expect(page.getByText(/There is no document/)).toHaveCount(0)
})

test('a document that gets a tag stays where it is read', async ({ page }) => {
  await open(page, 'Birds.pdf', birds)
  await shows(page, 1)
  await frame(page).focus()
  await page.keyboard.press('End')
  await shows(page, 6)
  await inspector(page).getByRole('button', { name: 'About this document', exact: true }).click()
  const { client, close } = await connectAsPage(desk.host.url)
  const [document] = (await client.library.documents({})).documents
  await changeByHand(client, 'update_document', { doc_id: document?.id, tags: ['Pond'] })
  await expect(inspector(page)).toContainText('Pond')
  await shows(page, 6)
  close()
})
