import { existsSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import {
  answers,
  approveCard,
  ask,
  card,
  citation,
  dangerDialog,
  documentIs,
  dropOn,
  goTo,
  idle,
  inspector,
  messageBox,
  newChat,
  openApp,
  openConversation,
  send,
} from '../support/app-page'
import { expectAccessible } from '../support/expect-accessible'
import { filesToTrash, writeFilesToTrash } from '../support/files-to-trash'
import { setUpHostDesk } from '../support/host-desk'
import { pageImage } from '../support/page-image'
import { facts, writeSampleDocuments } from '../support/sample-documents'

/** More Tab presses than any screen has stops. */
const tabLimit = 80

async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < tabLimit; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${tabLimit} presses of ${key} did not reach ${target}`)
}

test.describe
  .serial('for every person', () => {
    const desk = setUpHostDesk('for all tests', ({ work, papers }) => {
      writeSampleDocuments(papers)
      writeFilesToTrash(work)
    })

    test('the main path needs no mouse', async ({ page }) => {
      await openApp(page, desk.host.url)
      await tabTo(page, messageBox(page))
      await page.keyboard.type('/create_file {"path":"by-key.md","content":"typed"}')
      await page.keyboard.press('Enter')
      const approve = card(page, 'by-key.md').getByRole('button', { name: 'Approve', exact: true })
      await expect(approve).toBeVisible()
      await tabTo(page, approve, 'Shift+Tab')
      await page.keyboard.press('Enter')
      await idle(page)
      expect(existsSync(desk.at('by-key.md'))).toBe(true)
      const line = answers(page)
        .getByRole('button', { name: /by-key\.md/ })
        .first()
      await tabTo(page, line, 'Shift+Tab')
      await page.keyboard.press('Enter')
      await expect(inspector(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(inspector(page)).toHaveCount(0)
      await expect(line).toBeFocused()
    })

    test('empty screens have no grave fault', async ({ page }) => {
      await openApp(page, desk.host.url)
      await newChat(page)
      await expectAccessible(page, 'Chat')
      for (const screen of [
        'Inbox',
        'Library',
        'Tasks',
        'Notes',
        'Contacts',
        'Activity',
        'Settings',
      ] as const) {
        await goTo(page, screen)
        await expectAccessible(page, screen)
      }
    })

    test('fills the screens', async ({ page }) => {
      await openApp(page, desk.host.url)
      await dropOn(page, 'Add to library', [desk.papers])
      await goTo(page, 'Library')
      await documentIs(page, facts.handbook.title, 'Ready')
      await documentIs(page, 'damaged', 'Failed')
      await goTo(page, 'Chat')
      await ask(page, facts.handbook.question)
      await send(page, '/create_file {"path":"folder/done.md","content":"# Done"}')
      await approveCard(page, 'done.md')
      await idle(page)
      await send(page, '/create_file {"path":"waiting.md","content":"# Waiting"}')
      await expect(card(page, 'waiting.md')).toBeVisible()
    })

    test('full screens, the inspector and the dialogs have no grave fault', async ({ page }) => {
      await openApp(page, desk.host.url)
      await openConversation(page, facts.handbook.question.slice(0, 30))
      await expect(card(page, 'waiting.md')).toBeVisible()
      await citation(page, facts.handbook.title, facts.handbook.page).first().click()
      await expect(pageImage(page, facts.handbook.title, facts.handbook.page)).toBeVisible()
      await expectAccessible(page, 'Chat with a page in the inspector')
      await answers(page)
        .getByRole('button', { name: /done\.md/ })
        .first()
        .click()
      await expectAccessible(page, 'Chat with a tool call in the inspector')
      for (const screen of ['Inbox', 'Library', 'Activity'] as const) {
        await goTo(page, screen)
        await expectAccessible(page, screen)
      }
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page, 'Command palette')
      await page.keyboard.press('Escape')

      await goTo(page, 'Chat')
      await newChat(page)
      await send(page, `/trash_files ${filesToTrash.join(' ')}`)
      await expect(dangerDialog(page)).toBeVisible()
      await expectAccessible(page, 'Danger dialog')
    })
  })
