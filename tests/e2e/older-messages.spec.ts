import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import Database from 'better-sqlite3'
import { openApp, openConversation } from '../support/app-page'
import { freshFolder, type RunningHost, startHost } from '../support/start-host'

/** More than twice as many as a page is given at first. */
const count = 150

let host: RunningHost
let data: string

test.beforeEach(async () => {
  data = realpathSync(freshFolder('data'))
  await (await startHost({ data })).stop()
  fillConversation(join(data, 'countersign.db'))
  host = await startHost({ data })
})
test.afterEach(async () => {
  await host.stop()
  rmSync(data, { recursive: true, force: true })
})

test('older messages come as a person scrolls up to them, in their order', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 700 })
  await openApp(page, host.url)
  await openConversation(page, 'A long one')
  await expect(message(page, count - 1)).toBeInViewport()
  await expect(message(page, 0)).toHaveCount(0)

  await page.getByRole('log').hover()
  // Each turn of the wheel is several screens, so that messages come into view that are not there yet.
  await expect(async () => {
    await page.mouse.wheel(0, -2000)
    await expect(page.locator('.transcript-blank')).toHaveCount(0)
    const places = await placesInView(page)
    expect(places.length).toBeGreaterThan(0)
    expect(places).toEqual(places.map((_, index) => (places[0] ?? 0) + index))
    expect(places[0]).toBe(0)
  }).toPass({ timeout: 90_000 })
  await expect(message(page, 0)).toBeInViewport()

  await page.getByRole('button', { name: 'Go to the newest message' }).click()
  await expect(message(page, count - 1)).toBeInViewport()
})

function message(page: Page, at: number) {
  return page.getByRole('article', { name: 'You' }).filter({ hasText: `Message ${at}.` })
}

/** The numbers of the messages that are in view, from the top. */
function placesInView(page: Page): Promise<number[]> {
  return page.getByRole('log').evaluate((log) => {
    const view = log.getBoundingClientRect()
    return [...log.querySelectorAll('article')]
      .filter((article) => {
        const { top, bottom } = article.getBoundingClientRect()
        return bottom > view.top && top < view.bottom
      })
      .map((article) => Number(/Message (\d+)\./.exec(article.textContent)?.[1]))
  })
}

/** Puts messages into the database of a host that is at rest: sending so many would take minutes. */
function fillConversation(path: string): void {
  const database = new Database(path)
  const event = database.prepare(
    `INSERT INTO run_events (conversation_id, run_id, type, message_id, at, body)
     VALUES ('long', ?, 'user_message', ?, 1, ?)`,
  )
  const node = database.prepare(
    `INSERT INTO messages (id, conversation_id, run_id, parent_id, next_id, role, seq, at)
     VALUES (?, 'long', ?, ?, ?, 'user', ?, 1)`,
  )
  const idAt = (at: number) => (at < 0 || at >= count ? null : `message-${at}`)
  database.transaction(() => {
    database
      .prepare(
        `INSERT INTO conversations (id, title, created_at, updated_at, first_id, leaf_id)
         VALUES ('long', 'A long one', 1, 1, ?, ?)`,
      )
      .run(idAt(0), idAt(count - 1))
    for (let at = 0; at < count; at++) {
      const text = `Message ${at}. ${'And more of it. '.repeat(at % 30)}`
      const body = { type: 'user_message', messageId: idAt(at), text, attachments: [] }
      const { lastInsertRowid } = event.run(`run-${at}`, idAt(at), JSON.stringify(body))
      node.run(idAt(at), `run-${at}`, idAt(at - 1), idAt(at + 1), lastInsertRowid)
    }
  })()
  database.close()
}
