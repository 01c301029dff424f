import { rmSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import {
  answers,
  ask,
  goTo,
  inspector,
  messageBox,
  newChat,
  openApp,
  openConversation,
  send,
} from '../support/app-page'
import { answer, type FakeMessagesApi, startFakeMessagesApi, text } from '../support/fake-messages-api'
import { freshFolder, type RunningHost, startHost } from '../support/start-host'

let api: FakeMessagesApi
let host: RunningHost

test.beforeAll(async () => {
  api = await startFakeMessagesApi()
  host = await startHost({
    data: freshFolder('data'),
    titles: true,
    environment: {
      ANTHROPIC_BASE_URL: api.url,
      ANTHROPIC_API_KEY: 'test-key',
      COUNTERSIGN_MODEL: 'fake-model',
    },
  })
})
test.afterAll(async () => {
  await host.stop()
  await api.close()
  rmSync(host.data, { recursive: true, force: true })
})
test.beforeEach(async ({ page }) => {
  await openApp(page, host.url)
  await newChat(page)
})

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const line = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(`^${title}`) })

test('the model’s title stands in the list and above the conversation as soon as it comes, and its cost in the details', async ({
  page,
}) => {
  const given = Promise.withResolvers<void>()
  api.push(
    answer([text('At noon.')]),
    answer([text('**Hochwasser** \u202eam Kai')], { pause: { beforeChunk: 3, until: given.promise } }),
  )
  await ask(page, 'When is high water at the quay of Marrow Point?')
  await expect(line(page, 'When is high water at the quay')).toBeVisible()
  await expect(answers(page).last()).toContainText('19 tokens in, 34 out')
  given.resolve()
  await expect(line(page, 'Hochwasser am Kai')).toBeVisible()
  await expect(heading(page)).toHaveText('Hochwasser am Kai')
  await expect(line(page, 'When is high water')).toHaveCount(0)
  await expect(answers(page).last()).toContainText('38 tokens in, 68 out')

  await page.getByRole('button', { name: 'Details', exact: true }).click()
  const made = inspector(page).getByRole('region', { name: 'Title of the conversation' })
  await expect(made).toContainText('Given by the model')
  await expect(made).toContainText('Hochwasser am Kai')
  await expect(inspector(page).getByRole('region', { name: 'In all' })).toContainText('38 tokens in, 68 out')

  await page.reload()
  await openConversation(page, 'Hochwasser am Kai')
  await expect(heading(page)).toHaveText('Hochwasser am Kai')
})

test('a title that a person gave stays, and without the setting no title is asked for', async ({ page }) => {
  await goTo(page, 'Settings')
  const setting = page.getByRole('switch', { name: 'Let the model give conversations their titles' })
  await expect(setting).toBeChecked()
  await setting.click()
  await expect(setting).not.toBeChecked()
  await page.reload()
  await expect(setting).not.toBeChecked()
  await newChat(page)
  api.push(answer([text('At one.')]))
  const before = api.created.length
  await ask(page, 'And tomorrow?')
  await expect(line(page, 'And tomorrow')).toBeVisible()

  await goTo(page, 'Settings')
  await setting.click()
  await expect(setting).toBeChecked()
  await newChat(page)
  const given = Promise.withResolvers<void>()
  api.push(
    answer([text('At two.')]),
    answer([text('Tides of the third day')], { pause: { beforeChunk: 3, until: given.promise } }),
  )
  await send(page, 'And the day after?')
  await expect(answers(page).last()).toContainText('At two.')
  await api.arrived(before + 3)
  await page.getByRole('button', { name: 'Actions for “And the day after?”' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('My own title')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(line(page, 'My own title')).toBeVisible()
  given.resolve()
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  const made = inspector(page).getByRole('region', { name: 'Title of the conversation' })
  await expect(made).toContainText('Not used: it had another by then')
  await expect(made).toContainText('Tides of the third day')
  await expect(heading(page)).toHaveText('My own title')
  await expect(messageBox(page)).toBeVisible()
})
