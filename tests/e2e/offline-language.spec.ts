import { rmSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { type RunningHost, startHost } from '../support/start-host'

let host: RunningHost
test.beforeAll(async () => {
  // The host's own language is another one, as on a server that is reached from elsewhere.
  host = await startHost({ environment: { LANG: 'C.UTF-8' } })
})
test.afterAll(async () => {
  await host.stop()
  rmSync(host.data, { recursive: true, force: true })
})

async function greet(page: Page, box: string, words: string) {
  await page.goto(host.url)
  await page.getByRole('textbox', { name: box, exact: true }).fill(words)
  await page.keyboard.press('Enter')
}

test.describe('the assistant that needs no model speaks the language of the browser', () => {
  test.describe('where that is German', () => {
    test.use({ locale: 'de-DE' })
    test('German', async ({ page }) => {
      await greet(page, 'Nachricht', 'Hallo')
      await expect(page.getByRole('article', { name: /^Assistent/ })).toContainText(
        'Ich bin der Offline-Assistent',
      )
    })
  })

  test('English otherwise, also on the same host', async ({ page }) => {
    await greet(page, 'Message', 'Hello')
    await expect(page.getByRole('article', { name: /^Assistant/ })).toContainText(
      'I am the offline assistant',
    )
  })
})
