import { mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { change, documentIs, documentRow, goTo, openApp } from '../support/app-page'
import { connectAsPage } from '../support/page-client'
import { freshFolder, type RunningHost, startHost } from '../support/start-host'

/** Longest wait for a look at the folder and for reading, on a busy machine. */
const slowMs = 30_000

let base: string
let folder: string
let host: RunningHost

test.beforeEach(async () => {
  base = realpathSync(freshFolder('watched'))
  folder = join(base, 'papers')
  mkdirSync(folder)
  host = await startHost({ data: join(base, 'data') })
})
test.afterEach(async () => {
  await host.stop()
  rmSync(base, { recursive: true, force: true })
})

const write = (name: string, content: string) => writeFileSync(join(folder, name), content)

async function search(page: Page, words: string) {
  const box = page.getByRole('searchbox', { name: 'Search the library' })
  await box.fill(words)
  await box.press('Enter')
}

test('a folder that is named is kept in step: new, changed, deleted and away', async ({ page }) => {
  write('alpacas.md', '# Alpacas\n\nThey live in the Andes.')
  write('badgers.md', '# Badgers\n\nThey dig setts.')
  await openApp(page, host.url)
  await goTo(page, 'Library')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Watch a folder…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Watch a folder', exact: true })
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder)
  await expect(async () => {
    if ((await dialog.count()) > 0)
      await dialog.getByRole('button', { name: 'Watch', exact: true }).click({ timeout: 1000 })
    await expect(dialog).toHaveCount(0, { timeout: 1000 })
  }).toPass()
  await documentIs(page, 'Alpacas', 'Ready')
  await documentIs(page, 'Badgers', 'Ready')

  write('cranes.md', '# Cranes\n\nThey fly south.')
  await documentIs(page, 'Cranes', 'Ready')

  write('alpacas.md', '# Alpacas\n\nThey hum when they are content.')
  await expect(async () => {
    await search(page, 'hum content')
    await expect(page.getByText('hum when they are content')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: slowMs })
  await search(page, '')

  rmSync(join(folder, 'badgers.md'))
  await expect(documentRow(page, 'Badgers')).toContainText('Source gone', { timeout: slowMs })
  await expect(documentRow(page, 'Badgers')).toContainText('Ready')

  renameSync(folder, `${folder}-away`)
  const watched = page.getByRole('list', { name: 'Watched folders' })
  await expect(watched).toContainText('Unavailable', { timeout: slowMs })
  await expect(watched).toContainText('Nothing was taken out of the library.')
  await expect(documentRow(page, 'Cranes')).not.toContainText('Source gone')
  // Where nothing can be done about a folder, its settings are one press away.
  await watched.getByRole('button', { name: /^Settings of the watched folder/ }).click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expect(watched.getByRole('button', { name: /^Stop watching/ })).toBeInViewport()
  await expect(watched).toContainText('Unavailable')
  renameSync(`${folder}-away`, folder)
  await expect(watched).toContainText('Watched', { timeout: slowMs })
  await expect(watched).toContainText('1 file is gone')

  // Which one, is a press away, from the settings as from here.
  const goneAlone = async () => {
    await expect(page.getByRole('button', { name: 'Gone from “papers”', pressed: true })).toBeVisible()
    await expect(documentRow(page, 'Badgers')).toContainText('Source gone')
    await expect(documentRow(page, 'Cranes')).toHaveCount(0)
  }
  await watched.getByRole('button', { name: '1 file is gone' }).click()
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible()
  await goneAlone()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(documentRow(page, 'Cranes')).toBeVisible()
  await watched.getByRole('button', { name: '1 file is gone' }).click()
  await goneAlone()
  await page.getByRole('button', { name: 'Gone from “papers”', pressed: true }).click()
  await expect(documentRow(page, 'Cranes')).toBeVisible()

  await goTo(page, 'Activity')
  await expect(change(page, '1 changed document')).toContainText(folder)
  await goTo(page, 'Settings')
  await watched.getByRole('button', { name: `Stop watching ${folder}` }).click()
  await expect(page.getByText('No folder is watched yet.')).toBeVisible()
  await goTo(page, 'Library')
  await documentIs(page, 'Cranes', 'Ready')
  await expect(documentRow(page, 'Badgers')).not.toContainText('Source gone')
})

test('the files that are gone from one watched folder are listed without those of others', async ({
  page,
}) => {
  const second = join(base, 'letters')
  mkdirSync(second)
  write('alpacas.md', '# Alpacas\n\nThey live in the Andes.')
  write('badgers.md', '# Badgers\n\nThey dig setts.')
  writeFileSync(join(second, 'cranes.md'), '# Cranes\n\nThey fly south.')
  writeFileSync(join(second, 'deer.md'), '# Deer\n\nThey browse.')
  const { client, close } = await connectAsPage(host.url)
  for (const path of [folder, second]) await client.library.watchFolder({ path, grant: true })
  await openApp(page, host.url)
  await goTo(page, 'Library')
  for (const title of ['Alpacas', 'Badgers', 'Cranes', 'Deer']) await documentIs(page, title, 'Ready')
  rmSync(join(folder, 'badgers.md'))
  rmSync(join(second, 'deer.md'))
  const line = (path: string) =>
    page.getByRole('list', { name: 'Watched folders' }).getByRole('listitem').filter({ hasText: path })
  await expect(line(folder)).toContainText('1 file is gone', { timeout: slowMs })
  await line(second).getByRole('button', { name: '1 file is gone' }).click({ timeout: slowMs })
  await expect(page.getByRole('button', { name: 'Gone from “letters”', pressed: true })).toBeVisible()
  await expect(documentRow(page, 'Deer')).toContainText('Source gone')
  await expect(documentRow(page, 'Badgers')).toHaveCount(0)
  close()
})

test('a folder where Countersign keeps its own data, and one that is not there, are refused in a sentence', async ({
  page,
}) => {
  await openApp(page, host.url)
  await goTo(page, 'Settings')
  await page.getByRole('button', { name: 'Watch a folder…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Watch a folder', exact: true })
  const name = dialog.getByRole('textbox', { name: 'Folder' })
  const watch = async (path: string, sentence: string) => {
    await name.fill(path)
    await expect(async () => {
      await dialog.getByRole('button', { name: 'Watch', exact: true }).click({ timeout: 1000 })
      await expect(dialog).toContainText(sentence, { timeout: 1000 })
    }).toPass()
  }
  await watch(host.data, 'keeps its own data')
  await watch(join(base, 'nowhere'), 'is not there')
})

test('a folder is watched for a collection that is made for it, also where the folder was wrong at first', async ({
  page,
}) => {
  write('alpacas.md', '# Alpacas\n\nThey live in the Andes.')
  await openApp(page, host.url)
  await goTo(page, 'Library')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Watch a folder…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Watch a folder', exact: true })
  const watch = dialog.getByRole('button', { name: 'Watch', exact: true })
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(join(base, 'nowhere'))
  await dialog.getByRole('combobox', { name: 'Collection' }).selectOption('New collection…')
  await expect(watch).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Name of the new collection' }).fill('Animals')
  await expect(async () => {
    await watch.click({ timeout: 1000 })
    await expect(dialog).toContainText('is not there', { timeout: 1000 })
  }).toPass()
  await expect(dialog.getByRole('combobox', { name: 'Collection' })).toContainText('Animals')

  await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder)
  await watch.click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: /^Animals/ }).click()
  await documentIs(page, 'Alpacas', 'Ready')
  await expect(page.getByRole('button', { name: /^Animals/ })).toHaveCount(1)
})
