import { expect, type Locator, type Page, test } from '@playwright/test'
import { approveCard, card, goTo, idle, openApp, rejectCard } from '../support/app-page'
import { expectAccessible } from '../support/expect-accessible'
import { setUpHostDesk } from '../support/host-desk'

const step = (page: Page, number: number) => page.locator('.sequence-step').nth(number - 1)
const source = (within: Locator, field: string) =>
  within.getByRole('combobox', { name: new RegExp(`^Where ${field}`, 'i') })

/** Adds a step by a few letters of its tool; it is open then. */
async function addStep(page: Page, letters: string, tool: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a step' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose a tool' })
  const search = dialog.getByRole('searchbox', { name: 'Search the tools' })
  await search.fill(letters)
  // It would save what is behind the dialog.
  await search.press('Control+s')
  await dialog
    .getByRole('button', { name: new RegExp(`^${tool}`) })
    .first()
    .click()
  await expect(dialog).toHaveCount(0)
}

test.describe
  .serial('sequences', () => {
    const desk = setUpHostDesk('for all tests')

    test('are built of steps that take what others gave, and stay over a reload before they are saved', async ({
      page,
    }) => {
      await openApp(page, desk.host.url)
      await goTo(page, 'Sequences')
      await expect(page.getByText('No sequence yet')).toBeVisible()
      await expectAccessible(page, 'no sequences')
      await page.getByRole('button', { name: 'New sequence' }).click()
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Daily note')
      await page.getByRole('button', { name: 'Add an input' }).click()
      await page.getByRole('textbox', { name: 'What the form calls it' }).fill('Topic')
      await page.getByRole('textbox', { name: 'Name in the steps' }).fill('topic')

      await addStep(page, 'create note', 'Create a note')
      const create = step(page, 1)
      // Nobody has had the time to fill in the new step: nothing of it is wrong yet.
      const title = create.getByRole('textbox', { name: 'Title', exact: true }).first()
      await expect(title).toBeFocused()
      await expect(page.getByText('to put right before it can run')).toHaveCount(0)
      await expect(create.getByText('The tool needs this')).toHaveCount(0)
      await page.keyboard.press('Tab')
      await expect(source(create, 'Title')).toBeFocused()
      await expect(create.getByText('The tool needs this')).toHaveCount(0)
      await page.keyboard.press('Tab')
      await expect(create.getByText('The tool needs this')).toBeVisible()
      await expect(page.getByText('1 thing to put right before it can run')).toBeVisible()
      await source(create, 'Title').selectOption('Text with values')
      await create.getByRole('textbox', { name: 'Title', exact: true }).first().fill('Today: {{input.topic')
      await expect(create.getByText('Two braces {{ are not closed with }}.')).toBeVisible()
      await create.getByRole('textbox', { name: 'Title', exact: true }).first().fill('Today: {{input.topic}}')

      // The dialog begins in its search field, and Enter takes the tool that is called so.
      await page.getByRole('button', { name: 'Add a step' }).click()
      await page.keyboard.type('append note')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(step(page, 2)).toContainText('Append to a note')
      const beginning = step(page, 2).getByRole('textbox').first()
      await expect(beginning).toBeFocused()
      // Nor does the bar below hide it.
      const bar = page.getByRole('button', { name: 'Discard changes' })
      const [field, below] = [await beginning.boundingBox(), await bar.boundingBox()]
      expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan(below?.y ?? 0)
      const append = step(page, 2)
      await expect(append.getByText('The tool needs this')).toHaveCount(0)
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await expect(beginning).toBeFocused()
      await expect(append.getByText('The tool needs this')).toHaveCount(2)
      await source(append, 'note').selectOption('Earlier step')
      // There is no other step, and no other input.
      const stepOf = append.getByRole('combobox', { name: /^Step for note/i })
      await expect(stepOf.getByRole('option', { selected: true })).toHaveText('Step 1: Create a note')
      await source(append, 'note').selectOption('Initial input')
      const inputOf = append.getByRole('combobox', { name: /^Input for note/i })
      await expect(inputOf.getByRole('option', { selected: true })).toHaveText('Topic')
      await source(append, 'note').selectOption('Earlier step')
      await append.getByRole('combobox', { name: /^What of it for note/i }).selectOption({ value: 'note_id' })
      await append.getByRole('textbox', { name: /^Text/ }).fill('More of it.')
      await addStep(page, 'current time', 'Look up the date and time')
      await create.getByRole('button', { name: /^1 Create a note/ }).click()
      await append.getByRole('button', { name: /^2 Append to a note/ }).click()
      await expectAccessible(page, 'a sequence that is written')

      // By the keyboard, then by the pointer.
      await page.getByRole('button', { name: /^Move step 3/ }).focus()
      await page.keyboard.press('ArrowUp')
      await expect(step(page, 2)).toContainText('Look up the date and time')
      await expect(page.getByRole('button', { name: /^Move step 2/ })).toBeFocused()
      await expect(page.getByText('is now step 2 of 3')).toBeAttached()
      const handle = page.getByRole('button', { name: /^Move step 2/ })
      const [from, to] = [await handle.boundingBox(), await step(page, 1).boundingBox()]
      if (from === null || to === null) throw new Error('The steps are not shown.')
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
      await page.mouse.down()
      await page.mouse.move(from.x + 10, to.y + 6, { steps: 5 })
      await page.mouse.up()
      await expect(step(page, 1)).toContainText('Look up the date and time')

      await page.reload()
      await expect(step(page, 1)).toContainText('Look up the date and time')
      // Nothing has the focus: the key saves all the same.
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
      await page.keyboard.press('Control+s')
      await expect(page.getByText('“Daily note” is saved.')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible()
    })

    test('show what they would do without doing it', async ({ page }) => {
      await openApp(page, desk.host.url)
      await goTo(page, 'Sequences')
      await page.getByRole('button', { name: /^Daily note/ }).click()
      await page.getByRole('button', { name: 'Dry run' }).click()
      const dialog = page.getByRole('dialog', { name: 'Dry run of “Daily note”' })
      await dialog.getByRole('button', { name: 'Begin' }).click()
      await expect(dialog.getByText('This has to be filled in.')).toBeVisible()
      // The field that lacks something has the keyboard, and Enter begins.
      await expect(dialog.getByRole('textbox', { name: 'Topic' })).toBeFocused()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Dry run' }).click()
      await expect(dialog.getByRole('textbox', { name: 'Topic' })).toBeFocused()
      await page.keyboard.type('tides')
      await page.keyboard.press('Enter')
      const shown = page.getByRole('region', { name: 'What it would do' })
      await expect(shown.getByRole('region', { name: 'All changes together' })).toContainText('More of it.')
      await expect(shown.getByText('Would be proposed')).toHaveCount(2)
      await expectAccessible(page, 'a dry run')
      await goTo(page, 'Inbox')
      await expect(page.getByText('Nothing waits')).toBeVisible()
      await goTo(page, 'Notes')
      await expect(page.getByText('No notes yet')).toBeVisible()
    })

    test('are run with each change approved, and undone as one', async ({ page }) => {
      await openApp(page, desk.host.url)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('run sequence daily')
      await expect(page.getByRole('option', { name: /^Run sequence/ })).toBeVisible()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Run “Daily note”' })
      await dialog.getByRole('textbox', { name: 'Topic' }).fill('tides')
      await dialog.getByRole('button', { name: 'Run', exact: true }).click()
      await approveCard(page, 'the note “Today: tides”')
      await approveCard(page, '1 line to the note')
      await idle(page)
      await expect(page.getByText('All 3 steps are done.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Undo run' })).toBeVisible()
      await goTo(page, 'Activity')
      await expect(page.getByText('Sequence “Daily note”').first()).toBeVisible()
      await goTo(page, 'Sequences')
      await page.getByRole('button', { name: /^Daily note/ }).click()
      await expect(page.getByText('Done', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Open the conversation' }).click()
      await expect(page.getByText('All 3 steps are done.')).toBeVisible()
      await goTo(page, 'Activity')
      await page.getByRole('button', { name: 'Undo run' }).first().click()
      await expect(page.getByText('Undone').first()).toBeVisible()
      await goTo(page, 'Notes')
      await expect(page.getByText('No notes yet')).toBeVisible()
    })

    test('wait in the Inbox under their name, and can be rejected', async ({ page }) => {
      await openApp(page, desk.host.url)
      await goTo(page, 'Sequences')
      await page.getByRole('button', { name: 'Actions for Daily note' }).click()
      await page.getByRole('menuitem', { name: 'Run' }).click()
      await page.getByRole('textbox', { name: 'Topic' }).fill('ebb')
      await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click()
      await expect(card(page, 'the note “Today: ebb”')).toBeVisible()
      await goTo(page, 'Inbox')
      await expect(page.getByText('Sequence “Daily note”').first()).toBeVisible()
      await rejectCard(page, 'the note “Today: ebb”', 'Not today')
      await goTo(page, 'Sequences')
      await page.getByRole('button', { name: /^Daily note/ }).click()
      await expect(page.getByText('Failed', { exact: true })).toBeVisible()
    })

    test('a press beside a field that was left empty is heard, and what is wrong is said after it', async ({
      page,
    }) => {
      await openApp(page, desk.host.url)
      await goTo(page, 'Sequences')
      await page.getByRole('button', { name: 'New sequence' }).click()
      await addStep(page, 'create note', 'Create a note')
      await expect(step(page, 1).getByRole('textbox', { name: 'Title', exact: true }).first()).toBeFocused()
      await page.getByRole('button', { name: 'Add a step' }).click()
      await expect(page.getByRole('dialog', { name: 'Choose a tool' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(step(page, 1).getByText('The tool needs this')).toBeVisible()
      await page.getByRole('button', { name: 'Discard changes' }).click()
    })

    test('are deleted and brought back', async ({ page }) => {
      await openApp(page, desk.host.url)
      await goTo(page, 'Sequences')
      await page.getByRole('button', { name: 'Actions for Daily note' }).click()
      await page.getByRole('menuitem', { name: 'Delete…' }).click()
      await page.getByRole('button', { name: 'Move to the trash' }).click()
      await expect(page.getByText('No sequence yet')).toBeVisible()
      await page.getByRole('button', { name: 'Restore' }).click()
      await expect(page.getByRole('button', { name: /^Daily note/ })).toBeVisible()
    })

    test('say what a new one lacks where it is to be run, and show nothing of the one before', async ({
      page,
    }) => {
      await openApp(page, desk.host.url)
      await goTo(page, 'Sequences')
      await page.getByRole('button', { name: 'New sequence' }).click()
      const name = page.getByRole('textbox', { name: 'Name', exact: true })
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await expect(page.getByText('2 things to put right before it can run')).toBeVisible()
      await expect(page.getByText('Give the sequence a name.')).toBeVisible()
      await expect(name).toBeFocused()
      await page.keyboard.type('Clock')
      await page.getByRole('button', { name: 'Dry run' }).click()
      await expect(page.getByRole('button', { name: 'Add a step' })).toBeFocused()
      await addStep(page, 'current time', 'Look up the date and time')
      await page.getByRole('button', { name: 'Dry run' }).click()
      await expect(page.getByRole('heading', { name: 'What it would do' })).toBeVisible()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('“Clock” is saved.')).toBeVisible()
      await page.getByRole('button', { name: 'All sequences' }).click()
      await page.getByRole('button', { name: 'New sequence' }).click()
      await expect(name).toHaveValue('')
      await expect(page.getByRole('heading', { name: 'What it would do' })).toHaveCount(0)
    })
  })
