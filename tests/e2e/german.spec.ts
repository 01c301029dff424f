import { expect, test } from '@playwright/test'
import { setUpModelDesk } from '../support/model-desk'

// What the main process says is in the language of the window: what a change would do, why it is asked, what it met.

test.use({ locale: 'de-DE' })

const desk = setUpModelDesk({ opens: false })
const { at, put, proposeUnattended } = desk

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
  await page.goto(desk.host.url)
  await page.getByRole('link', { name: /^Eingang/ }).click()
  const card = (name: RegExp) => page.getByRole('region', { name })
  await expect(card(/ebbe\.md" anlegen \(1 Zeile, /)).toBeVisible()
  const edit = card(/plan\.md" bearbeiten: 1 Ersetzung, \+1 −2 Zeilen/)
  await expect(edit).toContainText(/Es ersetzt \d+ % des Textes\./)
  const moves = card(
    /^Verschieben: 12 Einträge: "1\.txt", "2\.txt", "3\.txt" und 9 weitere, in 1 neuem Ordner/,
  )
  await expect(moves).toContainText('Es verschiebt 12 Dinge auf einmal. Es ändert 13 Dinge auf einmal.')

  put('ebbe.md', 'jemand anders\n')
  await card(/ebbe\.md" anlegen/)
    .getByRole('button', { name: 'Freigeben', exact: true })
    .click()
  await expect(card(/ebbe\.md" anlegen/)).toContainText(/ebbe\.md" gibt es inzwischen\. Nichts wurde getan\./)

  await edit.getByRole('button', { name: 'Prüfen…' }).click()
  const dialog = page.locator('dialog[open]')
  await expect(dialog).toContainText(/plan\.md" bearbeiten/)
  // The dialog takes no input in its first moments.
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Ausführen' }).click({ timeout: 1000 })
    await expect(dialog).toHaveCount(0, { timeout: 1000 })
  }).toPass()
  await page.getByRole('link', { name: /^Verlauf/ }).click()
  const entry = page.getByRole('article', { name: /^"[^"]*plan\.md" bearbeiten: 1 Ersetzung/ })
  await entry.getByRole('button', { name: /^Rückgängig/ }).click()
  await expect(
    page.getByRole('article', { name: /^Rückgängig gemacht: "[^"]*plan\.md" bearbeiten/ }),
  ).toBeVisible()
  expect(desk.read('plan.md')).toBe('eins\nzwei\n')
})
