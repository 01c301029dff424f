import { existsSync, writeFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { screens } from '../../src/renderer/app/router'
import { decide } from '../support/app-page'
import { changeByHand } from '../support/change-by-hand'
import { status } from '../support/fake-messages-api'
import { setUpModelDesk } from '../support/model-desk'
import { connectAsPage } from '../support/page-client'
import { runCommand } from '../support/run-command'
import { assistantFields } from '../support/sample-assistant'

// What the main process says is in the language of the window: what a change would do, why it is asked, what it met.

test.use({ locale: 'de-DE' })

const desk = setUpModelDesk({ opens: false })
const { at, put, proposeUnattended } = desk

test('what is typed to confirm is in German, too', async ({ page }) => {
  for (const name of ['weg-1.md', 'weg-2.md']) put(name, 'weg\n')
  await proposeUnattended(['trash_files', { paths: [at('weg-1.md'), at('weg-2.md')] }])
  await page.goto(desk.host.url)
  await page.getByRole('link', { name: /^Eingang/ }).click()
  await page.getByRole('button', { name: 'Prüfen…' }).click()
  const dialog = page.getByRole('alertdialog')
  const field = dialog.getByRole('textbox', { name: 'Zur Bestätigung löschen 2 eingeben' })
  await field.fill('löschen 3')
  await expect(dialog.getByRole('button', { name: 'Löschen', exact: true })).toBeDisabled()
  await field.fill('löschen 2')
  await decide(dialog, 'Löschen')
  await expect.poll(() => existsSync(at('weg-1.md')) || existsSync(at('weg-2.md'))).toBe(false)
})

test('proposals, reasons, conflicts and entries are in German', async ({ page }) => {
  put('plan.md', 'eins\nzwei\n')
  for (let number = 1; number <= 12; number++) put(`viele/${number}.txt`, `${number}\n`)
  await proposeUnattended(
    ['create_file', { path: at('ebbe.md'), content: 'sechs Uhr\n' }],
    ['edit_file', { path: at('plan.md'), edits: [{ old_text: 'eins\nzwei\n', new_text: 'drei\n' }] }],
    [
      'move_files',
      {
        items: Array.from({ length: 12 }, (_, place) => ({
          from: at(`viele/${place + 1}.txt`),
          to: at(`andere/${place + 1}.txt`),
        })),
      },
    ],
  )
  // Before the cards are there: what they are looked through for after that comes at its own time.
  put('ebbe.md', 'jemand anders\n')
  await page.goto(desk.host.url)
  await page.getByRole('link', { name: /^Eingang/ }).click()
  const card = (name: RegExp) => page.getByRole('region', { name })
  await expect(card(/ebbe\.md" anlegen \(1 Zeile, /)).toBeVisible()
  const edit = card(/plan\.md" bearbeiten: 1 Ersetzung, \+1 −2 Zeilen/)
  await expect(edit).toContainText(/Es ersetzt \d+\s% des Textes\./)
  const moves = card(
    /^Verschieben: 12 Einträge: "1\.txt", "2\.txt", "3\.txt" und 9 weitere, in 1 neuem Ordner/,
  )
  await expect(moves).toContainText('Es ändert 13 Dinge auf einmal.')

  await expect(moves.getByRole('rowheader', { name: 'Pfad' }).first()).toBeAttached()

  await expect(card(/ebbe\.md" anlegen/)).toContainText(/ebbe\.md" gibt es inzwischen\. Nichts wurde getan\./)
  const approve = card(/ebbe\.md" anlegen/).getByRole('button', { name: 'Freigeben', exact: true })
  await expect(approve).toBeDisabled()
  // Approved all the same, from elsewhere, it ends as a conflict, which is told in German, too.
  const [, number = ''] = /Vorschlag (\d+)/.exec(await card(/ebbe\.md" anlegen/).innerText()) ?? []
  expect((await runCommand(['proposals', 'approve', number, '--data', desk.host.data])).status).toBe(5)
  await expect(approve).toHaveCount(0)
  await expect(card(/ebbe\.md" anlegen/)).toContainText(/ebbe\.md" gibt es inzwischen\. Nichts wurde getan\./)

  await edit.getByRole('button', { name: 'Prüfen…' }).click()
  const dialog = page.locator('dialog[open]')
  await expect(dialog).toContainText(/plan\.md" bearbeiten/)
  await decide(dialog, 'Ausführen')
  await page.getByRole('link', { name: /^Verlauf/ }).click()
  const entry = page.getByRole('article', { name: /^"[^"]*plan\.md" bearbeiten: 1 Ersetzung/ })
  await entry.getByRole('button', { name: /^Rückgängig/ }).click()
  await expect(
    page.getByRole('article', { name: /^Rückgängig gemacht: "[^"]*plan\.md" bearbeiten/ }),
  ).toBeVisible()
  // Its entry is there before its effect is done.
  await expect.poll(() => desk.read('plan.md')).toBe('eins\nzwei\n')
})

/** Words that English sentences can hardly do without and German ones don't have. */
const english = /\b(?:the|of|is|are|not|with|could|this|that|to|it|and|nothing|can’t)\b/iu

/** What a person reads beside the titles of conversations, which they wrote themselves, is German. */
async function expectGerman(page: Page): Promise<void> {
  const inspector = page.getByRole('complementary', { name: 'Inspektor' })
  const parts = await page.getByRole('main').or(inspector).allInnerTexts()
  const lines = parts.flatMap((part) => part.split('\n'))
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.filter((line) => english.test(line))).toEqual([])
}

test('a failed document, a wrong key and a refused folder are told in German', async ({ page }) => {
  test.setTimeout(120_000)
  put('Leer.txt', '')
  put('Kaputt.pdf', '%PDF-1.7\nkein Inhalt')
  put('Programm.txt', Buffer.from('MZ\x90\0\0', 'latin1'))
  for (const name of ['Leer.txt', 'Kaputt.pdf', 'Programm.txt'])
    await runCommand(['add', at(name), '--data', desk.host.data], { environment: desk.environment })
  await page.goto(desk.host.url)
  await page.getByRole('link', { name: /^Bibliothek/ }).click()
  const named = { name: 'Dokumente' }
  const documents = page.getByRole('grid', named).or(page.getByRole('table', named))
  const row = (title: string) => documents.getByRole('row', { name: new RegExp(title) })
  const reasons = {
    Leer: 'Diese Datei ist leer (0 Byte), es gibt also nichts aufzunehmen.',
    Kaputt: 'Dieses PDF ist beschädigt oder unvollständig und ließ sich nicht lesen.',
    Programm: 'Das ist ein Programm; Countersign liest PDF, Word,',
  }
  for (const [title, reason] of Object.entries(reasons)) {
    await row(title).click()
    await expect(page.getByRole('complementary', { name: 'Inspektor' })).toContainText(reason)
    await expectGerman(page)
  }

  await page.getByRole('button', { name: 'Neues Gespräch', exact: true }).click()
  desk.api.push(status(401, 'authentication_error', 'Unbekannter Schlüssel'))
  await page.getByRole('textbox', { name: 'Nachricht' }).fill('Wie hoch ist die Flut?')
  await page.keyboard.press('Enter')
  const main = page.getByRole('main')
  await expect(main).toContainText('hat den Schlüssel abgelehnt (401). Er meldet: Unbekannter Schlüssel.')
  await expectGerman(page)

  await page
    .getByRole('link', { name: /^Einstellungen/ })
    .first()
    .click()
  const path = page.getByRole('textbox', { name: 'Pfad eines Ordners' })
  const refusals = {
    '/': '"/" ist der ganze Datenträger. Gib stattdessen den Ordner frei, in dem du arbeiten willst.',
    Dokumente: '"Dokumente" ist ein relativer Pfad. Nenne den ganzen Pfad.',
    [at('Leer.txt')]: 'ist eine Datei. Gib den Ordner frei, in dem sie liegt.',
    [at('nirgends')]: 'gibt es nicht. Nichts wurde freigegeben.',
    [desk.host.data]: 'liegen die Daten von Countersign selbst.',
  }
  for (const [refused, why] of Object.entries(refusals)) {
    await path.fill(refused)
    await path.press('Enter')
    await expect(main).toContainText(why)
  }
  await expectGerman(page)
})

test('tools are named in German, wherever they stand', async ({ page }) => {
  await proposeUnattended(['create_file', { path: at('flut.md'), content: 'zwölf Uhr\n' }])
  await page.goto(desk.host.url)
  await page.getByRole('link', { name: /^Eingang/ }).click()
  await page
    .getByRole('region', { name: /flut\.md" anlegen/ })
    .getByRole('button', { name: 'Freigeben', exact: true })
    .click()
  await page.getByRole('link', { name: /^Verlauf/ }).click()
  await expect(page.getByRole('article', { name: /flut\.md" anlegen/ })).toContainText('Datei anlegen')
  await page.getByRole('link', { name: /^Werkzeuge/ }).click()
  const main = page.getByRole('main')
  for (const title of [
    'Befehle',
    'Dateien',
    'Bibliothek',
    'Hilfsmittel',
    'Befehl ausführen',
    'Datei anlegen',
  ])
    await expect(main.getByText(title, { exact: true })).toBeVisible()
  const titles = await main.locator('.catalog-row strong').allInnerTexts()
  const catalog = await page.evaluate(() => document.querySelector('main')?.textContent ?? '')
  expect(titles.length).toBeGreaterThan(30)
  expect(catalog).not.toMatch(/Create a|Run a|Search the library|Look up/)
  await main.getByRole('button', { name: /^Datei anlegen/ }).click()
  await expect(main.getByText(/^Legt eine neue Datei in einem freigegebenen Ordner an/)).toBeVisible()
  await expect(main.getByText(/^Wohin die neue Datei kommt; dort darf noch nichts sein/)).toBeVisible()
  await expect(main.getByText(/Where the new file goes/)).toBeHidden()
})

// The second is the first as a browser has it that enlarges its pages by a half.
for (const width of [420, 280]) {
  test(`no screen is wider than a narrow window of ${width} pixels`, async ({ page }) => {
    await page.goto(desk.host.url)
    await expect(page.getByRole('textbox', { name: 'Nachricht', exact: true })).toBeVisible()
    await page.setViewportSize({ width, height: 800 })
    const wide: Record<string, number> = {}
    for (const screen of screens) {
      await page.evaluate((name) => {
        location.hash = `#/${name}`
      }, screen)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main .ui-spinner')).toHaveCount(0)
      // What is cut off or scrolls within the page is too wide as well.
      const widest = await page.evaluate(() => {
        const all = [
          document.scrollingElement,
          ...document.querySelectorAll('main, main .screen, main .screen-body, main .screen-column'),
        ]
        return Math.max(...all.map((element) => (element === null ? 0 : element.scrollWidth)))
      })
      if (widest > width) wide[screen] = widest
    }
    expect(wide).toEqual({})
  })
}

test('what is begun anew is as wide as its column in a narrow window', async ({ page }) => {
  await page.goto(desk.host.url)
  await expect(page.getByRole('textbox', { name: 'Nachricht', exact: true })).toBeVisible()
  await page.setViewportSize({ width: 420, height: 800 })
  for (const screen of ['sequences', 'assistants', 'missions', 'tasks']) {
    await page.evaluate((name) => {
      location.hash = `#/${name}/new`
    }, screen)
    await expect(page.locator('main .catalog-save')).toBeVisible()
    const columns = page.locator('main .screen-column, main .screen-body')
    const over = await columns.evaluateAll((all) =>
      all.map((column) => column.scrollWidth - column.clientWidth),
    )
    expect([screen, Math.max(0, ...over)]).toEqual([screen, 0])
  }
})

/** How many pixels of the words that a choice shows have no room; negative where some is left. */
function widthCutOff(element: Element): number {
  const select = element as HTMLSelectElement
  // As wide as what it shows, whatever its surroundings allow.
  const whole = select.cloneNode(true) as HTMLSelectElement
  whole.value = select.value
  whole.style.setProperty('field-sizing', 'content')
  whole.style.position = 'absolute'
  whole.style.width = 'max-content'
  select.after(whole)
  const cut = whole.getBoundingClientRect().width - select.getBoundingClientRect().width
  whole.remove()
  return cut
}

for (const width of [420, 1280]) {
  test(`what narrows a list down is not cut off in a window of ${width} pixels`, async ({ page }) => {
    const { client, close } = await connectAsPage(desk.host.url)
    const tags = ['hafen']
    await changeByHand(client, 'create_note', { title: `Ebbe ${width}`, content: 'Wasser', tags })
    await changeByHand(client, 'create_task', { title: `Flut ${width}`, tags })
    await changeByHand(client, 'create_contact', { kind: 'person', name: `Ann ${width}`, tags })
    await client.assistants.create({ fields: assistantFields({ name: `Hafenmeister ${width}` }) })
    const paper = at(`tiden-${width}.md`)
    writeFileSync(paper, `# Tiden ${width}`)
    await changeByHand(client, 'add_document', { source: paper })
    close()
    await page.setViewportSize({ width, height: 800 })
    await page.goto(desk.host.url)
    const cut: Record<string, string> = {}
    for (const [screen, least] of [
      ['library', 3],
      ['tasks', 3],
      ['notes', 2],
      ['contacts', 1],
      ['activity', 4],
    ] as const) {
      await page.evaluate((name) => {
        location.hash = `#/${name}`
      }, screen)
      const filters = page.getByRole('main').getByRole('button', { name: 'Filter', exact: true })
      const choices = page.getByRole('main').getByRole('combobox')
      await expect(filters.or(choices).first()).toBeVisible()
      if ((await filters.count()) > 0) await filters.click()
      await expect.poll(() => choices.count()).toBeGreaterThanOrEqual(least)
      for (const choice of await choices.all()) {
        if ((await choice.evaluate(widthCutOff)) <= 0) continue
        cut[`${screen} ${await choice.evaluate((one: HTMLSelectElement) => one.labels[0]?.textContent)}`] =
          await choice.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.label ?? '')
      }
    }
    expect(cut).toEqual({})
  })
}

test('what narrows tasks down is not cut beside an open task', async ({ page }) => {
  await page.setViewportSize({ width: 1360, height: 800 })
  await page.goto(desk.host.url)
  await page.evaluate(() => location.assign('#/tasks'))
  await page.getByRole('textbox', { name: 'Aufgabe hinzufügen', exact: true }).fill('Schuppen streichen')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Schuppen streichen/ }).click()
  await expect(page.getByRole('article', { name: 'Schuppen streichen' })).toBeVisible()
  for (const name of ['Stand', 'Assistent']) {
    const filter = page.getByRole('region', { name: 'Aufgaben', exact: true }).getByRole('combobox', { name })
    expect(await filter.evaluate(widthCutOff)).toBeLessThanOrEqual(0)
  }
})
