import { existsSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { approveCard, card, goTo } from '../support/app-page'
import { setUpModelDesk } from '../support/model-desk'

// What comes under a pointer that rests is not decided by the press that was meant for what was there.

const { at, proposeUnattended } = setUpModelDesk()

/**
 * Presses a button, and again whatever is under the pointer in each frame of the 400 milliseconds after it is gone,
 * however slow the machine is.
 */
async function pressOnAndOn(page: Page, button: Locator): Promise<void> {
  await button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const place = { clientX: x + width / 2, clientY: y + height / 2 }
    const press = () => {
      const usual = { ...place, detail: 1, pointerType: 'mouse', bubbles: true, cancelable: true }
      const target = document.elementFromPoint(place.clientX, place.clientY)
      target?.dispatchEvent(new PointerEvent('pointerdown', usual))
      target?.dispatchEvent(new MouseEvent('mousedown', usual))
      target?.dispatchEvent(new PointerEvent('click', usual))
    }
    let goneAt = Number.NaN
    const again = () => {
      if (Number.isNaN(goneAt) && !element.isConnected) goneAt = performance.now()
      if (!Number.isNaN(goneAt)) press()
      if (performance.now() - goneAt >= 400) Object.assign(window, { pressed: true })
      else requestAnimationFrame(again)
    }
    Object.assign(window, { pressed: false })
    again()
  })
  await button.click()
  await page.waitForFunction(() => 'pressed' in window && window.pressed)
}

/** A button of a card. */
function buttonOf(page: Page, words: string, name: string): Locator {
  return card(page, words).getByRole('button', { name, exact: true })
}

test('who presses on and on decides one card, and who moves to the next decides that one at once', async ({
  page,
}) => {
  const names = ['one.md', 'two.md', 'three.md']
  await proposeUnattended(
    ...names.map((name) => ['create_file', { path: at(name), content: `${name}\n` }] as const),
  )
  await goTo(page, 'Inbox')
  for (const name of names) await expect(buttonOf(page, name, 'Approve')).toBeEnabled()
  const place = await buttonOf(page, 'one.md', 'Approve').boundingBox()
  await pressOnAndOn(page, buttonOf(page, 'one.md', 'Approve'))
  await expect(card(page, 'one.md')).toHaveCount(0)
  // The next one is where the first one was, and waits.
  expect((await buttonOf(page, 'two.md', 'Approve').boundingBox())?.y).toBeCloseTo(place?.y ?? 0, 0)
  await expect(page.getByText(/^2 changes wait/)).toBeVisible()
  expect(names.map((name) => existsSync(at(name)))).toEqual([true, false, false])

  await approveCard(page, 'two.md')
  await expect(card(page, 'two.md')).toHaveCount(0)
  // By keyboard and by screen reader a button is pressed as before.
  await buttonOf(page, 'three.md', 'Approve').press('Enter')
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
})
