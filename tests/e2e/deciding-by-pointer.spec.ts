import { existsSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { approveCard, card, goTo, moveAndPress } from '../support/app-page'
import { holdCalls } from '../support/held-calls'
import { setUpModelDesk } from '../support/model-desk'

// What comes under a pointer that rests is not decided by the press that was meant for what was there.

const { at, proposeUnattended } = setUpModelDesk()

/** Milliseconds after which what came by itself takes presses, on a machine that has other things to do. */
const surelySeenMs = 800

/**
 * Presses again whatever is where a button was, in each frame of the 400 milliseconds after it is gone, however slow
 * the machine is; the answer waits for the end of that.
 */
async function pressOnceGone(
  page: Page,
  button: Locator,
  pointerType: 'mouse' | 'touch' = 'mouse',
): Promise<() => Promise<unknown>> {
  await button.evaluate((element, type) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const place = { clientX: x + width / 2, clientY: y + height / 2 }
    const press = () => {
      const usual = { ...place, detail: 1, pointerType: type, bubbles: true, cancelable: true }
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
  }, pointerType)
  return () => page.waitForFunction(() => 'pressed' in window && window.pressed)
}

/** Lets time pass by the clock that presses are judged by. */
async function pass(page: Page, ms: number): Promise<void> {
  const from = await page.evaluate(() => performance.now())
  await page.waitForFunction((until) => performance.now() >= until, from + ms)
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
  const pressed = await pressOnceGone(page, buttonOf(page, 'one.md', 'Approve'))
  await buttonOf(page, 'one.md', 'Approve').click()
  await pressed()
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

/** The button for several changes. */
function approveSafe(page: Page, count: number): Locator {
  return page.getByRole('button', { name: `Approve ${count} safe changes` })
}

test('one press for several changes approves none that came while the pointer or the focus was on it', async ({
  page,
}) => {
  const propose = (...names: string[]) =>
    proposeUnattended(
      ...names.map((name) => ['create_file', { path: at(name), content: `${name}\n` }] as const),
    )
  const names = ['a.md', 'b.md', 'c.md', 'd.md']
  const there = () => names.filter((name) => existsSync(at(name)))
  await propose('a.md', 'b.md')
  await goTo(page, 'Inbox')
  await approveSafe(page, 2).hover()
  await page.mouse.down()
  await propose('c.md')
  await expect(approveSafe(page, 3)).toBeVisible()
  await page.mouse.up()
  await expect(page.getByText(/^3 changes wait/)).toBeVisible()

  // Pressed in each frame of the 400 milliseconds after it has grown, by keys and by the mouse that rests on it.
  await approveSafe(page, 3).focus()
  await approveSafe(page, 3).evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect()
    const place = { clientX: x + width / 2, clientY: y + height / 2 }
    const usual = { ...place, detail: 1, pointerType: 'mouse', bubbles: true, cancelable: true }
    let grownAt = Number.NaN
    const again = () => {
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
      button.dispatchEvent(new PointerEvent('pointerdown', usual))
      button.dispatchEvent(new PointerEvent('click', usual))
      if (performance.now() - grownAt >= 400) Object.assign(window, { pressed: true })
      else requestAnimationFrame(again)
    }
    new MutationObserver((_, observer) => {
      observer.disconnect()
      grownAt = performance.now()
      again()
    }).observe(button, { subtree: true, childList: true, characterData: true, attributes: true })
  })
  await propose('d.md')
  await page.waitForFunction(() => 'pressed' in window && window.pressed)
  await expect(approveSafe(page, 4)).toBeFocused()
  await expect(page.getByText(/^4 changes wait/)).toBeVisible()
  expect(there()).toEqual([])

  await moveAndPress(approveSafe(page, 4))
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  await expect.poll(there).toEqual(['a.md', 'b.md', 'c.md', 'd.md'])
})

test('a message that comes where one is about to press takes nothing back', async ({ page }) => {
  await page.setViewportSize({ width: 420, height: 800 })
  await page.evaluate(() => location.assign('#/tasks'))
  const line = page.getByRole('textbox', { name: 'Add a task', exact: true })
  const undo = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' })
  const add = async (title: string) => {
    await line.fill(title)
    await line.press('Enter')
  }
  await add('Buy nails')
  const place = await undo.boundingBox()
  if (place === null) throw new Error('The message is not there.')
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' }).click()
  await expect(undo).toHaveCount(0)
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2)
  // Pressed in each frame of the 400 milliseconds after it has come.
  await page.evaluate(
    ({ x, y }) => {
      const usual = {
        clientX: x,
        clientY: y,
        detail: 1,
        pointerType: 'mouse',
        bubbles: true,
        cancelable: true,
      }
      let cameAt = Number.NaN
      const again = () => {
        if (Number.isNaN(cameAt) && document.querySelector('.ui-toast') !== null) cameAt = performance.now()
        const target = document.elementFromPoint(x, y)
        target?.dispatchEvent(new PointerEvent('pointerdown', usual))
        target?.dispatchEvent(new MouseEvent('mousedown', usual))
        target?.dispatchEvent(new PointerEvent('click', usual))
        if (performance.now() - cameAt >= 400) Object.assign(window, { pressed: true })
        else requestAnimationFrame(again)
      }
      Object.assign(window, { pressed: false })
      again()
    },
    { x: place.x + place.width / 2, y: place.y + place.height / 2 },
  )
  await add('Sweep the yard')
  await page.waitForFunction(() => 'pressed' in window && window.pressed)
  await expect(undo).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Sweep the yard: done' })).toBeVisible()
  // Who moves there means it.
  await moveAndPress(undo)
  await expect(page.getByRole('checkbox', { name: 'Sweep the yard: done' })).toHaveCount(0)
})

test.describe('by finger', () => {
  test.use({ hasTouch: true })

  test('a second tap does not decide what has only just come, however long ago the first one was', async ({
    page,
  }) => {
    const names = ['tap-1.md', 'tap-2.md', 'tap-3.md']
    await proposeUnattended(
      ...names.map((name) => ['create_file', { path: at(name), content: `${name}\n` }] as const),
    )
    const approvals = await holdCalls(page, '/proposals/approve')
    await page.reload()
    await goTo(page, 'Inbox')
    for (const name of names) await expect(buttonOf(page, name, 'Approve')).toBeEnabled()
    const first = buttonOf(page, 'tap-1.md', 'Approve')
    const place = await first.boundingBox()
    if (place === null) throw new Error('The button is not there to be tapped.')
    const tap = () => page.touchscreen.tap(place.x + place.width / 2, place.y + place.height / 2)
    const pressed = await pressOnceGone(page, first, 'touch')
    const letGo = approvals.hold()
    await tap()
    await expect.poll(approvals.asked).toBe(1)
    await pass(page, surelySeenMs)
    letGo()
    await pressed()
    await expect(page.getByText(/^2 changes wait/)).toBeVisible()
    expect(approvals.asked()).toBe(1)

    // Seen for a while, it is decided by the first tap, and so is what came in its place meanwhile.
    for (const name of ['tap-2.md', 'tap-3.md']) {
      await pass(page, surelySeenMs)
      await tap()
      await expect(card(page, name)).toHaveCount(0)
    }
    await expect(page.getByText('Nothing waits for you')).toBeVisible()
  })
})
