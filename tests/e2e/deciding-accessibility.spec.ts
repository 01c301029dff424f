import { expect, test } from '@playwright/test'
import {
  approveCard,
  card,
  change,
  dangerDialog,
  decide,
  goTo,
  idle,
  rejectCard,
  send,
} from '../support/app-page'
import { expectAccessible } from '../support/expect-accessible'
import { padding, setUpModelDesk } from '../support/model-desk'

const { at, put, read, replacing, modelCalls, proposeUnattended } = setUpModelDesk()

test('no screen of deciding has an accessibility fault that can be found by rule', async ({ page }) => {
  const made = 'axe-new.md'
  put('axe.md', Array.from({ length: 30 }, (_, line) => `axe ${line}`).join('\n'))
  for (const name of ['axe-1.txt', 'axe-2.txt']) put(name, name)
  modelCalls(['create_file', { path: at(made), content: 'new\n' }])
  await send(page, 'Make it')
  await approveCard(page, made)
  await idle(page)
  await proposeUnattended(
    [
      'edit_file',
      {
        path: at('axe.md'),
        edits: [
          { old_text: 'axe 2\n', new_text: 'axe\u200b two\n' },
          { old_text: 'axe 25\n', new_text: 'axe 25!\n' },
        ],
      },
    ],
    ['trash_files', { paths: [at('axe-1.txt'), at('axe-2.txt')] }],
  )
  await goTo(page, 'Inbox')
  await expect(card(page, 'axe.md')).toBeVisible()
  await expectAccessible(page, 'inbox')
  await card(page, 'axe-1.txt')
    .getByRole('button', { name: /^Review/ })
    .click()
  await expect(dangerDialog(page)).toBeVisible()
  await expectAccessible(page, 'dialog')
  await decide(dangerDialog(page), 'Cancel')
  await goTo(page, 'Activity')
  await page.getByRole('button', { name: 'Filters' }).click()
  await expectAccessible(page, 'activity')
  await goTo(page, 'Settings')
  await expectAccessible(page, 'settings')
  await goTo(page, 'Inbox')
  for (const name of ['axe.md', 'axe-1.txt']) await rejectCard(page, name, 'no')
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
})

test('no dialog of deciding has one either: what hides, what is remembered, what undo asks', async ({
  page,
}) => {
  // A warning that holds characters which can’t be seen.
  put('axe-hidden.md', '# Report\n\nOld words.\n')
  modelCalls([
    'overwrite_file',
    { path: at('axe-hidden.md'), content: '# Report\n\npay \u202egpj.exe and\u200b more\n' },
  ])
  await send(page, 'Overwrite it')
  const dialog = dangerDialog(page)
  await expect(dialog).toHaveClass(/ui-dialog-warning/)
  await expect(dialog).toContainText('characters that can’t be seen')
  await expect(dialog).toContainText('RLO')
  await expectAccessible(page, 'hidden characters')
  await decide(dialog, 'Cancel')
  await rejectCard(page, 'axe-hidden.md', 'no')
  await idle(page)

  const mine = 'axe-mine.md'
  put(mine, `as it was\n${padding}`)
  modelCalls(replacing(mine, 'as it was', 'by the model'))
  await send(page, 'Edit it')
  await card(page, mine).getByRole('button', { name: 'More ways to approve' }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await expectAccessible(page, 'ways to approve')
  await page.getByRole('menuitem').first().click()
  await expect(page.getByRole('combobox', { name: 'How often' })).toBeVisible()
  await expectAccessible(page, 'don’t ask again')
  await page.getByRole('button', { name: 'Approve and remember' }).click()
  await idle(page)

  put(mine, `by hand since\n${padding}`)
  await goTo(page, 'Activity')
  await change(page, mine).first().getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Restore beside it' })).toBeVisible()
  await expectAccessible(page, 'three ways to undo')
  await decide(dialog, 'Keep mine')
  expect(read(mine)).toBe(`by hand since\n${padding}`)
})
