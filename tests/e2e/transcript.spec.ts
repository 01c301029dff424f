import { expect, type Page, test } from '@playwright/test'
import {
  approveCard,
  ask,
  card,
  dangerDialog,
  decide,
  idle,
  inspector,
  messageBox,
  openApp,
  rejectCard,
  send,
} from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'

test.describe('a conversation longer than the window', () => {
  const desk = setUpHostDesk('for each test')
  test.beforeEach(async ({ page }) => {
    await page.setViewportSize({ width: 900, height: 420 })
    await openApp(page, desk.host.url)
  })

  test('begins to show a long answer that comes at once at its beginning', async ({ page }) => {
    for (let before = 0; before < 2; before++) {
      await ask(page, '/help')
      const answer = page.getByRole('article', { name: /^Assistant/ }).last()
      const top = async () => (await answer.boundingBox())?.y ?? -1
      // Below the line with the conversation's name.
      await expect.poll(top).toBeGreaterThan(0)
      expect(await top()).toBeLessThan(200)
      await page.getByRole('button', { name: 'Go to the newest message' }).click()
      await expect.poll(() => belowFold(page)).toBeLessThan(2)
    }
  })

  test('stays at its end when a card closes, and where the person scrolled to', async ({ page }) => {
    for (const name of ['one.md', 'two.md']) {
      await send(page, `/create_file {"path":"${name}","content":"text"}`)
      await approveCard(page, name)
      await idle(page)
      await expect.poll(() => belowFold(page)).toBeLessThan(2)
    }
    await send(page, '/trash_files {"paths":["one.md","two.md"]}')
    await dangerDialog(page).getByRole('textbox').fill('delete 2')
    await decide(dangerDialog(page), 'Delete')
    await idle(page)
    await expect.poll(() => belowFold(page)).toBeLessThan(2)

    await page.getByRole('log').hover()
    await page.mouse.wheel(0, -10_000)
    await expect.poll(() => belowFold(page)).toBeGreaterThan(100)
    await expect(page.getByRole('article', { name: 'You' }).first()).toBeInViewport()
  })

  test('keeps what is typed while its first message is on its way', async ({ page }) => {
    await messageBox(page).fill('/get_current_time')
    // In one turn of the page, in which no answer can arrive.
    await page.evaluate(() => {
      document.querySelector<HTMLButtonElement>('button[aria-label="Send"]')?.click()
      const box = document.querySelector('textarea')
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(box, 'and then')
      box?.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await expect(page.getByRole('heading', { name: 'Look up the date and time', level: 1 })).toBeVisible()
    await idle(page)
    await expect(messageBox(page)).toHaveValue('and then')
    await page.getByRole('button', { name: 'New chat', exact: true }).click()
    await expect(messageBox(page)).toHaveValue('')
  })

  test('has no second scroll bar around it', async ({ page }) => {
    for (let turn = 0; turn < 4; turn++) {
      await ask(page, '/get_current_time')
    }
    const scrolling = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        // The sidebar scrolls by itself.
        .filter((element) => element.closest('aside') === null)
        .filter((element) => element.scrollHeight > element.clientHeight + 1)
        .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
        .map((element) => element.role ?? element.className),
    )
    expect(scrolling).toEqual(['log'])
  })

  test('shows why a change was rejected', async ({ page }) => {
    await send(page, '/create_file {"path":"no.md","content":"text"}')
    await expect(card(page, 'no.md')).toBeVisible()
    await rejectCard(page, 'no.md', 'Not before May.')
    await expect(page.getByText('Your reason: Not before May.')).toBeVisible()
    await page.getByRole('button', { name: /^Creating no\.md/ }).click()
    // What the assistant was told is for the assistant.
    const shown = inspector(page).getByRole('tabpanel')
    await expect(shown).toContainText('You rejected this, and nothing was done.Your reason: Not before May.')
    await expect(shown.getByText('Do not try the same again')).toBeHidden()
  })
})

/** Pixels of the conversation below what is shown. */
function belowFold(page: Page): Promise<number> {
  return page
    .getByRole('log')
    .evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight)
}
