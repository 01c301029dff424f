import { expect, type Page, test } from '@playwright/test'
import {
  approveCard,
  card,
  dangerDialog,
  decide,
  goTo,
  idle,
  messageBox,
  newChat,
  openApp,
} from '../support/app-page'
import { expectAccessible } from '../support/expect-accessible'
import { answer, text } from '../support/fake-messages-api'
import { holdCalls } from '../support/held-calls'
import { setUpModelDesk } from '../support/model-desk'

const row = (page: Page, title: string) =>
  page.getByRole('listitem').getByRole('button', { name: new RegExp(`^${title}`) })
const note = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

async function make(page: Page, title: string, words: string, tags = ''): Promise<string> {
  await goTo(page, 'Notes')
  await page.getByRole('button', { name: 'New note' }).first().click()
  await expect(field(page, 'Title')).toBeFocused()
  await page.keyboard.type(title)
  await field(page, 'Text').fill(words)
  // The last one is not ended: it is meant as well.
  for (const typed of tags.split(/(?<=,)/)) await page.getByRole('combobox', { name: 'Tags' }).fill(typed)
  await page.keyboard.press('Control+s')
  await expect(note(page, title)).toBeVisible()
  return decodeURIComponent(new URL(page.url()).hash.split('/').at(-1) ?? '')
}

