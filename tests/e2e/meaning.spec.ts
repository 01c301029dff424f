import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { documentIs, dropOn, goTo, openApp } from '../support/app-page'
import { answerJson, type FakeEmbeddings, startFakeEmbeddings } from '../support/fake-embeddings'
import { freshFolder, type RunningHost, startHost } from '../support/start-host'
import { watchPage } from '../support/watch-page'

let embeddings: FakeEmbeddings
let host: RunningHost
let papers: string

test.beforeAll(async () => {
  embeddings = await startFakeEmbeddings()
  papers = freshFolder('papers')
  writeFileSync(join(papers, 'Cars.txt'), 'An automobile needs fuel.')
  writeFileSync(join(papers, 'Tides.txt'), 'The ocean rises twice a day.')
  host = await startHost()
})
test.afterAll(async () => {
  await Promise.all([host.stop(), embeddings.close()])
  rmSync(papers, { recursive: true })
})

const section = (page: Page) => page.getByRole('region', { name: 'Search by meaning' })
const searchFor = (page: Page, words: string) =>
  page.getByRole('searchbox', { name: 'Search the library' }).fill(words)
const passage = (page: Page, words: string) => page.getByRole('button', { name: new RegExp(words) })

test('a person switches searching by meaning on, sees how far it is, searches, and removes the vectors', async ({
  page,
}) => {
  const watched = await watchPage(page)
  await openApp(page, host.url)
  await goTo(page, 'Library')
  await dropOn(page, 'Add to library', [join(papers, 'Cars.txt'), join(papers, 'Tides.txt')])
  await documentIs(page, 'Cars', 'Ready')
  await documentIs(page, 'Tides', 'Ready')
  await searchFor(page, 'vehicle')
  await expect(page.getByText('No passage matches')).toBeVisible()

  await goTo(page, 'Settings')
  const settings = section(page)
  await expect(settings.getByRole('button', { name: 'Remove vectors' })).toHaveCount(0)
  await expect(settings.getByRole('radio', { name: /Words alone/ })).toBeChecked()
  await settings.getByRole('radio', { name: /OpenAI-compatible/ }).check()
  await settings.getByRole('textbox', { name: 'Address of the embedding server' }).fill(embeddings.address)
  await settings.getByRole('textbox', { name: 'Embedding model' }).fill('tiny')
  embeddings.answer = (response) => answerJson(response, 401, { error: { message: 'who are you' } })
  await settings.getByRole('button', { name: 'Test' }).click()
  await expect(settings.getByText('refused the key (401)')).toBeVisible()
  embeddings.answer = null
  await settings.getByLabel('Key of the embedding server').fill('k-123')
  await settings.getByRole('button', { name: 'Test' }).click()
  await expect(settings.getByText('It works: 48 dimensions')).toBeVisible()
  expect(embeddings.requests.at(-1)?.key).toBe('k-123')

  await settings.getByRole('button', { name: 'Switch on' }).click()
  await expect(settings.getByText('2 of 2 passages')).toBeVisible()
  await expect(settings.getByText('Searches use tiny (48 dimensions).')).toBeVisible()
  await expect(settings.getByText('A key for this server is stored.')).toBeVisible()

  await goTo(page, 'Library')
  await searchFor(page, 'car')
  await expect(passage(page, 'automobile')).toBeVisible()
  await embeddings.stop()
  await searchFor(page, 'ocean')
  await expect(page.getByText('Only words were searched')).toBeVisible()
  await expect(passage(page, 'ocean')).toBeVisible()

  await goTo(page, 'Settings')
  await section(page)
    .getByRole('radio', { name: /Words alone/ })
    .check()
  await expect(page.getByText('Searching by meaning is off. The vectors are kept.')).toBeVisible()
  await expect(section(page).getByText('2 of 2 passages')).toHaveCount(0)
  await section(page).getByRole('button', { name: 'Remove vectors' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog.getByText('Documents, notes and searching by words stay.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove vectors' }).click()
  await expect(section(page).getByRole('radio', { name: /Words alone/ })).toBeChecked()
  await expect(section(page).getByText('2 of 2 passages')).toHaveCount(0)
  expect(watched.errors).toEqual([])
  expect(watched.strangers()).toEqual([])
})
