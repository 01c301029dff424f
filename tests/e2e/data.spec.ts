import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { card, documentIs, documentRow, goTo, openApp } from '../support/app-page'
import { connectAsPage } from '../support/page-client'
import { runCommand } from '../support/run-command'
import { freshFolder, type RunningHost, startHost } from '../support/start-host'

/** Longest wait for a backup or a restore, on a busy machine. */
const slowMs = 30_000

let base: string
let data: string
let file: string
let host: RunningHost

test.beforeEach(async () => {
  base = realpathSync(freshFolder('data'))
  data = join(base, 'data')
  file = join(base, 'backup.zip')
  writeFileSync(join(base, 'tide.md'), '# Tide\n\nThe pilot marks the outer buoy at dawn.\n')
  await runCommand(['add', join(base, 'tide.md'), '--data', data])
  host = await startHost({ data })
})
test.afterEach(async () => {
  await host.stop()
  rmSync(base, { recursive: true, force: true })
})

async function settings(page: Page) {
  await openApp(page, host.url)
  await goTo(page, 'Settings')
  return page.getByRole('region', { name: 'Backup and export' })
}

async function submit(page: Page, dialogName: string, label: string, path: string, button: string) {
  const dialog = page.getByRole('dialog', { name: dialogName })
  await dialog.getByRole('textbox', { name: label }).fill(path)
  await dialog.getByRole('button', { name: button, exact: true }).click()
}

/** Waits for the message that something was written, which names the whole path. */
async function toldOf(page: Page, done: string, path: string) {
  const message = page.locator('.ui-toast').filter({ hasText: done }).filter({ hasText: path })
  await expect(message).toBeVisible({ timeout: slowMs })
}

test('a backup is written, restored at the next start, and what was there before is kept', async ({
  page,
}) => {
  const section = await settings(page)
  await section.getByRole('button', { name: 'Back up…' }).click()
  await submit(page, 'Back up', 'File', file, 'Back up')
  await toldOf(page, 'Backed up', file)
  await expect(section).toContainText('Last backup:')

  writeFileSync(join(base, 'moon.md'), '# Moon\n\nIt pulls the water.\n')
  await runCommand(['add', join(base, 'moon.md'), '--data', data])
  await goTo(page, 'Library')
  await documentIs(page, 'Moon', 'Ready')
  await goTo(page, 'Settings')

  await section.getByRole('button', { name: 'Restore…' }).click()
  await submit(page, 'Restore a backup', 'Backup file', file, 'Look at it')
  const question = page.getByRole('alertdialog', { name: 'Restore this backup?' })
  await expect(question).toContainText('It holds 0 conversations, 1 document, 0 notes, 0 contacts, 0 tasks')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Restore at the next start' }).click()
  await expect(section).toContainText('A restore waits for the next start', { timeout: slowMs })
  // A closed page does not end what serves it.
  await expect(section).toContainText('End Countersign in the terminal where it was started')
  const everywhere = page.getByRole('status').filter({ has: page.getByRole('link', { name: 'Settings' }) })
  await expect(everywhere).toHaveCount(0)
  await goTo(page, 'Notes')
  await expect(everywhere).toContainText('What you do until then will not be in it')
  await everywhere.getByRole('link', { name: 'Settings' }).click()
  await section.getByRole('button', { name: 'Give up the restore' }).click()
  await expect(section).not.toContainText('A restore waits')
  await goTo(page, 'Notes')
  await expect(everywhere).toHaveCount(0)
  await goTo(page, 'Settings')

  await section.getByRole('button', { name: 'Restore…' }).click()
  await submit(page, 'Restore a backup', 'Backup file', file, 'Look at it')
  await question.getByRole('button', { name: 'Restore at the next start' }).click()
  await expect(section).toContainText('A restore waits for the next start', { timeout: slowMs })
  // Nothing has changed yet.
  await goTo(page, 'Library')
  await documentIs(page, 'Moon', 'Ready')

  await host.stop()
  host = await startHost({ data })
  await openApp(page, host.url)
  const told = page.getByRole('status').filter({ hasText: 'Restored from the backup of' })
  await expect(told).toContainText(`What was there before is in ${data}-before-restore-`)
  const elsewhere = await page.context().newPage()
  await openApp(elsewhere, host.url)
  const toldElsewhere = elsewhere.getByRole('status').filter({ hasText: 'Restored from the backup of' })
  await expect(toldElsewhere).toBeVisible()
  await told.getByRole('button', { name: 'Dismiss' }).click()
  await expect(told).toHaveCount(0)
  await expect(toldElsewhere).toHaveCount(0)
  await elsewhere.close()
  const again = await settings(page)
  await expect(told).toHaveCount(0)
  await expect(again).toContainText('Restored')
  await expect(again).toContainText(`${data}-before-restore-`)
  await goTo(page, 'Library')
  await documentIs(page, 'Tide', 'Ready')
  await expect(documentRow(page, 'Moon')).toHaveCount(0)
})

