import { expect, test } from '@playwright/test'
import { goTo, openApp } from '../support/app-page'
import { expectAccessible } from '../support/expect-accessible'
import { type OpenHostDesk, openHostDesk } from '../support/host-desk'

let desk: OpenHostDesk
test.beforeAll(async () => {
  const address = { COUNTERSIGN_MODEL: 'some-model', ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' }
  const environment = { ...address, ANTHROPIC_API_KEY: 'key-of-the-environment' }
  desk = await openHostDesk({ environment })
})
test.afterAll(() => desk.close())

test('the settings show the model that environment variables decide, and say that they do', async ({
  page,
}) => {
  await openApp(page, desk.host.url)
  await goTo(page, 'Settings')
  const section = page.getByRole('region', { name: 'Model', exact: true })
  const model = section.getByRole('radio', { name: /^A model/ })
  await expect(model).toBeChecked()
  await expect(model).toBeDisabled()
  const offline = section.getByRole('radio', { name: /^Offline assistant/ })
  await expect(offline).not.toBeChecked()
  await expect(offline).toBeDisabled()
  await expect(section).toContainText(
    'Who answers is decided by the environment variables COUNTERSIGN_MODEL, ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY, not here.',
  )
  await expect(section).toContainText('some-model at 127.0.0.1:9')
  await expect(section).toContainText('To choose here, start Countersign without them.')
  // Removing it here would take nothing away.
  await expect(section).toContainText('The key comes from an environment variable (ANTHROPIC_API_KEY')
  await expect(section.getByRole('button', { name: 'Remove key' })).toHaveCount(0)
  // A server that is found can't be taken while a variable names another one.
  await expect(section.getByRole('button', { name: 'Find local servers' })).toHaveCount(0)
  await expectAccessible(page, 'settings whose model is decided outside')
})
