import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import {
  answers,
  ask,
  decide,
  documentIs,
  documentRow,
  documents,
  dropOn,
  goTo,
  inspector,
  openApp,
} from '../support/app-page'
import { writeInFormat } from '../support/every-format'
import { fillLibrary } from '../support/fill-library'
import { setUpHostDesk } from '../support/host-desk'
import { makePdf } from '../support/make-pdf'
import { type RunningHost, startHost } from '../support/start-host'

const rows = 100_000

/** Rows of the grid that are in the page, the header with them. */
function rowsInPage(page: Page): Promise<number> {
  return documents(page).getByRole('row').count()
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  await documents(page).focus()
  for (const key of keys) await page.keyboard.press(key)
}

/** Presses keys faster than anything can be asked for and answered: one after the other in one turn of the page. */
async function pressAtOnce(page: Page, ...keys: string[]): Promise<void> {
  await documents(page).focus()
  await documents(page).evaluate(async (grid, all) => {
    for (const each of all) {
      const key = each.replace('Shift+', '')
      grid.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey: key !== each, bubbles: true }))
      // What a key changed is drawn before the next one, and no answer comes in between.
      await new Promise<void>((done) => queueMicrotask(done))
    }
  }, keys)
}

test.describe
  .serial('a library of a hundred thousand documents', () => {
    let host: RunningHost

    test.beforeAll(async () => {
      test.setTimeout(180_000)
      const first = await startHost()
      await first.stop()
      fillLibrary(first.data, rows)
      host = await startHost({ data: first.data })
    })
    test.afterAll(async () => {
      await host.stop()
      rmSync(host.data, { recursive: true, force: true })
    })

    test('has only the visible rows in the page, wherever one looks', async ({ page }) => {
      await openApp(page, host.url)
      await goTo(page, 'Library')
      await expect(documents(page)).toHaveAttribute('aria-rowcount', String(rows + 1))
      await expect(page.getByText('100,000 documents')).toBeVisible()
      await expect(documentRow(page, 'Report 099999')).toBeVisible()
      expect(await rowsInPage(page)).toBeLessThan(60)
      await press(page, 'End')
      await expect(documentRow(page, 'Report 000000')).toBeVisible()
      await expect(documentRow(page, 'Report 000000')).toHaveAttribute('aria-rowindex', String(rows + 1))
      expect(await rowsInPage(page)).toBeLessThan(60)
    })

    test('is ordered by a click on a heading', async ({ page }) => {
      await openApp(page, host.url)
      await goTo(page, 'Library')
      await page.getByRole('button', { name: 'Title' }).click()
      await expect(documents(page).getByRole('row').nth(1)).toContainText('Report 000000')
      await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute(
        'aria-sort',
        'ascending',
      )
      await page.getByRole('button', { name: 'Size' }).click()
      await page.getByRole('button', { name: 'Size' }).click()
      await expect(documents(page).getByRole('row').nth(1)).toContainText('Report 099999')
    })

    test('is narrowed by words, tag and status, and what fits is counted', async ({ page }) => {
      await openApp(page, host.url)
      await goTo(page, 'Library')
      const box = page.getByRole('searchbox', { name: 'Filter by title or source' })
      // Each letter makes what was asked before unwanted.
      await box.pressSequentially('REPORT papers/0047')
      await expect(page.getByRole('status').filter({ hasText: '100 documents listed' })).toBeVisible()
      await expect(documents(page)).toHaveAttribute('aria-rowcount', '101')
      await page.getByRole('button', { name: 'Filters', exact: true }).click()
      await page.getByRole('combobox', { name: 'Tag' }).selectOption('tides')
      await expect(page.getByText('10 documents listed')).toBeVisible()
      await page.getByRole('button', { name: 'Failed (1,000)' }).click()
      await expect(page.getByText('1 document listed')).toBeVisible()
      await expect(documentRow(page, 'Report 004700')).toContainText('This PDF is damaged')
      await box.fill('nothing of the kind')
      await expect(page.getByText('No document fits these filters')).toBeVisible()
      await page.getByRole('button', { name: 'Clear filters' }).first().click()
      await expect(page.getByText('100,000 documents')).toBeVisible()
    })

    test('is listed whole from the palette, which has only some of what fits', async ({ page }) => {
      await openApp(page, host.url)
      await goTo(page, 'Library')
      await page.getByRole('searchbox', { name: 'Search the library' }).fill('tides')
      await expect(page.getByText('No passage matches')).toBeVisible()
      await page.keyboard.press('ControlOrMeta+k')
      const palette = page.getByRole('dialog', { name: 'Search and commands' })
      const more = palette.getByRole('option', { name: /more document/ })
      await page.keyboard.type('report 0047')
      await expect(more).toHaveText(/^… and 80 more documents: show all of them in the Library/)
      await palette.getByRole('combobox').fill('report')
      await expect(more).toHaveText(/^… and 99,960 more documents/)
      // Forty of them, all of them, and what they say.
      await expect(palette.getByRole('option')).toHaveCount(42)
      await expect(palette.getByRole('option').last()).toHaveText(/^Search the library for “report”/)
      await palette.getByRole('combobox').fill('report 0047')
      await expect(more).toHaveText(/^… and 80 more documents/)
      // The last but one.
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('searchbox', { name: 'Filter by title or source' })).toHaveValue(
        'report 0047',
      )
      await expect(page.getByText('120 documents listed')).toBeVisible()
      await expect(page.getByRole('searchbox', { name: 'Search the library' })).toHaveValue('')
      await page.keyboard.press('ControlOrMeta+k')
      await page.keyboard.type('report 004711')
      await expect(palette.getByRole('option', { name: /Report 004711/ })).toBeVisible()
      await expect(more).toHaveCount(0)
    })

    test('lets rows be chosen by mouse and keys, also those that are not there', async ({ page }) => {
      await openApp(page, host.url)
      await goTo(page, 'Library')
      await expect(documentRow(page, 'Report 099999')).toBeVisible()
      const chosen = (words: string) => page.getByRole('status').filter({ hasText: words })
      await press(page, 'Home', ' ', 'ArrowDown', 'ArrowDown', ' ')
      await expect(chosen('2 chosen')).toBeVisible()
      await expect(documentRow(page, 'Report 099997')).toHaveAttribute('aria-selected', 'true')
      await documentRow(page, 'Report 099990').click({ modifiers: ['Control'] })
      await expect(chosen('3 chosen')).toBeVisible()
      // From there to the end, of which nothing is loaded.
      await press(page, 'Shift+End')
      await expect(chosen('99,991 chosen')).toBeVisible()
      await press(page, 'Control+a')
      await expect(chosen('100,000 chosen')).toBeVisible()
      // Told at once, and not after one has said in a dialog what is to be changed.
      for (const action of ['Tags…', 'Delete…']) {
        await page.getByRole('button', { name: action }).click()
        await expect(page.getByText(/at most 2,000 are changed at once/).last()).toBeVisible()
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
      await page.getByRole('button', { name: 'Choose none' }).click()
      await expect(chosen('100,000 documents')).toBeVisible()
    })

    test('deletes all that was chosen, also rows that are not there yet and by quick keys', async ({
      page,
    }) => {
      await openApp(page, host.url)
      await goTo(page, 'Library')
      await expect(documentRow(page, 'Report 099999')).toBeVisible()
      const down = Array<string>(20).fill('Shift+PageDown')
      await pressAtOnce(page, 'Home', ...down, 'Shift+ArrowUp', 'Delete')
      const dialog = page.getByRole('alertdialog')
      const status = page.getByRole('status').filter({ hasText: /^\d+ chosen$/ })
      await expect(dialog).toBeVisible()
      const chosen = Number(/(\d+) chosen/.exec(await status.innerText())?.[1])
      expect(chosen).toBeGreaterThan(200)
      await expect(dialog).toContainText(`Delete ${chosen} documents`)
      await decide(dialog, 'Cancel')
    })

    test('takes tags for many at once, after one yes, and gives them back with one click', async ({
      page,
    }) => {
      await openApp(page, host.url)
      await goTo(page, 'Library')
      await expect(documentRow(page, 'Report 099999')).toBeVisible()
      await press(page, 'Home', ...Array<string>(11).fill('Shift+ArrowDown'))
      await page.getByRole('button', { name: 'Tags…' }).click()
      await page.getByRole('combobox', { name: 'Add tags' }).fill('storm,')
      await page.getByRole('button', { name: 'Change tags' }).click()
      const dialog = page.getByRole('alertdialog')
      await expect(dialog).toContainText('Change 12 documents: add “storm”.')
      await decide(dialog, 'Apply')
      await expect(documentRow(page, 'Report 099999')).toContainText('storm')
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await expect(documentRow(page, 'Report 099999')).not.toContainText('storm')
    })

    test('shows what is lost before documents are deleted', async ({ page }) => {
      await openApp(page, host.url)
      await goTo(page, 'Library')
      await expect(documentRow(page, 'Report 099999')).toBeVisible()
      await pressAtOnce(page, 'Home', 'Shift+ArrowDown', 'Delete')
      const dialog = page.getByRole('alertdialog')
      await expect(dialog).toContainText(/Delete 2 documents \(\d+ pages, \d+ passages, .* MB\)/)
      await dialog.getByRole('textbox').fill('delete 2')
      await decide(dialog, 'Delete')
      await expect(page.getByText('99,998 documents')).toBeVisible()
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await expect(page.getByText('100,000 documents')).toBeVisible()
    })
  })

