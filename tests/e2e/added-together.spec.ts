import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { documentIs, documentRow, dropOn, goTo, openApp } from '../support/app-page'
import { freshFolder, startHost } from '../support/start-host'

const slowMs = 60_000

test('a dropped folder is one change, and each of its files is taken back by itself', async ({ page }) => {
  test.setTimeout(2 * slowMs)
  const papers = freshFolder('papers')
  const folder = join(papers, 'Tide notes')
  mkdirSync(folder)
  for (const name of ['ebb', 'flood', 'slack']) {
    writeFileSync(join(folder, `${name}.md`), `# The ${name}\n\nWhat the ${name} does at noon.\n`)
  }
  const host = await startHost()
  try {
    await openApp(page, host.url)
    await goTo(page, 'Library')
    await dropOn(page, 'Add to library', [folder])
    for (const title of ['The ebb', 'The flood', 'The slack']) await documentIs(page, title, 'Ready')
    await goTo(page, 'Activity')
    const entry = page.getByRole('article', { name: /^Add 3 documents/ })
    await entry.getByRole('button', { name: 'Show changes' }).click()
    await expect(entry.getByRole('listitem')).toHaveCount(3)
    await expect(entry).toContainText('flood.md')
    // A page has no path of a file, and where its copy lay until it was read says nothing.
    await expect(entry).not.toContainText('uploads')
    await entry.getByRole('button', { name: 'Undo only “The flood”' }).click()
    await expect(entry.getByRole('listitem').filter({ hasText: 'The flood' })).toContainText('Undone')
    const undo = page.getByRole('article', { name: /^Undid only “The flood” of: Add 3/ })
    await expect(undo).toContainText('Undo of an earlier change')
    await expect(entry.getByText('Undone in part', { exact: true })).toBeVisible()
    await goTo(page, 'Library')
    await documentIs(page, 'The ebb', 'Ready')
    await expect(documentRow(page, 'The flood')).toHaveCount(0)
    await goTo(page, 'Activity')
    await undo.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(undo.getByText('Undone', { exact: true })).toBeVisible()
    await expect(entry.getByText('Undone in part', { exact: true })).toHaveCount(0)
    await goTo(page, 'Library')
    await documentIs(page, 'The flood', 'Ready')
  } finally {
    await host.stop()
    for (const left of [host.data, papers]) rmSync(left, { recursive: true, force: true })
  }
})
