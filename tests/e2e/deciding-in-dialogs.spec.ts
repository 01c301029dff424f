import { existsSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { card, dangerDialog, decide, decideByKey, goTo, rejectCard } from '../support/app-page'
import { setUpModelDesk } from '../support/model-desk'

// Where the keyboard goes on when a dialog of deciding has closed.

const { at, put, read, proposeUnattended } = setUpModelDesk()

/**
 * Presses the key that approves in each frame of the 400 milliseconds after the focus came to a card, and in none that
 * comes later; answers how to wait for that.
 */
async function approvesOnAndOn(focused: Locator): Promise<() => Promise<unknown>> {
  await focused.evaluate((element) => {
    const id = element.getAttribute('data-proposal')
    const key = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }
    window.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof Element) || target.getAttribute('data-proposal') !== id) return
      const since = performance.now()
      const again = () => {
        if (performance.now() - since >= 400) {
          document.body.dataset.pressed = 'on and on'
          return
        }
        target.dispatchEvent(new KeyboardEvent('keydown', key))
        requestAnimationFrame(again)
      }
      requestAnimationFrame(again)
    })
  })
  return () => expect(focused.page().locator('body')).toHaveAttribute('data-pressed', 'on and on')
}

/** Opens the dialog of the card that has the focus by its key. */
async function openByKey(page: Page, words: string, key: string): Promise<Locator> {
  const dialog = page.locator('dialog[open]')
  await expect(async () => {
    if ((await dialog.count()) === 0 && (await card(page, words).evaluate((it) => it.matches(':focus'))))
      await page.keyboard.press(key)
    await expect(dialog).toHaveCount(1, { timeout: 300 })
  }).toPass()
  return dialog
}

test('after what was confirmed in a dialog the next card has the focus, and takes no key at first', async ({
  page,
}) => {
  put('old.md', 'old words\n')
  await proposeUnattended(
    ['overwrite_file', { path: at('old.md'), content: 'new words\n' }],
    ['create_file', { path: at('next.md'), content: 'next\n' }],
    ['create_file', { path: at('last.md'), content: 'last\n' }],
  )
  await goTo(page, 'Inbox')
  await expect(card(page, 'next.md').getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
  const pressed = await approvesOnAndOn(card(page, 'next.md'))
  await page.keyboard.press('j')
  await expect(card(page, 'old.md')).toBeFocused()
  await openByKey(page, 'old.md', 'Control+Enter')
  await decide(dangerDialog(page), 'Replace')
  await pressed()
  await expect(card(page, 'next.md')).toBeFocused()
  expect(read('old.md')).toBe('new words\n')
  expect([existsSync(at('next.md')), existsSync(at('last.md'))]).toEqual([false, false])
  await decideByKey(page, 'next.md', 'Control+Enter')
  await expect.poll(() => existsSync(at('next.md'))).toBe(true)
  await decideByKey(page, 'last.md', 'Control+Enter')
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
})

test('a card that the focus comes back to from a dialog that was confirmed takes no key at first', async ({
  page,
}) => {
  put('plan.md', 'the old plan\n')
  await proposeUnattended(
    ['trash_files', { paths: [at('plan.md')] }],
    ['create_file', { path: at('plan.md'), content: 'the new plan\n' }],
  )
  await goTo(page, 'Inbox')
  const fresh = page.getByRole('region', { name: /^Create .*plan\.md/ })
  await fresh.getByRole('button', { name: /^Show #/ }).press('Enter')
  await expect(dangerDialog(page)).toBeVisible()
  const pressed = await approvesOnAndOn(fresh)
  await decide(dangerDialog(page), 'Delete')
  await pressed()
  await expect(fresh).toBeFocused()
  await expect(fresh.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
  expect(existsSync(at('plan.md'))).toBe(false)
  await decideByKey(page, 'plan.md', 'Control+Enter')
  await expect.poll(() => existsSync(at('plan.md')) && read('plan.md')).toBe('the new plan\n')
})

test('keys that are pressed in what is in front of a card mean nothing to the card', async ({ page }) => {
  await proposeUnattended(['create_file', { path: at('front.md'), content: 'front\n' }])
  await goTo(page, 'Inbox')
  await card(page, 'front.md').getByRole('button', { name: 'More ways to approve' }).click()
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('d')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('menuitem').first().click()
  const remember = page.getByRole('dialog')
  await remember.getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Backspace')
  await expect(remember).toBeVisible()
  await remember.getByRole('button', { name: 'Cancel' }).click()
  await expect(remember).toHaveCount(0)
  await rejectCard(page, 'front.md', 'no')
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  expect(existsSync(at('front.md'))).toBe(false)
})
