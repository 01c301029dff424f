import { expect, test } from '@playwright/test'
import { goTo, openApp } from '../support/app-page'
import { holdCalls } from '../support/held-calls'
import { setUpHostDesk } from '../support/host-desk'
import { connectAsPage } from '../support/page-client'

const desk = setUpHostDesk('for each test')

type Client = Awaited<ReturnType<typeof connectAsPage>>['client']

/** Makes a record and says yes to it. */
async function create(client: Client, tool: string, input: Readonly<Record<string, string>>): Promise<void> {
  const outcome = await client.tools.call({ tool, input })
  if (outcome.status !== 'proposed') throw new Error('A record is created after a yes.')
  const { id, planHash } = outcome.proposal
  await client.proposals.approve({ id, planHash })
}

test('what a task waits for is found and chosen by keys alone', async ({ page }) => {
  const { client, close } = await connectAsPage(desk.host.url)
  for (const title of ['Paint the hull', 'Scrape the hull', 'Buy paint']) {
    await create(client, 'create_task', { title })
  }
  close()
  await openApp(page, desk.host.url)
  await goTo(page, 'Tasks')
  await page
    .getByRole('button', { name: /Paint the hull/ })
    .first()
    .click()
  await page.getByRole('region', { name: 'Waits for' }).getByRole('button', { name: 'Add' }).click()
  const dialog = page.getByRole('dialog', { name: /Paint the hull/ })
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('scrape')
  await expect(dialog.getByRole('radio')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('radio', { name: /Scrape the hull/ })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const needs = page.getByRole('region', { name: 'Waits for' })
  await expect(needs).toContainText('Scrape the hull')
  await needs.getByRole('button', { name: 'Add' }).click()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: /Buy paint/ })).toBeFocused()
  await expect(dialog.getByRole('radio', { name: /Buy paint/ })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(needs).toContainText('Buy paint')
})

test('Enter means what is found for the words that are typed, not what is still shown of others', async ({
  page,
}) => {
  const { client, close } = await connectAsPage(desk.host.url)
  for (const name of ['Ada Lovelace', 'Charles Babbage', 'Mary Somerville']) {
    await create(client, 'create_contact', { name })
  }
  close()
  const searches = await holdCalls(page, '/contacts/list')
  await openApp(page, desk.host.url)
  await goTo(page, 'Contacts')
  await page.getByRole('button', { name: 'Ada Lovelace' }).click()
  await page.getByRole('button', { name: 'Add a link' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  const letGo = searches.hold()
  await dialog.getByRole('searchbox').fill('somerville')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
  letGo()
  await expect(dialog.getByRole('radio', { name: /Mary Somerville/ })).toBeChecked()
})