test('a question that waited in the backup says after the restore what ended it', async ({ page }) => {
  const { client, close } = await connectAsPage(host.url)
  await client.tools.call({ tool: 'create_note', input: { title: 'Boat', content: 'Paint it.' } })
  await client.data.backUp({ path: file })
  await client.data.prepareRestore({ path: file })
  close()
  await host.stop()
  host = await startHost({ data })
  await openApp(page, host.url)
  await goTo(page, 'Inbox')
  await expect(card(page, 'Boat')).toContainText('This still waited in the backup that was restored')
  await expect(card(page, 'Boat')).not.toContainText('Nobody decided')
})

test('what can’t be done is said in the form, with what was typed', async ({ page }) => {
  const section = await settings(page)
  writeFileSync(file, 'mine')
  await section.getByRole('button', { name: 'Back up…' }).click()
  await submit(page, 'Back up', 'File', file, 'Back up')
  const dialog = page.getByRole('dialog', { name: 'Back up' })
  await expect(dialog).toContainText('exists already')
  await expect(dialog.getByRole('textbox', { name: 'File' })).toHaveValue(file)
  await dialog.getByRole('checkbox', { name: 'Replace the file that is there' }).check()
  await dialog.getByRole('button', { name: 'Back up', exact: true }).click()
  await toldOf(page, 'Backed up', file)

  await section.getByRole('button', { name: 'Back up…' }).click()
  await submit(page, 'Back up', 'File', join(data, 'inside.zip'), 'Back up')
  await expect(dialog).toContainText('inside the data folder')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await section.getByRole('button', { name: 'Restore…' }).click()
  await submit(page, 'Restore a backup', 'Backup file', join(base, 'tide.md'), 'Look at it')
  await expect(page.getByRole('dialog', { name: 'Restore a backup' })).toContainText(
    'is not a backup of Countersign',
  )
})

test('a place is offered, made whole, and checked before anything is written', async ({ page }) => {
  const section = await settings(page)
  await section.getByRole('button', { name: 'Back up…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Back up' })
  const place = dialog.getByRole('textbox', { name: 'File' })
  await expect(place).toHaveValue(/countersign-\d{4}-\d\d-\d\d(?:-\d+)?\.zip$/)
  // Whoever types or pastes as it comes writes over it.
  await page.keyboard.insertText(join(base, 'mine.zip'))
  await expect(place).toHaveValue(join(base, 'mine.zip'))
  await place.fill(join(base, 'nowhere', 'mine.zip'))
  await expect(dialog).toContainText('nowhere')
  await expect(place).toHaveAttribute('aria-invalid', 'true')
  await place.fill(base)
  await expect(dialog).toContainText(`Written to ${join(base, 'countersign-')}`)
  await dialog.getByRole('button', { name: 'Back up', exact: true }).click()
  await toldOf(page, 'Backed up', join(base, 'countersign-'))
  const written = readdirSync(base).find((name) => name.endsWith('.zip')) ?? ''

  // What was written last is offered to be restored; nothing is typed.
  await section.getByRole('button', { name: 'Restore…' }).click()
  const restore = page.getByRole('dialog', { name: 'Restore a backup' })
  await expect(restore.getByRole('textbox', { name: 'Backup file' })).toHaveValue(join(base, written))
  await restore.getByRole('button', { name: 'Cancel' }).click()
})

