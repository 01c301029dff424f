import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { documentIs, dropOn, goTo, openApp } from '../support/app-page'
import { buildEntry } from '../support/build-worker'
import { type ModelHost, sendFile, sendPart, startModelHost } from '../support/model-host'
import { freshFolder, type RunningHost, startHost } from '../support/start-host'
import { makeTinyModel } from '../support/tiny-model'
import { watchPage } from '../support/watch-page'

const checkout = join(import.meta.dirname, '..', '..')
let models: ModelHost
let host: RunningHost
let papers: string

test.beforeAll(async () => {
  test.setTimeout(180_000)
  models = await startModelHost()
  models.files = makeTinyModel(models.address).files
  papers = freshFolder('papers')
  writeFileSync(join(papers, 'Cars.txt'), 'An automobile needs fuel.')
  writeFileSync(join(papers, 'Tides.txt'), 'The ocean and its tides.')
  const entry = fileURLToPath(await buildEntry('tests/support/host-with-model.ts'))
  host = await startHost({ entry: [entry, checkout, models.address] })
})
test.afterAll(async () => {
  await Promise.all([host.stop(), models.close()])
  rmSync(papers, { recursive: true })
})

const section = (page: Page) => page.getByRole('region', { name: 'Search by meaning' })
const openSetting = async (page: Page) => {
  await goTo(page, 'Settings')
  await section(page)
    .getByRole('radio', { name: /Built in/ })
    .check()
}

test('a person says yes to a model, goes on after a cut, searches with it, and removes it', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const watched = await watchPage(page)
  await openApp(page, host.url)
  await goTo(page, 'Library')
  await dropOn(page, 'Add to library', [join(papers, 'Cars.txt'), join(papers, 'Tides.txt')])
  await documentIs(page, 'Cars', 'Ready')
  await documentIs(page, 'Tides', 'Ready')

  await openSetting(page)
  const settings = section(page)
  await settings.getByRole('button', { name: 'Download tiny…' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog.getByText(models.address)).toBeVisible()
  await expect(dialog.getByText(join(host.data, 'models', 'tiny-e5-small-int8'))).toBeVisible()
  await expect(dialog.getByRole('button', { name: /Download \d.* bytes?|Download .*kB/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(models.requests).toEqual([])

  models.answer = (response, _request, whole) => sendPart(response, whole)
  await settings.getByRole('button', { name: 'Download tiny…' }).click()
  await dialog.getByRole('button', { name: /^Download/ }).click()
  await expect(settings.getByText(/What came is kept\./)).toBeVisible()
  models.answer = (response, request, whole) => sendFile(response, request, Buffer.alloc(whole.byteLength))
  await settings.getByRole('button', { name: 'Go on with the download of tiny…' }).click()
  await dialog.getByRole('button', { name: /^Download/ }).click()
  await expect(settings.getByText(/is not the file of this model/)).toBeVisible()
  models.answer = null
  await settings.getByRole('button', { name: 'Download tiny…' }).click()
  await dialog.getByRole('button', { name: /^Download/ }).click()
  await settings.getByRole('button', { name: 'Switch on with tiny' }).click()
  await expect(settings.getByText('2 of 2 passages')).toBeVisible({ timeout: 60_000 })
  await expect(settings.getByText('In use')).toBeVisible()
  await expect(settings.getByText('Searches use tiny-e5-small-int8 (8 dimensions).')).toBeVisible()
  await expect(settings.getByRole('button', { name: 'Remove tiny' })).toHaveCount(0)

  await goTo(page, 'Library')
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('vehicle')
  await expect(page.getByRole('button', { name: /automobile/ })).toBeVisible({ timeout: 30_000 })

  await goTo(page, 'Settings')
  await settings.getByRole('radio', { name: /Words alone/ }).check()
  await expect(page.getByText('Searching by meaning is off. The vectors are kept.')).toBeVisible()
  await settings.getByRole('radio', { name: /Built in/ }).check()
  await settings.getByRole('button', { name: 'Remove tiny' }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(settings.getByRole('button', { name: 'Download tiny…' })).toBeVisible()
  expect(watched.errors).toEqual([])
  expect(watched.strangers()).toEqual([])
})

test('a person without a network takes the files from a folder', async ({ page }) => {
  const given = freshFolder('given')
  mkdirSync(join(given, 'onnx'))
  for (const [path, bytes] of models.files) writeFileSync(join(given, path), bytes)
  models.requests.length = 0
  await openApp(page, host.url)
  await openSetting(page)
  const settings = section(page)
  await settings.getByRole('button', { name: 'Take tiny from a folder…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(papers)
  await dialog.getByRole('button', { name: 'Copy the files' }).click()
  await expect(dialog.getByText(/There is no model_quantized\.onnx in/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(given)
  await dialog.getByRole('button', { name: 'Copy the files' }).click()
  await expect(page.getByText('tiny is on this machine.')).toBeVisible()
  await expect(settings.getByRole('button', { name: 'Switch on with tiny' })).toBeVisible()
  expect(models.requests).toEqual([])
  rmSync(given, { recursive: true })
})
