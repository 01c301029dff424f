import { expect, test } from '@playwright/test'
import { inspector } from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'
import { birds, frame, openNew, shows } from '../support/opened-document'

const desk = setUpHostDesk('for each test')

test('a page is zoomed by keys, buttons and the wheel; what is looked at stays', async ({ page }) => {
  await page.setViewportSize({ width: 1360, height: 420 })
  await openNew(page, desk, 'Birds.pdf', birds)
  await shows(page, 1)
  await frame(page).evaluate((element) => element.scrollTo({ top: 300 }))
  /** The part of the page that the middle of the view is at. */
  const middle = () =>
    frame(page).evaluate((element) => {
      const sheet = element.querySelector('.page')?.getBoundingClientRect()
      const view = element.getBoundingClientRect()
      if (sheet === undefined) return null
      return Math.round((100 * (view.top + element.clientHeight / 2 - sheet.top)) / sheet.height)
    })
  const width = () => frame(page).evaluate((element) => element.querySelector('.page')?.clientWidth ?? 0)
  await expect.poll(middle).toBeGreaterThan(30)
  const [before, fit] = [(await middle()) ?? 0, await width()]
  const stays = () => expect.poll(async () => Math.abs(((await middle()) ?? 0) - before)).toBeLessThan(3)
  await frame(page).focus()
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await expect.poll(width).toBe(Math.round(fit * 1.5))
  await stays()
  await inspector(page).getByRole('button', { name: 'Smaller' }).click()
  await expect.poll(width).toBe(Math.round(fit * 1.25))
  await stays()
  // The button that was pressed has the focus, also at the end of its way.
  for (const scale of [1, 0.75, 0.5, 0.5]) {
    await page.keyboard.press('-')
    await expect.poll(width).toBe(Math.round(fit * scale))
  }
  await expect(inspector(page).getByRole('button', { name: 'Smaller' })).toBeDisabled()
  for (const scale of [0.75, 1, 1.25]) {
    await page.keyboard.press('+')
    await expect.poll(width).toBe(Math.round(fit * scale))
  }
  await frame(page).evaluate((element, part) => {
    const sheet = element.querySelector('.page')
    element.scrollTo({ top: ((sheet?.clientHeight ?? 0) * part) / 100 - element.clientHeight / 2 })
  }, before)
  await frame(page).hover()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -100)
  await page.keyboard.up('Control')
  await stays()
  await frame(page).focus()
  await page.keyboard.press('0')
  await expect(inspector(page).getByRole('button', { name: 'Fit width' })).toBeDisabled()
  await stays()
  await page.keyboard.press('-')
  await expect(inspector(page).getByRole('button', { name: 'Fit width' })).toBeEnabled()
})

test('what is looked at of a page stays where the window gets another size, as far as there is page to scroll', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1360, height: 420 })
  await openNew(page, desk, 'Birds.pdf', birds)
  await shows(page, 1)
  await frame(page).evaluate((element) => element.scrollTo({ top: 200 }))
  /** Pixels from the part of the page that is in the middle to where it can be scrolled at most for that part. */
  const state = (part = 0) =>
    frame(page).evaluate((element, wanted) => {
      const sheet = element.querySelector('.page')?.getBoundingClientRect()
      if (sheet === undefined) return null
      const middle = element.getBoundingClientRect().top + element.clientHeight / 2
      const by = sheet.top + wanted * sheet.height - middle
      const { scrollTop, scrollHeight, clientHeight, clientWidth } = element
      const reached = Math.max(0, Math.min(scrollHeight - clientHeight, scrollTop + by)) - scrollTop
      return { part: (middle - sheet.top) / sheet.height, off: Math.abs(reached), clientWidth, clientHeight }
    }, part)
  await expect.poll(async () => (await state())?.part).toBeGreaterThan(0.5)
  const before = await state()
  const part = before?.part ?? 0
  for (const [width, height] of [
    [1360, 620],
    [420, 620],
    [420, 420],
    [420, 900],
    [1360, 420],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(async () => (await state(part))?.off).toBeLessThan(2)
  }
  // Where there was less to scroll in between, too, it is found again.
  await expect.poll(async () => (await state())?.clientHeight).toBe(before?.clientHeight)
  await expect.poll(async () => Math.abs(((await state())?.part ?? 0) - part)).toBeLessThan(0.01)
})
