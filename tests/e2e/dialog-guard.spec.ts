import { existsSync } from 'node:fs'
import { expect, type JSHandle, type Page, test } from '@playwright/test'
import { dangerDialog, decide, idle, rejectCard, send } from '../support/app-page'
import { setUpModelDesk } from '../support/model-desk'

// A dialog that appears by itself takes no input in its first moments.

const { at, put, modelCalls } = setUpModelDesk()

/** Presses in each frame of the next dialog's first 400 milliseconds; then the window has `pressed`. */
async function asADialogAppears(page: Page, press: JSHandle<() => void>): Promise<void> {
  await page.evaluate((press) => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('dialog[open]') === null) return
      observer.disconnect()
      const since = performance.now()
      const again = () => {
        // Looked at before it is pressed: on a busy machine the next frame may come when a press is meant.
        if (performance.now() - since >= 400) {
          Object.assign(window, { pressed: true })
          return
        }
        press()
        requestAnimationFrame(again)
      }
      again()
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  }, press)
}

/**
 * Holds the page's clock while the next dialog becomes visible, so that it is known to the millisecond when that was,
 * however slow the machine is; then the window has `seenAt`.
 */
async function whenADialogIsSeen(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('dialog[open]') === null) return
      observer.disconnect()
      const seenAt = performance.now()
      performance.now = () => seenAt
      // In the frames in which the dialog finds that it was painted, and after it.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          Reflect.deleteProperty(performance, 'now')
          Object.assign(window, { seenAt })
        }),
      )
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  return () => page.evaluate(() => ('seenAt' in window ? Number(window.seenAt) : Number.NaN))
}

/** Presses keys and the dialog's buttons, or the one that is named, as if that had happened at this time of the page. */
async function pressAt(page: Page, time: number, only?: string): Promise<void> {
  await page.evaluate(
    ({ time, only }) => {
      const press = (target: Element | null, event: Event) =>
        target?.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: time }))
      const usual = { bubbles: true, cancelable: true }
      if (only === undefined) {
        for (const target of [document.activeElement, document.body]) {
          for (const key of [{ key: 'Enter', ctrlKey: true }, { key: 'Escape' }])
            press(target, new KeyboardEvent('keydown', { ...key, ...usual }))
        }
      }
      for (const button of document.querySelectorAll('dialog[open] button')) {
        if (only !== undefined && button.textContent?.trim() !== only) continue
        press(button, new PointerEvent('pointerdown', usual))
        press(button, new MouseEvent('mousedown', usual))
        press(button, new MouseEvent('click', usual))
      }
    },
    { time, only },
  )
}

test('a key that was pressed for something else does not approve the dialog that appears', async ({
  page,
}) => {
  put('guarded.md', 'kept')
  modelCalls(['trash_files', { paths: [at('guarded.md')] }])
  // Pressed in the very moment in which the dialog is there, however slow the machine is.
  const keys = await page.evaluateHandle(() => () => {
    const key = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }
    // Also as if nothing had the focus, as when what had it was drawn anew.
    for (const target of [document.activeElement, document.body]) {
      target?.dispatchEvent(new KeyboardEvent('keydown', key))
    }
  })
  await asADialogAppears(page, keys)
  await send(page, 'Delete it')
  await page.waitForFunction(() => 'pressed' in window)
  await expect(dangerDialog(page)).toBeVisible()
  expect(existsSync(at('guarded.md'))).toBe(true)
  await decide(dangerDialog(page), 'Cancel')
  await rejectCard(page, 'guarded.md', 'no')
  await idle(page)
  expect(existsSync(at('guarded.md'))).toBe(true)
})

test('a click that was on its way does not approve the dialog that appears under the pointer', async ({
  page,
}) => {
  put('clicked.md', 'kept')
  modelCalls(['trash_files', { paths: [at('clicked.md')] }])
  const clicks = await page.evaluateHandle(() => () => {
    // Whatever is under the pointer by then: the buttons that would decide, and what is beside them.
    for (const target of document.querySelectorAll('dialog[open] button')) {
      const { x, y, width, height } = target.getBoundingClientRect()
      const at = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true, cancelable: true }
      target.dispatchEvent(new PointerEvent('pointerdown', at))
      target.dispatchEvent(new MouseEvent('mousedown', at))
      target.dispatchEvent(new MouseEvent('click', at))
    }
  })
  await asADialogAppears(page, clicks)
  await send(page, 'Delete it')
  await page.waitForFunction(() => 'pressed' in window)
  await expect(dangerDialog(page)).toBeVisible()
  expect(existsSync(at('clicked.md'))).toBe(true)
  // Later a click is meant.
  await decide(dangerDialog(page), 'Delete')
  await idle(page)
  expect(existsSync(at('clicked.md'))).toBe(false)
})

test('the time in which nothing counts ends with its last millisecond', async ({ page }) => {
  put('late.md', 'kept')
  modelCalls(['trash_files', { paths: [at('late.md')] }])
  const seenAt = await whenADialogIsSeen(page)
  await send(page, 'Delete it')
  await page.waitForFunction(() => 'seenAt' in window)
  for (const ms of [0, 250, 480, 499]) await pressAt(page, (await seenAt()) + ms)
  await expect(dangerDialog(page)).toBeVisible()
  // Only with the next one it is meant.
  await pressAt(page, (await seenAt()) + 500, 'Cancel')
  await expect(dangerDialog(page)).toHaveCount(0)
  await rejectCard(page, 'late.md', 'no')
  await idle(page)
  expect(existsSync(at('late.md'))).toBe(true)
})
