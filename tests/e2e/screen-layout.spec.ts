import { expect, test } from '@playwright/test'
import { goTo, openApp } from '../support/app-page'
import { changeByHand } from '../support/change-by-hand'
import { setUpHostDesk } from '../support/host-desk'
import { connectAsPage } from '../support/page-client'

const desk = setUpHostDesk('for all tests')

/** What differs by the length of the words (pixels). */
const slack = 40

test('what says that there is nothing stands at one height on every screen', async ({ page }) => {
  await openApp(page, desk.host.url)
  const middles: number[] = []
  for (const screen of ['Inbox', 'Notes', 'Contacts', 'Activity', 'Sequences', 'Missions'] as const) {
    await goTo(page, screen)
    const box = await page.locator('main .ui-empty').boundingBox()
    middles.push(box === null ? Number.NaN : box.y + box.height / 2)
  }
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(slack)
})

test('a change in a narrow window is told below its Undo, and not up to it', async ({ page }) => {
  const { client, close } = await connectAsPage(desk.host.url)
  await changeByHand(client, 'create_note', { title: 'Tides', content: 'Twice a day.' })
  close()
  await page.setViewportSize({ width: 420, height: 800 })
  await openApp(page, desk.host.url)
  await page.evaluate(() => {
    location.hash = '#/activity'
  })
  const undo = await page.getByRole('button', { name: 'Undo', exact: true }).boundingBox()
  const words = await page.getByRole('heading', { name: /“Tides”/ }).boundingBox()
  if (undo === null || words === null) throw new Error('The change is not in the page.')
  expect(words.y - (undo.y + undo.height)).toBeGreaterThanOrEqual(4)
})