test.describe
  .serial('what comes into the library', () => {
    const password = 'low-water'
    const longPages = 3000
    const desk = setUpHostDesk('for all tests', ({ papers }) => {
      const pages = [['The bell at Cormorant Steps is cracked.']]
      writeFileSync(join(papers, 'Bell.pdf'), makePdf({ title: 'Bell', pages, password }))
      const soundings = Array.from(
        { length: 36 },
        (_, fathoms) => `Sounding of ${fathoms} fathoms at the mole.`,
      )
      writeFileSync(
        join(papers, 'soundings.pdf'),
        makePdf({ title: 'Soundings', pages: Array<string[]>(longPages).fill(soundings) }),
      )
    })

    test('shows how many pages of a long PDF were read, and stops reading it', async ({ page }) => {
      await openApp(page, desk.host.url)
      await goTo(page, 'Library')
      await dropOn(page, 'Add to library', [join(desk.papers, 'soundings.pdf')])
      await expect(documentRow(page, 'soundings')).toContainText(/\d of 3,000/)
      await documentRow(page, 'soundings').getByRole('button', { name: 'Cancel: soundings' }).click()
      await expect(documentRow(page, 'soundings')).toContainText('Cancelled')
    })

    test('asks for the password of a locked PDF, says when it is wrong, and reads it', async ({ page }) => {
      await openApp(page, desk.host.url)
      await goTo(page, 'Library')
      await dropOn(page, 'Add to library', [join(desk.papers, 'Bell.pdf')])
      const dialog = page.getByRole('dialog', { name: 'This PDF is locked' })
      await expect(dialog).toBeVisible()
      // It waits for somebody, and has not failed.
      await expect(documentRow(page, 'Bell').locator('.ui-dot-mark')).toHaveClass(/ui-tone-warning/)
      await dialog.getByLabel('Password').fill('high-water')
      await decideOrStay(dialog)
      await expect(dialog).toContainText('This password does not open the PDF.')
      await dialog.getByLabel('Password').fill(password)
      await decide(dialog, 'Unlock')
      await documentIs(page, 'Bell', 'Ready')
      // A browser tells no path, and where its copy lies says nothing to anyone.
      await expect(documentRow(page, 'Bell').getByTitle('Bell.pdf', { exact: true })).toBeVisible()
      await documentRow(page, 'Bell').click()
      await expect(inspector(page)).toContainText('you see its text instead of its pages')
      await expect(inspector(page)).toContainText('The bell at Cormorant Steps is cracked.')
    })

    test('takes pasted text with a title', async ({ page }) => {
      await openApp(page, desk.host.url)
      await goTo(page, 'Library')
      await expect(documentRow(page, 'Bell')).toBeVisible()
      await page.evaluate(() => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', '# Mooring fees\n\nTen shillings a night at the west quay.\n')
        document.body.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        )
      })
      const dialog = page.getByRole('dialog', { name: 'Add pasted text' })
      await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Mooring fees')
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await documentIs(page, 'Mooring fees', 'Ready')
    })

    test('leaves the keyboard on its document while others come in above it', async ({ page }) => {
      await openApp(page, desk.host.url)
      await goTo(page, 'Library')
      await expect(documentRow(page, 'Bell')).toBeVisible()
      await press(page, 'End')
      const active = () =>
        documents(page).evaluate(
          (grid) =>
            document
              .getElementById(grid.getAttribute('aria-activedescendant') ?? '')
              ?.querySelector('.document-title')?.textContent,
        )
      const before = await active()
      expect(before).toBe('soundings')
      writeFileSync(join(desk.papers, 'lamp.md'), '# Lamp\n\nThe lamp at the mole is lit at dusk.\n')
      await dropOn(page, 'Add to library', [join(desk.papers, 'lamp.md')])
      await documentIs(page, 'Lamp', 'Ready')
      await expect(documents(page).getByRole('row').nth(1)).toContainText('Lamp')
      expect(await active()).toBe(before)
    })

    test('says whole which format it is where that tells it from another', async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 860 })
      writeInFormat(join(desk.papers, 'talk.ppt'), 'Talk', 'The harbour is dredged in autumn.')
      await openApp(page, desk.host.url)
      await goTo(page, 'Library')
      await dropOn(page, 'Add to library', [join(desk.papers, 'talk.ppt')])
      await documentIs(page, 'talk', 'Ready')
      const type = documentRow(page, 'talk').getByTitle('PowerPoint .ppt')
      expect(await type.evaluate((words) => words.scrollWidth - words.clientWidth)).toBe(0)
    })

    test('is asked about alone, and the limit can be taken away', async ({ page }) => {
      await openApp(page, desk.host.url)
      await goTo(page, 'Library')
      await page.getByRole('button', { name: 'Actions for “Mooring fees”' }).click()
      await page.getByRole('menuitem', { name: 'Ask about it' }).click()
      const limit = page.getByRole('note')
      await expect(limit).toContainText('Only in Mooring fees')
      await ask(page, 'What about the bell at Cormorant Steps?')
      await expect(answers(page).last()).not.toContainText('cracked')
      await expect(limit).toContainText('Only in Mooring fees')
      await limit.getByRole('button').click()
      await expect(limit).toHaveCount(0)
      await ask(page, 'What about the bell at Cormorant Steps?')
      await expect(answers(page).last()).toContainText('cracked')
      await expect(limit).toHaveCount(0)
    })
  })

/** Presses Unlock once the dialog takes input; it stays when the password is wrong. */
async function decideOrStay(dialog: ReturnType<Page['getByRole']>): Promise<void> {
  const password = dialog.getByLabel('Password')
  await expect(async () => {
    if ((await password.inputValue()) !== '') {
      await dialog.getByRole('button', { name: 'Unlock' }).click({ timeout: 1000 })
    }
    await expect(password).toHaveValue('', { timeout: 2000 })
  }).toPass()
}
