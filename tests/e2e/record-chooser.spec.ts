import { expect, test } from '@playwright/test'
import { goTo, openApp } from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'
import { connectAsPage } from '../support/page-client'

const desk = setUpHostDesk('for each test')

test('what a task waits for is found and chosen by keys alone', async ({ page }) => {
  const { client, close } = await connectAsPage(desk.host.url)
  for (const title of ['Paint the hull', 'Scrape the hull', 'Buy paint']) {
    const outcome = await client.tools.call({ tool: 'create_task', input: { title } })
    if (outcome.status !== 'proposed') throw new Error('A task is created after a yes.')
    const { id, planHash } = outcome.proposal
    await client.proposals.approve({ id, planHash })
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
