import { expect, test } from '@playwright/test'
import {
  answers,
  approveCard,
  card,
  goTo,
  idle,
  messageBox,
  newChat,
  undoInMessage,
} from '../support/app-page'
import { changeByHand } from '../support/change-by-hand'
import { answer, text, toolUse } from '../support/fake-messages-api'
import { setUpModelDesk } from '../support/model-desk'
import { connectAsPage } from '../support/page-client'
import { add, opened, openRow, part, row } from '../support/tasks-page'

/** Longest for one of these tests on a busy machine (milliseconds). */
const testMs = 40_000

test.describe('tasks that assistants work on', () => {
  test.setTimeout(testMs)
  const desk = setUpModelDesk()

  test('tell what is still open in one that is checked off, and of several changes in one message', async ({
    page,
  }) => {
    const { client, close } = await connectAsPage(desk.host.url)
    const whole = await changeByHand(client, 'create_task', { title: 'Step the mast' })
    await changeByHand(client, 'create_task', { title: 'Tie the shrouds', parent: whole })
    for (const title of ['Fold the jib', 'Stow the anchor']) {
      await changeByHand(client, 'create_task', { title })
    }
    close()
    await goTo(page, 'Tasks')
    const messages = page.getByRole('region', { name: 'Notifications' }).locator('.ui-toast')
    await row(page, 'Step the mast').getByRole('checkbox').check()
    await expect(messages).toContainText('Parts of “Step the mast” are not done: “Tie the shrouds”.')
    await row(page, 'Fold the jib').getByRole('checkbox').check()
    await expect(messages).toHaveCount(2)
    await row(page, 'Stow the anchor').getByRole('checkbox').check()
    await expect(messages.last()).toContainText('And 1 more like it. Undo takes back the newest.')
    await expect(messages).toHaveCount(2)
    // The keyboard reaches it, and goes back to where it was.
    await page.keyboard.press('F8')
    await expect(messages.last().getByRole('button', { name: 'Undo', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(row(page, 'Stow the anchor').getByRole('checkbox')).not.toBeChecked()
    await expect(row(page, 'Stow the anchor').getByRole('checkbox')).toBeFocused()
    await expect(row(page, 'Fold the jib').getByRole('checkbox')).toBeChecked()
    // Then the one before can be taken back.
    await undoInMessage(page, /Fold the jib/)
    await expect(row(page, 'Fold the jib').getByRole('checkbox')).not.toBeChecked()
    // Escape in a message closes that, and not the task behind it.
    await openRow(page, 'Fold the jib')
    await opened(page, 'Fold the jib').getByRole('combobox', { name: 'Priority' }).selectOption('High')
    const changed = messages.filter({ hasText: 'Done: Change the task “Fold the jib”' })
    await expect(changed).toBeVisible()
    await page.keyboard.press('F8')
    await expect(changed.getByRole('button', { name: 'Undo', exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(changed).toHaveCount(0)
    await expect(opened(page, 'Fold the jib')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(opened(page, 'Fold the jib')).toHaveCount(0)
  })

  test('are run in a conversation, whose proposal is approved there', async ({ page }) => {
    await goTo(page, 'Tasks')
    await add(page, 'Count the oars')
    await openRow(page, 'Count the oars')
    const task = opened(page, 'Count the oars')
    await expect(task).toContainText('No assistant has worked on it yet.')
    const id = decodeURIComponent(new URL(page.url()).hash.split('/').at(-1) ?? '')
    desk.api.push(
      answer([toolUse('update_task', { task_id: id, status: 'done' })]),
      answer([text('There are eleven oars.')]),
    )
    await task.getByRole('button', { name: 'Run Count the oars' }).click()
    await expect(messageBox(page)).toBeVisible()
    await expect(page.getByText(/Please do the task “Count the oars”/)).toBeVisible()
    await expect(card(page, 'Count the oars')).toBeVisible()
    expect(JSON.stringify(desk.api.created.at(-1)?.messages)).toContain('Count the oars')

    await goTo(page, 'Tasks')
    await expect(row(page, 'Count the oars')).toContainText('Waits for your decision')
    await openRow(page, 'Count the oars')
    await expect(task.getByRole('button', { name: 'Run Count the oars' })).toBeDisabled()
    await expect(task).toContainText('An assistant works on it and waits for your decision.')
    await expect(part(page, 'Count the oars', 'Runs')).toContainText('Waits for your decision')
    await task.getByRole('button', { name: 'Go to the decision' }).click()
    await approveCard(page, 'Count the oars')
    await idle(page)
    await expect(answers(page).last()).toContainText('There are eleven oars.')

    await goTo(page, 'Tasks')
    await expect(row(page, 'Count the oars')).toHaveCount(0)
    await page.getByRole('button', { name: /\d+ done/ }).click()
    await expect(row(page, 'Count the oars').getByRole('checkbox')).toBeChecked()
    await openRow(page, 'Count the oars')
    const runs = part(page, 'Count the oars', 'Runs')
    await expect(runs).toContainText('Ended')
    await expect(runs.getByRole('link', { name: 'Count the oars' })).toBeVisible()
    await expect(task).toContainText('open it again before an assistant works on it')
  })

  test('are named with @ in a message, and asked about', async ({ page }) => {
    await goTo(page, 'Tasks')
    await add(page, 'Rig the mast')
    await newChat(page)
    await messageBox(page).pressSequentially('How far is @rig')
    await page.getByRole('option', { name: /Rig the mast.*Open.*Task/ }).click()
    await expect(page.getByRole('list', { name: 'Attached' })).toContainText('Rig the mast')
    await goTo(page, 'Tasks')
    await openRow(page, 'Rig the mast')
    await page.getByRole('button', { name: 'More actions for Rig the mast' }).click()
    await page.getByRole('menuitem', { name: 'Ask about this task' }).click()
    await expect(page.getByRole('list', { name: 'Attached' })).toContainText('Rig the mast')
  })
})
