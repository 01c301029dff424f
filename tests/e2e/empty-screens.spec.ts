import { expect, test } from '@playwright/test'
import { goTo, openApp } from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'

const desk = setUpHostDesk('for all tests')

/** What differs by the length of the words (pixels). */
const slack = 40

test('What says that there is nothing stands at one height on every screen', async ({ page }) => {
  await openApp(page, desk.host.url)
  const middles: number[] = []
  for (const screen of ['Inbox', 'Notes', 'Contacts', 'Activity', 'Sequences', 'Missions'] as const) {
    await goTo(page, screen)
    const box = await page.locator('main .ui-empty').boundingBox()
    middles.push(box === null ? Number.NaN : box.y + box.height / 2)
  }
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(slack)
})