test('a backup says how far it is, and stops at a word without leaving half a file', async ({ page }) => {
  // Long enough to be seen and stopped.
  const bytes = randomBytes(400_000_000)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  mkdirSync(join(data, 'blobs', sha256.slice(0, 2)), { recursive: true })
  writeFileSync(join(data, 'blobs', sha256.slice(0, 2), sha256), bytes)
  const section = await settings(page)
  const stopped = stopOnceAtFiles(page)
  await section.getByRole('button', { name: 'Back up…' }).click()
  await submit(page, 'Back up', 'File', file, 'Back up')
  const progress = section.getByRole('progressbar', { name: 'Backing up' })
  expect(await stopped).toEqual({ told: expect.stringMatching(/^Files · \d+%$/), exportIsDisabled: true })
  await expect(progress).toHaveCount(0)
  await expect(section.getByRole('button', { name: 'Export…' })).toBeEnabled()
  expect(readdirSync(base).filter((name) => name.includes('countersign') || name.endsWith('.zip'))).toEqual(
    [],
  )
  await expect(section).not.toContainText('Last backup')
})

/** Presses Stop as soon as a backup says how far its files are; a busy machine would be through before the next look. */
function stopOnceAtFiles(page: Page): Promise<{ told: string; exportIsDisabled: boolean }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const button = (name: string) =>
          [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
        new MutationObserver((_, observer) => {
          const told = document.querySelector('[aria-valuetext^="Files"]')?.getAttribute('aria-valuetext')
          const stop = button('Stop')
          if (told == null || stop === undefined) return
          observer.disconnect()
          resolve({ told, exportIsDisabled: button('Export…')?.disabled === true })
          stop.click()
        }).observe(document.body, { subtree: true, childList: true, attributes: true })
      }),
  )
}

test('an export goes into a new folder', async ({ page }) => {
  const section = await settings(page)
  const target = join(base, 'export')
  await section.getByRole('button', { name: 'Export…' }).click()
  await submit(page, 'Export everything', 'Folder', target, 'Export')
  await toldOf(page, 'Exported', target)
  expect(existsSync(join(target, 'README.txt'))).toBe(true)
  expect(readdirSync(join(target, 'library'))).toContain('documents.jsonl')
  rmSync(join(data, 'blobs'), { recursive: true })
  await section.getByRole('button', { name: 'Export…' }).click()
  await submit(page, 'Export everything', 'Folder', join(base, 'without'), 'Export')
  await expect(
    page.getByText(
      '1 document is there without the original: not in the library yet, gone, or not readable.',
    ),
  ).toBeVisible({ timeout: slowMs })
  mkdirSync(join(base, 'full', 'mine'), { recursive: true })
  await section.getByRole('button', { name: 'Export…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export everything' })
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(join(base, 'full'))
  await expect(dialog).toContainText(`Written to ${join(base, 'full', 'countersign-export-')}`)
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(join(base, 'tide.md'))
  await expect(dialog).toContainText('is not a folder')
})

test.describe('in German', () => {
  test.use({ locale: 'de-DE' })

  test('it says the same', async ({ page }) => {
    await page.goto(host.url)
    await page.getByRole('link', { name: /^Einstellungen/ }).click()
    const section = page.getByRole('region', { name: 'Sicherung und Export' })
    await section.getByRole('button', { name: 'Sichern…' }).click()
    await submit(page, 'Sichern', 'Datei', join(data, 'innen.zip'), 'Sichern')
    await expect(page.getByRole('dialog', { name: 'Sichern' })).toContainText('liegt im Datenordner')
    await submit(page, 'Sichern', 'Datei', file, 'Sichern')
    await toldOf(page, 'Gesichert', file)
    await section.getByRole('button', { name: 'Wiederherstellen…' }).click()
    await submit(page, 'Eine Sicherung wiederherstellen', 'Sicherungsdatei', file, 'Ansehen')
    const question = page.getByRole('alertdialog', { name: 'Diese Sicherung wiederherstellen?' })
    await expect(question).toContainText('1 Dokument')
    await question.getByRole('button', { name: 'Beim nächsten Start wiederherstellen' }).click()
    await expect(section).toContainText('Eine Wiederherstellung wartet auf den nächsten Start', {
      timeout: slowMs,
    })
  })
})
