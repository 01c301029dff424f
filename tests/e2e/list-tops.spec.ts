import { expect, type Page, test } from '@playwright/test'
import { goTo, openApp } from '../support/app-page'
import { changeByHand } from '../support/change-by-hand'
import { setUpHostDesk } from '../support/host-desk'
import { connectAsPage } from '../support/page-client'
import { show } from '../support/tasks-page'

// A list that shows other things, or the same in another order, is read from its top.

const desk = setUpHostDesk('for all tests')
const count = 60
const number = (each: number) => String(each).padStart(2, '0')

test.beforeAll(async () => {
  const { client, close } = await connectAsPage(desk.host.url)
  const all = Array.from({ length: count }, (_, each) => `Tide ${number(each)}`)
  for (const title of all) {
    await client.notes.create({ title, content: '', tags: [] })
    await changeByHand(client, 'create_contact', { name: title })
  }
  await changeByHand(client, 'create_tasks', {
    tasks: all.map((title, each) => ({ title, key: title, needs: all.slice(Math.max(0, each - 1), each) })),
  })
  close()
})

const list = (page: Page, name: string) =>
  page.locator('.ui-list').and(page.getByRole('region', { name, exact: true }))

/** Scrolls a list to its end. */
async function toEnd(page: Page, name: string): Promise<void> {
  await list(page, name).evaluate((area) => area.scrollTo({ top: area.scrollHeight }))
  await expect.poll(() => topOf(page, name)).toBeGreaterThan(100)
}

const topOf = (page: Page, name: string) => list(page, name).evaluate((area) => area.scrollTop)

test('notes that are sorted anew begin at the first one', async ({ page }) => {
  await openApp(page, desk.host.url)
  await goTo(page, 'Notes')
  await expect(page.getByRole('button', { name: /^Tide 59/ })).toBeVisible()
  await toEnd(page, 'Notes')
  await page.getByRole('combobox', { name: 'Order' }).selectOption('title')
  await expect(page.getByRole('button', { name: /^Tide 00/ })).toBeInViewport()
  expect(await topOf(page, 'Notes')).toBe(0)
})

for (const [screen, search] of [
  ['Notes', 'Search notes'],
  ['Contacts', 'Search contacts'],
  ['Tasks', 'Search tasks'],
] as const)
  test(`what is found begins at the first one: ${screen}`, async ({ page }) => {
    await openApp(page, desk.host.url)
    await goTo(page, screen)
    await expect(
      page
        .getByRole('button', { name: /Tide 0\d/ })
        .or(page.getByText(/Tide 5\d/))
        .first(),
    ).toBeVisible()
    await toEnd(page, screen)
    await page.getByRole('searchbox', { name: search }).fill('tide')
    await expect.poll(() => topOf(page, screen)).toBe(0)
  })

test('tasks that are drawn, and too many to be fitted in, are shown from the first one', async ({ page }) => {
  await openApp(page, desk.host.url)
  await goTo(page, 'Tasks')
  await show(page, 'Graph')
  const graph = page.getByRole('region', { name: 'Tasks and what they wait for' })
  await graph.evaluate((area) => area.scrollTo({ left: area.scrollWidth }))
  await page.getByRole('button', { name: 'Fit into the window' }).click()
  await expect.poll(() => graph.evaluate((area) => area.scrollLeft)).toBe(0)
  await expect(graph.getByRole('button').first()).toBeInViewport()
})
