import { existsSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import {
  approveCard,
  card,
  dangerDialog,
  decide,
  decideByKey,
  goTo,
  idle,
  messageBox,
  openConversation,
  send,
} from '../support/app-page'
import { expectAccessible } from '../support/expect-accessible'
import { setUpModelDesk } from '../support/model-desk'

// Several changes that wait in a conversation are decided by the keys of the inbox.

const { at, put, modelCalls, proposeUnattended } = setUpModelDesk()

test('a conversation in which several changes wait is decided by keyboard alone', async ({ page }) => {
  put('chat-key-3.md', 'to be deleted\n')
  await proposeUnattended(
    ['create_file', { path: at('chat-key-1.md'), content: 'j\n'.repeat(30) }],
    ['create_file', { path: at('chat-key-2.md'), content: 'k\n'.repeat(30) }],
    ['trash_files', { paths: [at('chat-key-3.md')] }],
    ['create_file', { path: at('chat-key-4.md'), content: '4\n' }],
  )
  await openConversation(page, 'Prepare it')
  await expect(dangerDialog(page)).toBeVisible()
  await decide(dangerDialog(page), 'Cancel')
  await expect(card(page, 'chat-key-4.md')).toBeVisible()
  // What is typed is text and decides nothing.
  await messageBox(page).click()
  await page.keyboard.type('jkd')
  await page.keyboard.press('Control+Backspace')
  await page.keyboard.type('jkd')
  await expect(messageBox(page)).toHaveValue('jkd')
  await expect(messageBox(page)).toBeFocused()
  await messageBox(page).fill('')
  await messageBox(page).blur()

  await page.keyboard.press('j')
  await expect(card(page, 'chat-key-1.md')).toBeFocused()
  await expect(card(page, 'chat-key-1.md')).toBeInViewport()
  await expect(card(page, 'chat-key-1.md')).toHaveCSS('outline-style', 'solid')
  await expectAccessible(page, 'a card of a conversation in focus')
  await page.keyboard.press('ArrowDown')
  await expect(card(page, 'chat-key-2.md')).toBeFocused()
  await page.keyboard.press('k')
  await expect(card(page, 'chat-key-1.md')).toBeFocused()
  await page.keyboard.press('d')
  await expect(page.getByRole('dialog')).toContainText('chat-key-1.md')
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(card(page, 'chat-key-1.md')).toBeFocused({ timeout: 300 })
  }).toPass()
  await page.keyboard.press('Control+Enter')
  await expect(card(page, 'chat-key-2.md')).toBeFocused()
  await expect.poll(() => existsSync(at('chat-key-1.md'))).toBe(true)
  await decideByKey(page, 'chat-key-2.md', 'Control+Backspace')
  await page.keyboard.type('Not this one')
  await page.keyboard.press('Enter')

  // What deletes is decided in its dialog.
  await expect(card(page, 'chat-key-3.md')).toBeFocused()
  await decideByKey(page, 'chat-key-3.md', 'Control+Enter')
  await expect(dangerDialog(page)).toBeVisible()
  expect(existsSync(at('chat-key-3.md'))).toBe(true)
  await decide(dangerDialog(page), 'Cancel')
  await expect(card(page, 'chat-key-3.md')).toBeFocused()
  await page.keyboard.press('j')
  await expect(card(page, 'chat-key-4.md')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => existsSync(at('chat-key-4.md'))).toBe(true)
  await expect(card(page, 'chat-key-3.md')).toBeFocused()
  expect([existsSync(at('chat-key-2.md')), existsSync(at('chat-key-3.md'))]).toEqual([false, true])
})

test('a run that asks for one change after the other is decided without going back to it', async ({
  page,
}) => {
  modelCalls(
    ['create_file', { path: at('one.md'), content: '1\n' }],
    ['create_file', { path: at('two.md'), content: '2\n' }],
    ['create_file', { path: at('three.md'), content: '3\n' }],
  )
  await send(page, 'Make three files')
  await expect(card(page, 'one.md')).toBeVisible()
  await messageBox(page).blur()
  await page.keyboard.press('j')
  await expect(card(page, 'one.md')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => existsSync(at('one.md'))).toBe(true)
  await expect(card(page, 'two.md')).toBeFocused()
  await decideByKey(page, 'two.md', 'Control+Enter')
  await expect.poll(() => existsSync(at('two.md'))).toBe(true)
  // Who begins to write meanwhile goes on writing.
  await messageBox(page).click()
  await page.keyboard.type('And then')
  await expect(card(page, 'three.md')).toBeVisible()
  await expect(messageBox(page)).toBeFocused()
  await approveCard(page, 'three.md')
  await idle(page)
})

test('a second press does not approve the card that the first one led to', async ({ page }) => {
  await proposeUnattended(
    ['create_file', { path: at('twice-1.md'), content: '1\n' }],
    ['create_file', { path: at('twice-2.md'), content: '2\n' }],
  )
  await goTo(page, 'Inbox')
  const second = card(page, 'twice-2.md')
  await expect(second.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
  await page.keyboard.press('j')
  await expect(card(page, 'twice-1.md')).toBeFocused()
  // Pressed in the page, since a busy machine may take longer to press than a card takes no keys.
  await second.evaluate((element) => {
    const { body } = document
    const again = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }
    const press = (target: Element) => {
      target.dispatchEvent(new KeyboardEvent('keydown', again))
      body.dataset.pressedAgain = 'true'
    }
    const id = element.getAttribute('data-proposal')
    window.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof Element) || target.getAttribute('data-proposal') !== id) return
      setTimeout(() => press(target), 100)
    })
  })
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('body')).toHaveAttribute('data-pressed-again', 'true')
  await expect.poll(() => existsSync(at('twice-1.md'))).toBe(true)
  await expect(second).toBeFocused()
  await decideByKey(page, 'twice-2.md', 'Control+Backspace')
  await expect(second.getByRole('textbox', { name: /Reason/ })).toBeFocused()
  await page.keyboard.type('Not this one')
  await page.keyboard.press('Enter')
  await expect(second).toHaveCount(0)
  expect(existsSync(at('twice-2.md'))).toBe(false)
})

test('the keys for going through what waits are in the help for the keyboard', async ({ page }) => {
  await goTo(page, 'Settings')
  await expect(page.getByText('Inbox and chat: next or previous change that waits')).toBeVisible()
})
