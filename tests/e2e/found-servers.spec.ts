import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { answers, ask, newChat, openApp } from '../support/app-page'
import { buildEntry } from '../support/build-worker'
import { expectAccessible } from '../support/expect-accessible'
import { answer, type FakeMessagesApi, startFakeMessagesApi, text } from '../support/fake-messages-api'
import { type RunningHost, startHost } from '../support/start-host'

let api: FakeMessagesApi
let host: RunningHost

test.beforeAll(async () => {
  api = await startFakeMessagesApi({ models: ['nomic-embed-text', 'harbour-large', 'harbour-small'] })
  const entry = fileURLToPath(await buildEntry('tests/support/host-beside-servers.ts'))
  host = await startHost({ entry: [entry, join(import.meta.dirname, '..', '..'), api.url] })
})
test.afterAll(() => Promise.all([host.stop(), api.close()]))

test('a model that runs on this machine is offered where a conversation begins, and answers once it is taken', async ({
  page,
}) => {
  await openApp(page, host.url)
  const offer = page.getByRole('region', { name: 'Ollama runs on this machine' })
  await expect(offer).toContainText('Let “harbour-large” answer instead of the offline assistant')
  await expectAccessible(page, 'a found server')
  expect(api.created).toEqual([])
  await offer.getByRole('button', { name: 'Use Ollama' }).click()
  await expect(offer).toHaveCount(0)
  await expect(page.getByText('“harbour-large” answers from now on.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Offline assistant' })).toHaveCount(0)
  api.push(answer([text('From the harbour.')]))
  await ask(page, 'Who answers?')
  await expect(answers(page).last()).toContainText('From the harbour.')
  expect(api.created[0]).toMatchObject({ model: 'harbour-large' })
  await newChat(page)
  await expect(offer).toHaveCount(0)
})