test.describe
  .serial('notes', () => {
    const desk = setUpModelDesk()
    let id = ''

    test('are written by hand, found by words and tags, and stay over a reload', async ({ page }) => {
      await goTo(page, 'Notes')
      await expect(page.getByText('No notes yet')).toBeVisible()
      await expectAccessible(page, 'no notes')
      id = await make(page, 'Tides of Quillon', '# Today\n\n- High water at **seven**\n', 'sea, harbour')
      await expect(
        note(page, 'Tides of Quillon').getByRole('listitem').filter({ hasText: 'seven' }),
      ).toBeVisible()
      await make(page, 'Lamps', 'The lantern burns nineteen hours.\n')
      await expect(row(page, 'Lamps')).toHaveAttribute('aria-current', 'true')
      await page.getByRole('searchbox', { name: 'Search notes' }).fill('quillon water')
      await expect(row(page, 'Lamps')).toHaveCount(0)
      await expect(row(page, 'Tides').locator('mark')).toHaveText(['Quillon', 'water'])
      await page.getByRole('searchbox', { name: 'Search notes' }).fill('')
      await page.getByRole('combobox', { name: 'Tag' }).selectOption('sea')
      await expect(row(page, 'Lamps')).toHaveCount(0)
      await page.getByRole('combobox', { name: 'Tag' }).selectOption('')
      await row(page, 'Lamps').focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(note(page, 'Tides of Quillon')).toBeVisible()
      await expectAccessible(page, 'a note')
      await page.reload()
      await expect(note(page, 'Tides of Quillon')).toBeVisible()
    })

    test('keep what is not saved over a reload and another screen', async ({ page }) => {
      await goTo(page, 'Notes')
      await row(page, 'Lamps').click()
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await expect(field(page, 'Text')).toBeFocused()
      await field(page, 'Text').fill('The lantern burns twenty hours.\n')
      await expectAccessible(page, 'a note that is written')
      await goTo(page, 'Inbox')
      await page.reload()
      await goTo(page, 'Notes')
      await expect(row(page, 'Lamps')).toContainText('Not saved')
      await row(page, 'Lamps').click()
      await expect(field(page, 'Text')).toHaveValue('The lantern burns twenty hours.\n')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(note(page, 'Lamps')).toContainText('twenty hours')
      await expect(page.getByRole('heading', { name: 'Lamps' })).toBeFocused()
      await goTo(page, 'Activity')
      await expect(page.getByText('Change content of the note “Lamps”.').first()).toBeVisible()
    })

    test('begin a new one beside another that is not saved', async ({ page }) => {
      await goTo(page, 'Notes')
      const create = page.getByRole('button', { name: 'New note', exact: true }).first()
      await create.click()
      await field(page, 'Title').fill('Shopping list')
      await create.click()
      await expect(field(page, 'Title')).toHaveValue('')
      await expect(field(page, 'Title')).toBeFocused()
      await page.keyboard.type('Errands')
      await goTo(page, 'Inbox')
      await page.reload()
      await goTo(page, 'Notes')
      const begun = (title: string) => page.getByRole('button', { name: `${title} Not saved` })
      await begun('Errands').click()
      await expect(field(page, 'Title')).toHaveValue('Errands')
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await begun('Shopping list').click()
      await expect(field(page, 'Title')).toHaveValue('Shopping list')
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await expect(begun('Shopping list')).toHaveCount(0)
    })

    test('have tasks that are ticked where they are read', async ({ page }) => {
      const words = 'To buy:\n\n- [ ] bread\n  1. [x] rye\n- [ ] oil\n\n> * [ ] salt\n'
      await make(page, 'Shopping', words)
      const box = (name: string) => note(page, 'Shopping').getByRole('checkbox', { name, exact: true })
      await expect(box('rye')).toBeChecked()
      for (const name of ['bread', 'rye', 'salt']) await box(name).click()
      await expect(box('rye')).not.toBeChecked()
      for (const name of ['bread', 'salt']) await expect(box(name)).toBeChecked()
      await expectAccessible(page, 'a note with tasks')
      await page.reload()
      await expect(box('bread')).toBeChecked()
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await expect(field(page, 'Text')).toHaveValue(
        'To buy:\n\n- [x] bread\n  1. [ ] rye\n- [ ] oil\n\n> * [x] salt\n',
      )
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await goTo(page, 'Activity')
      await expect(page.getByText('Change content of the note “Shopping”.').first()).toBeVisible()
    })

    test('are not overwritten where an assistant changed them meanwhile', async ({ page }) => {
      const open = async () => {
        await goTo(page, 'Notes')
        await row(page, 'Tides').click()
      }
      await open()
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await field(page, 'Text').fill('# Today\n\n- High water at **eight**\n')
      await newChat(page)
      desk.modelCalls(['append_to_note', { note_id: id, text: '- Low water at one\n' }])
      await messageBox(page).fill('Add low water to my note.')
      await page.keyboard.press('Enter')
      await expect(card(page, '1 line to the note')).toContainText('Low water at one')
      await approveCard(page, '1 line to the note')
      await idle(page)
      await open()
      const notice = page.getByText('Assistant changed this note while you were writing')
      await expect(notice).toBeVisible()
      await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
      await expect(page.getByText('- Low water at one').first()).toBeVisible()
      await expectAccessible(page, 'a note that was changed meanwhile')
      await page.getByRole('button', { name: 'Keep mine' }).click()
      await expect(notice).toHaveCount(0)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(note(page, 'Tides of Quillon')).toContainText('eight')
      await expect(note(page, 'Tides of Quillon')).not.toContainText('Low water')
    })

    test('go to a model with an @, as they are when the message is sent', async ({ page }) => {
      const box = page.locator('.composer textarea')
      await box.pressSequentially('When is high water? @tides')
      await page.getByRole('option', { name: /^Tides of Quillon/ }).click()
      await expect(page.locator('.composer').getByRole('list', { name: 'Attached' })).toContainText('Tides')
      desk.api.push(answer([text('At eight.')]))
      await box.press('Enter')
      await expect(page.getByText('At eight.')).toBeVisible()
      await idle(page)
      const asked = JSON.stringify(desk.api.created.at(-1)?.messages)
      expect(asked).toContain('Attached note')
      expect(asked).toContain('High water at **eight**')
      await page.getByRole('list', { name: 'Attached' }).getByRole('button', { name: /Tides/ }).click()
      await expect(note(page, 'Tides of Quillon')).toBeVisible()
    })

    test('are deleted after a yes, and come back by undo', async ({ page }) => {
      await goTo(page, 'Notes')
      await row(page, 'Tides').click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(dangerDialog(page)).toContainText('Delete the note “Tides of Quillon”')
      await decide(dangerDialog(page), 'Delete')
      await expect(page.getByText('Choose one on the left')).toBeVisible()
      await expect(row(page, 'Tides')).toHaveCount(0)
      await page.getByRole('button', { name: 'Undo' }).click()
      await row(page, 'Tides').click()
      await expect(note(page, 'Tides of Quillon')).toContainText('eight')
    })

    test('are a list or a note on a narrow window, and in the palette', async ({ page }) => {
      await page.setViewportSize({ width: 420, height: 800 })
      await page.keyboard.press('Control+k')
      await page.keyboard.type('lamps')
      await expect(page.getByRole('option', { name: /^Lamps/ })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(note(page, 'Lamps')).toBeVisible()
      await expect(row(page, 'Lamps')).toBeHidden()
      await page.getByRole('button', { name: 'All notes' }).click()
      await expect(row(page, 'Lamps')).toBeVisible()
    })

    test('let whoever goes elsewhere while one is saved stay there', async ({ page }) => {
      const saves = await holdCalls(page, '/notes/create')
      await page.reload()
      await goTo(page, 'Notes')
      await page.getByRole('button', { name: 'New note' }).first().click()
      await field(page, 'Title').fill('Saved slowly')
      const letGo = saves.hold()
      await page.keyboard.press('Control+s')
      await expect.poll(saves.asked).toBe(1)
      await goTo(page, 'Activity')
      letGo()
      await expect(page.getByText('“Saved slowly” is saved.')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible()
      await goTo(page, 'Notes')
      await expect(row(page, 'Saved slowly')).toBeVisible()
    })

    test('are not overwritten where their writer changed them in another window', async ({
      page,
      context,
    }) => {
      await make(page, 'Two windows', 'Nothing yet')
      const other = await context.newPage()
      await openApp(other, desk.host.url)
      for (const [window, words] of [
        [page, 'Written here'],
        [other, 'Written there'],
      ] as const) {
        await goTo(window, 'Notes')
        await row(window, 'Two windows').click()
        await window.getByRole('button', { name: 'Edit', exact: true }).click()
        await field(window, 'Text').fill(`${words} of it\n`)
      }
      await other.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(note(other, 'Two windows')).toContainText('Written there')
      const notice = page.getByText('You changed this note elsewhere while you were writing here')
      await expect(notice).toBeVisible()
      await expect(page.getByRole('button', { name: 'Take the other one' })).toBeVisible()
      await page.getByRole('button', { name: 'Keep mine' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(note(other, 'Two windows')).toContainText('Written here')
    })
  })
