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

/** Ids of documents and collections, and what tools tell models to do next. */
const forModels = /[\da-f]{8}-[\da-f]{4}|\(default\)|\bcursor\b|go on with/u

async function greet(page: Page, box: string, words: string) {
  await page.goto(host.url)
  await send(page, box, words)
}

/** By its button: Enter would take what is suggested for a command, whenever that comes. */
async function send(page: Page, box: string, words: string) {
  await page.getByRole('textbox', { name: box, exact: true }).fill(words)
  await page.getByRole('button', { name: /^Send(?:en)?$/ }).click()
}

test.describe('the assistant that needs no model speaks the language of the browser', () => {
  test.describe('where that is German', () => {
    test.use({ locale: 'de-DE' })
    test('German, from its first words', async ({ page }) => {
      await greet(page, 'Nachricht', 'Hallo')
      await expect(page.getByRole('article', { name: /^Assistent/ })).toContainText(
        'Ich bin der Offline-Assistent',
      )
    })

    test('German too of what commands gave, and of their titles', async ({ page }) => {
      await greet(page, 'Nachricht', '/list_collections')
      await expect(page.getByRole('group', { name: /^Ergebnis: 1 Sammlung/ })).toContainText('0 Dokumente')
      await expect(page.getByRole('link', { name: /Sammlungen auflisten/ })).toBeVisible()
      await send(page, 'Nachricht', '/help')
      const help = page.getByRole('article', { name: /^Assistent/ }).last()
      await expect(help).toContainText('/search_library – Bibliothek durchsuchen')
      await expect(help).not.toContainText(/\b(?:is|not|the)\b/)
      await send(page, 'Nachricht', '/read_file /nirgends.md')
      const answer = page.getByRole('article', { name: /^Assistent/ }).last()
      await expect(answer).toContainText('Das ging nicht: ')
      await expect(answer).not.toContainText(/\b(?:is|not|the)\b/)
    })
  })

  test('English otherwise, also on the same host', async ({ page }) => {
    await greet(page, 'Message', 'Hello')
    await expect(page.getByRole('article', { name: /^Assistant/ })).toContainText(
      'I am the offline assistant',
    )
  })

  test('what commands gave is shown as to people, word for word where it is a text', async ({ page }) => {
    const words = 'Low water at *six*.\nHigh water at twelve.'
    await greet(page, 'Message', '/list_collections')
    const results = page.getByRole('group', { name: /^Result: / })
    await expect(results.last()).toContainText('0 documents')
    await expect(results.last()).not.toContainText(forModels)
    await send(page, 'Message', `/transform_text ${JSON.stringify({ text: words, operation: 'trim_lines' })}`)
    await expect(results).toHaveCount(2)
    expect(await results.last().innerText()).toContain(words)
  })

  test('what commands gave is copied as it is shown', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: async (words: string) => void Object.assign(window, { copied: words }) },
      })
    })
    const copied = async () => {
      const answer = page.getByRole('article', { name: /^Assistant/ }).last()
      await answer.hover()
      await answer.getByRole('button', { name: 'Copy message' }).click()
      return await page.evaluate(() => (window as { copied?: string }).copied)
    }
    await greet(page, 'Message', '/list_collections')
    const results = page.getByRole('group', { name: /^Result: / })
    await expect(results).toHaveCount(1)
    const list = await copied()
    expect(list).toContain('Documents 0 documents')
    expect(list).not.toMatch(forModels)
    const words = 'Low water at *six*.\nHigh water at twelve.'
    await send(page, 'Message', `/transform_text ${JSON.stringify({ text: words, operation: 'trim_lines' })}`)
    await expect(results).toHaveCount(2)
    expect(await copied()).toContain(words)
  })
})
