import { expect, type Locator, type Page, test } from '@playwright/test'
import { dangerDialog, decide, goTo, messageBox, openApp, undoInMessage } from '../support/app-page'
import { changeByHand } from '../support/change-by-hand'
import { expectAccessible } from '../support/expect-accessible'
import { setUpHostDesk } from '../support/host-desk'
import { setUpModelDesk } from '../support/model-desk'
import { connectAsPage } from '../support/page-client'
import { add, all, column, field, opened, openRow, part, row, show } from '../support/tasks-page'

/** Drags a card by mouse over a column. */
async function drag(page: Page, card: Locator, to: Locator): Promise<void> {
  const [from, into] = [await card.boundingBox(), await to.boundingBox()]
  if (from === null || into === null) throw new Error('Both are on screen.')
  await page.mouse.move(from.x + 20, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(into.x + into.width / 2, into.y + 120, { steps: 8 })
  await expect(page.locator('.board-ghost')).toBeVisible()
}

/** Longest for one of these tests on a busy machine (milliseconds). */
const testMs = 40_000

test.describe('tasks', () => {
  test.setTimeout(testMs)
  const desk = setUpModelDesk()

  test('are added, checked off, opened again, folded away, and found', async ({ page }) => {
    await goTo(page, 'Tasks')
    await expect(page.getByText('No tasks yet')).toBeVisible()
    await field(page, 'Add a task').fill('Paint the shed')
    await page.keyboard.press('Enter')
    await expect(row(page, 'Paint the shed')).toBeVisible()
    await add(page, 'Buy nails', 'Sweep the yard')
    await row(page, 'Buy nails').getByRole('checkbox').check()
    await expect(page.getByText(/^“Buy nails” is done\./)).toBeVisible()
    // It stays under the pointer and the keyboard until the list is left.
    await expect(row(page, 'Buy nails').getByRole('checkbox')).toBeFocused()
    await goTo(page, 'Contacts')
    await goTo(page, 'Tasks')
    await expect(row(page, 'Buy nails')).toHaveCount(0)
    await page.getByRole('button', { name: '1 done' }).click()
    await expect(row(page, 'Buy nails').getByRole('checkbox')).toBeChecked()
    await undoInMessage(page, /^“Buy nails” is done\./)
    await expect(row(page, 'Buy nails').getByRole('checkbox')).not.toBeChecked()
    await expect(page.getByRole('button', { name: '1 done' })).toHaveCount(0)
    // It says so, with the way back; no message offers what is undone already, by its button or by the key.
    const messages = page.getByRole('region', { name: 'Notifications' }).locator('.ui-toast')
    const undid = messages.filter({ hasText: /^Undid: .*Buy nails/ })
    await expect(undid.getByRole('button', { name: 'Redo' })).toBeVisible()
    await expect(messages.filter({ hasText: '“Buy nails” is done.' })).toHaveCount(0)
    await row(page, 'Sweep the yard').getByRole('checkbox').check()
    const swept = messages.filter({ hasText: '“Sweep the yard” is done.' })
    await expect(swept).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(row(page, 'Sweep the yard').getByRole('checkbox')).not.toBeChecked()
    await expect(messages.filter({ hasText: /^Undid: .*Sweep the yard/ })).toBeVisible()
    await expect(swept).toHaveCount(0)

    // So it does where only open ones are looked for.
    const statuses = all(page).getByRole('combobox', { name: 'Status' })
    await statuses.selectOption('Open')
    await row(page, 'Sweep the yard').getByRole('checkbox').check()
    await expect(swept).toBeVisible()
    await expect(row(page, 'Sweep the yard').getByRole('checkbox')).toBeChecked()
    await undoInMessage(page, /^“Sweep the yard” is done\./)
    await expect(row(page, 'Sweep the yard').getByRole('checkbox')).not.toBeChecked()
    await statuses.selectOption('Any status')

    await page.getByRole('searchbox', { name: 'Search tasks' }).fill('shed')
    await expect(row(page, 'Buy nails')).toHaveCount(0)
    await expect(row(page, 'Paint the shed')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search tasks' }).fill('nothing such')
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(row(page, 'Sweep the yard')).toBeVisible()

    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('sweep')
    await expect(page.getByRole('option', { name: /^Sweep the yard/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(opened(page, 'Sweep the yard')).toBeVisible()
  })

  test('are written with checks, kept over a reload, and not overwritten', async ({ page, context }) => {
    await goTo(page, 'Tasks')
    await page.getByRole('button', { name: 'New task' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Give a title.')).toBeVisible()
    await expect(field(page, 'Title')).toBeFocused()
    await expect(page.getByText('Not saved')).toHaveCount(0)
    await page.keyboard.type('Renew the insurance')
    await field(page, 'Notes').fill('The **green** folder.')
    await page.reload()
    await expect(field(page, 'Title')).toHaveValue('Renew the insurance')
    await page.getByRole('combobox', { name: 'Priority' }).selectOption('Urgent')
    await page.getByLabel('Due').fill('2020-02-29')
    await page.getByRole('combobox', { name: 'Tags' }).fill('house')
    await page.keyboard.press('Control+s')
    const task = opened(page, 'Renew the insurance')
    await expect(task.locator('strong', { hasText: 'green' })).toBeVisible()
    await expect(task).toContainText('Overdue since')
    await expect(task).toContainText('house')
    await expect(row(page, 'Renew the insurance')).toContainText('Urgent')
    await expect(row(page, 'Renew the insurance')).toContainText(/Overdue since 29 Feb 2020|Feb 29, 2020/)

    // The day is set where it stands, once it is typed whole; Escape goes back to the one that it has.
    const due = task.getByLabel('Due')
    await due.fill('2020-03-01')
    await due.press('Enter')
    await expect(task).toContainText(/Overdue since .*1 March 2020|Overdue since .*March 1, 2020/)
    await due.fill('2021-04-05')
    await due.press('Escape')
    await expect(due).toHaveValue('2020-03-01')
    await due.fill('')
    await due.blur()
    await expect(task).not.toContainText('Overdue since')
    await undoInMessage(page, /^Done: Change the task “Renew the insurance”: due/)
    await expect(task).toContainText('Overdue since')

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await field(page, 'Notes').fill('The **red** folder.')
    const other = await context.newPage()
    await openApp(other, desk.host.url)
    await goTo(other, 'Tasks')
    await openRow(other, 'Renew the insurance')
    await opened(other, 'Renew the insurance')
      .getByRole('combobox', { name: 'Priority' })
      .selectOption('High')
    await expect(page.getByText('This task was changed while you wrote')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    await page.getByRole('button', { name: 'Keep what I wrote' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(task.locator('strong', { hasText: 'red' })).toBeVisible()
    await expect(row(page, 'Renew the insurance')).toContainText('High')
  })

  test('have parts, wait for others, and are drawn', async ({ page }) => {
    await goTo(page, 'Tasks')
    await add(page, 'Build the boat', 'Order timber')
    await openRow(page, 'Build the boat')
    const parts = part(page, 'Build the boat', 'Parts')
    await parts.getByRole('textbox', { name: 'Add a part' }).fill('Lay the keel')
    await page.keyboard.press('Enter')
    await parts.getByRole('textbox', { name: 'Add a part' }).fill('Plank it')
    await page.keyboard.press('Enter')
    await expect(parts).toContainText('0 of 2 parts')
    await parts.getByRole('checkbox', { name: 'Plank it: done' }).check()
    await expect(parts).toContainText('1 of 2 parts')
    await expect(row(page, 'Build the boat')).toContainText('1 of 2 parts')
    await expect(row(page, 'Lay the keel')).toContainText('Part of Build the boat')
    await row(page, 'Build the boat')
      .getByRole('button', { name: 'Show the parts of Build the boat' })
      .click()
    await expect(row(page, 'Lay the keel')).toHaveCount(0)

    await parts.getByRole('link', { name: 'Lay the keel' }).click()
    const keel = opened(page, 'Lay the keel')
    await expect(keel.getByRole('navigation', { name: 'Part of' })).toContainText('Build the boat')
    await keel.getByRole('button', { name: 'Add something that it waits for' }).click()
    const dialog = page.getByRole('dialog')
    // What it is a part of waits for it already.
    await expect(dialog.getByRole('radio', { name: /Order timber/ })).toBeVisible()
    await expect(dialog.getByRole('radio', { name: /^Build the boat/ })).toHaveCount(0)
    await dialog.getByRole('searchbox').fill('timber')
    await dialog.getByRole('radio', { name: /Order timber/ }).check()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(part(page, 'Lay the keel', 'Waits for')).toContainText('Order timber')
    await expect(keel.getByRole('button', { name: 'Run Lay the keel' })).toBeDisabled()
    await expect(keel).toContainText('It waits for “Order timber”. Do that first')

    await show(page, 'Graph')
    const graph = page.getByRole('region', { name: 'Tasks and what they wait for' })
    await expect(graph.getByRole('button')).toHaveCount(2)
    await expect(graph.getByRole('button', { name: /Lay the keel Waits for “Order timber”/ })).toBeVisible()
    await expect(page.getByText(/tasks without dependencies are not drawn/)).toBeVisible()
    await expectAccessible(page, 'graph')
    await graph.getByRole('button', { name: /^Open Order timber/ }).focus()
    await page.keyboard.press('Tab')
    await expect(graph.getByRole('button', { name: /Lay the keel/ })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(graph.getByRole('button', { name: /^Open Order timber/ })).toBeFocused()
    await page.keyboard.press('End')
    await expect(graph.getByRole('button', { name: /Lay the keel/ })).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(part(page, 'Order timber', 'Needed by')).toContainText('Lay the keel')
    await page.reload()
    await expect(graph).toBeVisible()
    await show(page, 'List')

    await openRow(page, 'Build the boat')
    await part(page, 'Build the boat', 'Parts').getByRole('link', { name: 'Lay the keel' }).click()
    await keel.getByRole('button', { name: 'No longer wait for Order timber' }).click()
    await expect(keel.getByRole('button', { name: 'Run Lay the keel' })).toBeEnabled()
  })

  test('move on the board by mouse, by keyboard and by menu', async ({ page }) => {
    await goTo(page, 'Tasks')
    await add(page, 'Haul the nets', 'Mend the nets')
    await show(page, 'Board')
    const cardOf = (title: string) => page.locator('.board-card', { hasText: title })
    await drag(page, cardOf('Haul the nets'), column(page, 'Done'))
    await page.keyboard.press('Escape')
    await expect(page.locator('.board-ghost')).toHaveCount(0)
    await page.mouse.up()
    await expect(column(page, 'Open')).toContainText('Haul the nets')
    await drag(page, cardOf('Haul the nets'), column(page, 'In progress'))
    await page.mouse.up()
    await expect(column(page, 'In progress')).toContainText('Haul the nets')
    await expect(page.getByText(/^“Haul the nets” is in progress\./)).toBeVisible()
    // Letting go of what was dragged opens nothing, and a press does.
    await expect(page).toHaveURL(/#\/tasks$/)

    await cardOf('Mend the nets')
      .getByRole('button', { name: /^Move Mend the nets/ })
      .focus()
    await page.keyboard.press('ArrowRight')
    await expect(column(page, 'In progress')).toContainText('Mend the nets')
    await expect(page.getByRole('button', { name: /^Move Mend the nets/ })).toBeFocused()
    await expect(page.getByText('Mend the nets is now: In progress')).toBeAttached()
    await page.keyboard.press('ArrowRight')
    await expect(column(page, 'Done')).toContainText('Mend the nets')

    await cardOf('Haul the nets').getByRole('button', { name: 'More actions for Haul the nets' }).click()
    await page.getByRole('menuitem', { name: 'Move to Cancelled' }).click()
    await expect(column(page, 'Cancelled')).toContainText('Haul the nets')
    await expectAccessible(page, 'board')
    await cardOf('Mend the nets').getByRole('button', { name: 'Mend the nets', exact: true }).click()
    await expect(opened(page, 'Mend the nets')).toBeVisible()
    await show(page, 'List')
  })

  test('have the whole width of a card for their title, beside the controls of its first line', async ({
    page,
  }) => {
    const title = 'Write down what was dredged of the northern channel, and send it to everybody who asked'
    await goTo(page, 'Tasks')
    await add(page, title)
    await show(page, 'Board')
    const onCard = page.locator('.board-card', { hasText: title })
    const controls = await onCard.getByRole('button', { name: /^Move Write down/ }).boundingBox()
    const lines = await onCard.getByRole('button', { name: title, exact: true }).evaluate((button) => {
      const words = document.createRange()
      words.selectNodeContents(button)
      return [...words.getClientRects()].filter(({ width }) => width > 0).map(({ right }) => right)
    })
    const from = controls?.x ?? 0
    expect(lines.length).toBeGreaterThan(1)
    expect(lines[0]).toBeLessThanOrEqual(from)
    expect(Math.max(...lines)).toBeGreaterThan(from)
    await show(page, 'List')
  })

  test('that are new are seen, whatever words or status the others are narrowed down by', async ({
    page,
  }) => {
    await goTo(page, 'Tasks')
    await add(page, 'Tar the hull')
    await page.getByRole('searchbox', { name: 'Search tasks' }).fill('hull')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Done')
    await expect(row(page, 'Tar the hull')).toBeHidden()
    await add(page, 'Buy rope')
    await expect(row(page, 'Tar the hull')).toBeVisible()
    await expect(page.getByRole('searchbox', { name: 'Search tasks' })).toHaveValue('')
  })

  test('are commented on; comments and tasks are deleted by a dialog and come back', async ({ page }) => {
    await goTo(page, 'Tasks')
    await add(page, 'Write the minutes')
    await openRow(page, 'Write the minutes')
    const comments = part(page, 'Write the minutes', 'Comments')
    await comments.getByRole('textbox', { name: 'Write a comment' }).fill('Ask **Ida** first.')
    await page.reload()
    await expect(comments.getByRole('textbox')).toHaveValue('Ask **Ida** first.')
    await comments.getByRole('textbox').press('Control+Enter')
    await expect(comments.locator('strong', { hasText: 'Ida' })).toBeVisible()
    await expect(comments.getByRole('textbox')).toHaveValue('')
    await expect(row(page, 'Write the minutes')).toContainText('1 comment')
    await expectAccessible(page, 'open task')

    await comments.getByRole('button', { name: 'Delete the comment by You' }).click()
    await expect(dangerDialog(page)).toContainText('30 days')
    await decide(dangerDialog(page), 'Delete')
    await expect(comments.getByRole('article')).toHaveCount(0)
    await undoInMessage(page, /^Done: Delete your comment/)
    await expect(comments.locator('strong', { hasText: 'Ida' })).toBeVisible()

    await page.getByRole('button', { name: 'More actions for Write the minutes' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await expect(dangerDialog(page)).toContainText('Write the minutes')
    await decide(dangerDialog(page), 'Delete')
    await expect(opened(page, 'Write the minutes')).toBeHidden()
    await expect(page.getByText('There is no such task.')).toBeHidden()
    await undoInMessage(page, /^Done: Delete the task/)
    await openRow(page, 'Write the minutes')
    await expect(comments.locator('strong', { hasText: 'Ida' })).toBeVisible()
  })
})

test.describe('many tasks', () => {
  const desk = setUpHostDesk('for all tests')
  test.use({ viewport: { width: 420, height: 860 } })

  test('are all there on a narrow window, of which only those in view are in the page', async ({ page }) => {
    const { client, close } = await connectAsPage(desk.host.url)
    for (let from = 0; from < 1000; from += 200) {
      const tasks = Array.from({ length: 200 }, (_, index) => ({ title: `Task ${from + index}` }))
      await changeByHand(client, 'create_tasks', { tasks })
    }
    close()
    await page.goto(`${desk.host.url}`)
    await expect(messageBox(page)).toBeVisible()
    await page.evaluate(() => {
      location.hash = '#/tasks'
    })
    await expect(row(page, 'Task 0')).toBeVisible()
    expect(await all(page).getByRole('listitem').count()).toBeLessThan(80)
    await openRow(page, 'Task 0')
    await expect(opened(page, 'Task 0')).toContainText('Without a model')
    await expect(all(page)).toBeHidden()
    await page.getByRole('button', { name: 'All tasks' }).click()
    await expect(row(page, 'Task 0')).toBeVisible()
  })
})

test.describe('tasks in German', () => {
  const desk = setUpHostDesk('for all tests')
  test.use({ locale: 'de-DE' })

  test('are called and told as a person would say it', async ({ page }) => {
    await page.goto(desk.host.url)
    await page.getByRole('link', { name: 'Aufgaben' }).click()
    await field(page, 'Aufgabe hinzufügen').fill('Die Netze flicken')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Die Netze flicken' }).click()
    const task = opened(page, 'Die Netze flicken')
    await task.getByRole('combobox', { name: 'Stand' }).selectOption('In Arbeit')
    await task.getByRole('combobox', { name: 'Priorität' }).selectOption('Dringend')
    const row = page.getByRole('button', { name: /^Die Netze flicken.*In Arbeit.*Dringend/ })
    await expect(row).toBeVisible()
    await expect(task).toContainText('Ohne Modell')
    await task.getByRole('combobox', { name: 'Stand' }).selectOption('Abgebrochen')
    await expect(task).toContainText('Öffne sie wieder')
  })
})
