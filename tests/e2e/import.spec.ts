import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { change, goTo } from '../support/app-page'
import { setUpModelDesk } from '../support/model-desk'
import { exportedContact, exportedTask, idFor, writeOwnExport } from '../support/own-export'
import { branchedConversation, claudeConversation } from '../support/sample-exports'

const desk = setUpModelDesk()
/** Longest wait for an import, on a busy machine. */
const slowMs = 30_000

async function askFor(page: Page, path: string, own = false): Promise<void> {
  await goTo(page, 'Settings')
  const section = page.getByRole('region', { name: 'Backup and export' })
  await section.getByRole('button', { name: 'Import…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await dialog.getByRole('textbox', { name: 'File or folder' }).fill(path)
  if (own)
    await dialog.getByRole('checkbox', { name: 'I wrote the notes, contacts and tasks in it myself' }).check()
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await dialog.getByRole('button', { name: 'Look at it' }).click()
}

const conversation = (page: Page, title: string) =>
  page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: title })

test('conversations are shown before they come, come with their branches, and are undone as one', async ({
  page,
}) => {
  desk.put('conversations.json', JSON.stringify([branchedConversation, claudeConversation]))
  await askFor(page, desk.at('conversations.json'))
  const review = page.getByRole('dialog', { name: /conversations\.json/ })
  await expect(review).toContainText(
    'Import 2 conversations of ChatGPT and Claude from “conversations.json”.',
    {
      timeout: slowMs,
    },
  )
  await expect(review).toContainText('Knots')
  await expect(conversation(page, 'Knots')).toHaveCount(0)
  await review.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(conversation(page, 'Knots')).toBeVisible({ timeout: slowMs })
  await conversation(page, 'Spring tides').click()
  await expect(page.getByText('At the new moon and the full moon.')).toBeVisible()
  await expect(page.getByText('2 / 2').first()).toBeVisible()

  // The same again: nothing comes twice.
  await askFor(page, desk.at('conversations.json'))
  await expect(page.getByText('There is nothing new in it')).toBeVisible({ timeout: slowMs })

  await goTo(page, 'Activity')
  await change(page, 'conversations.json').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(conversation(page, 'Knots')).toHaveCount(0, { timeout: slowMs })

  // Once more: what is in the trash is not looked for among the others.
  await askFor(page, desk.at('conversations.json'))
  await expect(page.getByText('2 things are in the trash here, from where you can restore them')).toBeVisible(
    {
      timeout: slowMs,
    },
  )
})

test('contacts and tasks of an export are shown by their kinds, come together, and are undone as one', async ({
  page,
}) => {
  const whole = { id: idFor('Report'), title: 'Report' }
  writeOwnExport(desk.at('export'), {
    contacts: [exportedContact('Ada'), exportedContact('Charles')],
    tasks: [exportedTask('Report'), exportedTask('Figures', { parent: whole }), { title: 'Broken' }],
  })
  await askFor(page, desk.at('export'), true)
  const review = page.getByRole('dialog', { name: /“export”/ })
  await expect(review).toContainText('Import 2 contacts and 2 tasks of Countersign from “export”.', {
    timeout: slowMs,
  })
  await expect(review).toContainText('left out: damaged, or there twice: “Broken”.')
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await review.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(review).toHaveCount(0, { timeout: slowMs })
  await goTo(page, 'Contacts')
  await expect(page.getByText('Charles').first()).toBeVisible()
  await goTo(page, 'Tasks')
  await expect(page.getByText('Figures').first()).toBeVisible()

  await goTo(page, 'Activity')
  await change(page, 'export').getByRole('button', { name: 'Undo', exact: true }).click()
  await goTo(page, 'Tasks')
  await expect(page.getByText('Figures')).toHaveCount(0, { timeout: slowMs })
  await goTo(page, 'Contacts')
  await expect(page.getByText('Charles')).toHaveCount(0)
})

test('a folder of notes is imported in German, also in a narrow window, and what is no export is told', async ({
  page,
}) => {
  desk.put('vault/Montag.md', '---\ntags: [Meer]\n---\nSiehe [[Dienstag]].\n')
  desk.put('vault/bild.png', 'x')
  await goTo(page, 'Settings')
  await page.getByText('Deutsch', { exact: true }).click()
  await page.setViewportSize({ width: 420, height: 800 })
  const section = page.getByRole('region', { name: 'Sicherung und Export' })
  const dialog = page.getByRole('dialog', { name: 'Importieren' })
  const lookAt = async (path: string) => {
    await section.getByRole('button', { name: 'Importieren…' }).click()
    await dialog.getByRole('textbox', { name: 'Datei oder Ordner' }).fill(path)
    await dialog.getByRole('button', { name: 'Ansehen' }).click()
  }
  await lookAt(desk.at('vault/bild.png'))
  await expect(dialog).toContainText('Dort ist nichts, was Countersign importieren kann', { timeout: slowMs })
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await lookAt(desk.at('vault'))
  const review = page.getByRole('dialog', { name: /vault/ })
  await expect(review).toContainText('1 Notiz aus Markdown-Dateien importieren', { timeout: slowMs })
  await expect(review).toContainText('bild.png')
  await review.getByRole('button', { name: 'Importieren', exact: true }).click()
  await expect(review).toHaveCount(0, { timeout: slowMs })
  await expect(page.getByText('1 Notiz importiert').or(page.getByText('Rückgängig')).first()).toBeVisible()
})
