import { expect, type Page, test } from '@playwright/test'
import { answers, ask, card, decide, goTo, idle, messageBox, openApp, send } from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'

const desk = setUpHostDesk('for each test')
test.beforeEach(({ page }) => openApp(page, desk.host.url))

const mine = (page: Page) => page.getByRole('article', { name: 'You' })
const versions = (page: Page) => page.getByRole('group', { name: 'Versions of this message' })

test('a message can be edited and sent again; both branches stay, also over a reload', async ({ page }) => {
  await ask(page, '/transform_text {"text":"first words","operation":"upper_case"}')
  await ask(page, '/get_current_time')
  await expect(mine(page)).toHaveCount(2)

  await mine(page).first().hover()
  await mine(page).first().getByRole('button', { name: 'Edit message' }).click()
  const box = page.getByRole('textbox', { name: 'Your message' })
  await expect(box).toBeFocused()
  // One goes on where the words end.
  const end = () => box.evaluate((area: HTMLTextAreaElement) => area.value.length - area.selectionStart)
  expect(await end()).toBe(0)
  await box.press('Escape')
  await expect(box).toHaveCount(0)
  await expect(messageBox(page)).toBeFocused()
  // What is being written is there again after another screen and a reload.
  await mine(page).first().getByRole('button', { name: 'Edit message' }).click()
  await box.fill('half a thought')
  await goTo(page, 'Notes')
  await page.goBack()
  await expect(box).toHaveValue('half a thought')
  await page.reload()
  await expect(box).toHaveValue('half a thought')
  await expect(messageBox(page)).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(mine(page).first()).toContainText('first words')
  await mine(page).first().hover()
  await mine(page).first().getByRole('button', { name: 'Edit message' }).click()
  await box.fill('/transform_text {"text":"other words","operation":"upper_case"}')
  await box.press('Enter')
  await expect(box).toHaveCount(0)
  await idle(page)
  await expect(mine(page)).toHaveCount(1)
  await expect(mine(page)).toContainText('other words')
  await expect(versions(page)).toContainText('2 / 2')
  await expect(answers(page).last()).toContainText('OTHER WORDS')
  await expect(messageBox(page)).toBeFocused()

  await versions(page).getByRole('button', { name: 'Previous version' }).click()
  await expect(mine(page)).toHaveCount(2)
  await expect(mine(page).first()).toContainText('first words')
  await expect(versions(page)).toContainText('1 / 2')
  await page.reload()
  await expect(mine(page)).toHaveCount(2)
  await expect(versions(page)).toContainText('1 / 2')
  await expect(messageBox(page)).toBeVisible()
  await versions(page).getByRole('button', { name: 'Next version' }).press('Enter')
  await expect(versions(page)).toContainText('2 / 2')
  // The arrow that was pressed can be pressed back at once.
  await expect(versions(page).getByRole('button', { name: 'Previous version' })).toBeFocused()
})

test('an answer can be made again, and the arrows are at its end', async ({ page }) => {
  await ask(page, '/get_current_time')
  await answers(page).last().getByRole('button', { name: 'Answer again' }).click()
  await expect(versions(page)).toContainText('2 / 2')
  await idle(page)
  await expect(mine(page)).toHaveCount(1)
  await versions(page).getByRole('button', { name: 'Previous version' }).click()
  await expect(versions(page)).toContainText('1 / 2')
})

test('while an answer is under way, what waits for its end says so, also to the keys', async ({ page }) => {
  await ask(page, '/get_current_time')
  await answers(page).last().getByRole('button', { name: 'Answer again' }).click()
  await expect(versions(page)).toContainText('2 / 2')
  await idle(page)
  await send(page, '/create_file notes.md content="High water at six."')
  const edit = mine(page).first().getByRole('button', { name: 'Edit message' })
  const waits = [
    edit,
    page.getByRole('button', { name: 'Answer again' }).first(),
    versions(page).getByRole('button', { name: 'Previous version' }),
  ]
  for (const button of waits) {
    await expect(button).toHaveAccessibleDescription(/once the answer has ended/)
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(button).toBeFocused()
  }
  await expect(page.getByRole('tooltip', { includeHidden: true })).toContainText(
    'Previous version: possible again',
  )
  await expect(page.getByRole('textbox', { name: 'Your message' })).toHaveCount(0)
  await expect(versions(page)).toContainText('2 / 2')
  await decide(card(page, 'notes.md'), 'Reject')
  await idle(page)
  await expect(edit).toHaveAccessibleDescription('')
  await edit.click()
  await expect(page.getByRole('textbox', { name: 'Your message' })).toBeFocused()
})
