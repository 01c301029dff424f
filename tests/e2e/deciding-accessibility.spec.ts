import { expect, test } from '@playwright/test'
import { approveCard, card, dangerDialog, decide, goTo, idle, rejectCard, send } from '../support/app-page'
import { expectAccessible } from '../support/expect-accessible'
import { setUpModelDesk } from '../support/model-desk'

const { at, put, modelCalls, proposeUnattended } = setUpModelDesk()

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no screen of deciding in ${colorScheme} has an accessibility fault that can be found by rule`, async ({
    page,
  }) => {
    const made = `axe-${colorScheme}.md`
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
    await page.emulateMedia({ colorScheme })
    await expect(card(page, 'axe.md')).toBeVisible()
    await expectAccessible(page, `${colorScheme} inbox`)
    await card(page, 'axe-1.txt')
      .getByRole('button', { name: /^Review/ })
      .click()
    await expect(dangerDialog(page)).toBeVisible()
    await expectAccessible(page, `${colorScheme} dialog`)
    await decide(dangerDialog(page), 'Cancel')
    await goTo(page, 'Activity')
    await page.getByRole('button', { name: 'Filters' }).click()
    await expectAccessible(page, `${colorScheme} activity`)
    await goTo(page, 'Settings')
    await expectAccessible(page, `${colorScheme} settings`)
    await goTo(page, 'Inbox')
    for (const name of ['axe.md', 'axe-1.txt']) await rejectCard(page, name, 'no')
    await expect(page.getByText('Nothing waits for you')).toBeVisible()
  })
}
