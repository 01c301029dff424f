import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import {
  answers,
  approveCard,
  ask,
  card,
  change,
  citation,
  dangerDialog,
  decide,
  documentIs,
  documentRow,
  documents,
  dropOn,
  goTo,
  idle,
  inspector,
  messageBox,
  newChat,
  openApp,
  openConversation,
  rejectCard,
  screenLink,
  send,
} from '../support/app-page'
import { fileFacts, filesToTrash, writeFilesToTrash } from '../support/files-to-trash'
import { setUpHostDesk } from '../support/host-desk'
import { highlightsInside, pageImage } from '../support/page-image'
import { damagedFile, facts, samplePages, writeSampleDocuments } from '../support/sample-documents'

// One person's day with the application: each test goes on where the one before ended, in a page of its own.
test.describe
  .serial('the main job without a key', () => {
    const plan = '# Plan\n\n- walk the mole at dawn\n- write down “the hour”\n'
    const desk = setUpHostDesk('for all tests', ({ papers }) => writeSampleDocuments(papers))

    test('says on every empty screen what to do next', async ({ page }) => {
      await openApp(page, desk.host.url)
      await expect(page.getByText('Drop files or a folder anywhere on this window.')).toBeVisible()
      await expect(page.getByText('Offline assistant').first()).toBeVisible()
      await goTo(page, 'Inbox')
      await expect(page.getByText('Nothing waits for you')).toBeVisible()
      await goTo(page, 'Library')
      await expect(page.getByText('Your library is empty')).toBeVisible()
      await goTo(page, 'Activity')
      await expect(page.getByText('Nothing has been changed yet')).toBeVisible()
      await goTo(page, 'Settings')
      await expect(page.getByText(desk.work)).toBeVisible()
    })

    test('takes a dropped folder and a dropped file into the library, and names what it could not read', async ({
      page,
    }) => {
      const letter = join(desk.papers, '..', 'letter.txt')
      writeFileSync(letter, 'Dear harbour master, the bell at Cormorant Steps is cracked.\n')
      await openApp(page, desk.host.url)
      await goTo(page, 'Library')
      await dropOn(page, 'Add to library', [desk.papers, letter])
      for (const title of [
        facts.handbook.title,
        facts.tables.title,
        facts.markdown.title,
        'log',
        'Signals',
        'letter',
      ]) {
        await documentIs(page, title, 'Ready')
      }
      await documentIs(page, 'damaged', 'Failed')
      await expect(documentRow(page, 'damaged')).toContainText(/damaged|not a PDF|PDF/)
      await expect(documentRow(page, facts.handbook.title)).toContainText(String(samplePages.handbook))
      await expect(documentRow(page, facts.tables.title)).toContainText(String(samplePages.tables))
      await expect(documents(page).getByRole('row')).toHaveCount(8)
      // The original stays where it was.
      expect(existsSync(join(desk.papers, damagedFile))).toBe(true)
    })

    test('recognises what is in the library already', async ({ page }) => {
      await openApp(page, desk.host.url)
      await goTo(page, 'Library')
      await expect(documents(page).getByRole('row')).toHaveCount(8)
      await dropOn(page, 'Add to library', [join(desk.papers, facts.tables.file)])
      await expect(page.getByText('The content of 1 file was in the library already')).toBeVisible()
      await expect(documents(page).getByRole('row')).toHaveCount(8)
      // What tells of it is never in the way of the next question.
      await goTo(page, 'Chat')
      await expect(page.getByRole('region', { name: 'Adding to the library' })).toBeVisible()
      await ask(page, '/get_current_time')
      await expect(answers(page).first()).toBeVisible()
    })

    test('answers with quoted passages, and a citation opens its page with the passage marked', async ({
      page,
    }) => {
      await openApp(page, desk.host.url)
      await ask(page, facts.handbook.question)
      await expect(answers(page).last().getByRole('blockquote').first()).toContainText(
        'sluice gate at Marrow Point',
      )
      await citation(page, facts.handbook.title, facts.handbook.page).first().click()
      const image = pageImage(page, facts.handbook.title, facts.handbook.page)
      await expect(image).toBeVisible()
      expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(
        500,
      )
      await expect.poll(() => highlightsInside(page, image)).toBeGreaterThanOrEqual(1)
      await expect(
        inspector(page)
          .getByRole('spinbutton', { name: 'Page' })
          .or(inspector(page).getByRole('textbox', { name: 'Page' })),
      ).toHaveValue(String(facts.handbook.page))

      await ask(page, facts.tables.question)
      await citation(page, facts.tables.title, facts.tables.page).first().click()
      const other = pageImage(page, facts.tables.title, facts.tables.page)
      await expect(other).toBeVisible()
      await expect.poll(() => highlightsInside(page, other)).toBeGreaterThanOrEqual(1)
      await inspector(page).getByRole('button', { name: 'Next page' }).click()
      await expect(pageImage(page, facts.tables.title, facts.tables.page + 1)).toBeVisible()
    })

    test('marks the passage in the text of a document without pages', async ({ page }) => {
      await openApp(page, desk.host.url)
      await ask(page, facts.markdown.question)
      await answers(page)
        .last()
        .getByRole('button', { name: new RegExp(`^${facts.markdown.title}`) })
        .first()
        .click()
      await expect(inspector(page).locator('mark').first()).toContainText('paraffin lantern of Osprey Ledge')
    })

    test('creates a file only once it is approved, with exactly the content that was shown', async ({
      page,
    }) => {
      const path = desk.at('plan.md')
      await openApp(page, desk.host.url)
      await send(page, `/create_file ${JSON.stringify({ path: 'plan.md', content: plan })}`)
      await expect(card(page, 'plan.md')).toContainText('walk the mole at dawn')
      await expect(screenLink(page, 'Inbox')).toContainText('1')
      expect(existsSync(path)).toBe(false)
      await approveCard(page, 'plan.md')
      await idle(page)
      expect(readFileSync(path, 'utf8')).toBe(plan)
      await expect(screenLink(page, 'Inbox')).not.toContainText('1')

      await answers(page)
        .getByRole('button', { name: /plan\.md/ })
        .first()
        .click()
      await inspector(page).getByRole('tab', { name: 'Raw' }).click()
      await expect(inspector(page)).toContainText('folders_created')
    })

    test('writes nothing when it is rejected, and the reason reaches the assistant', async ({ page }) => {
      await openApp(page, desk.host.url)
      await send(page, '/create_file {"path":"unwanted.md","content":"no"}')
      await rejectCard(page, 'unwanted.md', 'Wrong folder')
      await idle(page)
      await expect(answers(page).last()).toContainText('nothing was changed')
      await answers(page)
        .getByRole('button', { name: /unwanted\.md/ })
        .first()
        .click()
      await expect(inspector(page)).toContainText('Wrong folder')
      expect(existsSync(desk.at('unwanted.md'))).toBe(false)
    })

    test('deletes only after both names were shown and the words were typed, and Undo brings both back as they were', async ({
      page,
    }) => {
      const before = writeFilesToTrash(desk.work)
      await openApp(page, desk.host.url)
      await send(page, `/trash_files ${filesToTrash.join(' ')}`)
      const dialog = dangerDialog(page)
      for (const name of filesToTrash) await expect(dialog).toContainText(name)
      await expect(dialog).toContainText('30 days')
      const confirm = dialog.getByRole('button', { name: 'Delete', exact: true })
      await expect(confirm).toBeDisabled()
      const typed = dialog.getByRole('textbox', { name: /Type .*delete 2.* to confirm/ })
      await expect(typed).toBeFocused()
      await typed.fill('delete 1')
      await expect(confirm).toBeDisabled()
      await typed.fill('delete 2')
      for (const name of filesToTrash) expect(existsSync(desk.at(name))).toBe(true)
      await expect(confirm).toBeEnabled()
      await decide(dialog, 'Delete')
      await idle(page)
      for (const name of filesToTrash) expect(existsSync(desk.at(name))).toBe(false)

      await goTo(page, 'Activity')
      const entry = change(page, filesToTrash[0])
      await entry.getByRole('button', { name: 'Undo', exact: true }).click()
      await expect.poll(() => filesToTrash.every((name) => existsSync(desk.at(name)))).toBe(true)
      for (const name of filesToTrash) expect(fileFacts(desk.at(name))).toEqual(before[name])
      await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible()
      await expect(page.getByText(/Record intact/)).toBeVisible()
    })

    test('cancelling the dialog leaves the decision open', async ({ page }) => {
      await openApp(page, desk.host.url)
      await send(page, `/trash_files ${filesToTrash[0]}`)
      await expect(dangerDialog(page)).toBeVisible()
      await expect(dangerDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
      await decide(dangerDialog(page), 'Cancel')
      expect(existsSync(desk.at(filesToTrash[0]))).toBe(true)
      await card(page, filesToTrash[0])
        .getByRole('button', { name: /^Review/ })
        .click()
      await expect(dangerDialog(page)).toContainText(filesToTrash[0])
      await decide(dangerDialog(page), 'Cancel')
      await rejectCard(page, filesToTrash[0], 'Still needed')
      await idle(page)
      expect(existsSync(desk.at(filesToTrash[0]))).toBe(true)
    })

    test('finds everything again after a quit and a start, the waiting proposal included', async ({
      page,
    }) => {
      await openApp(page, desk.host.url)
      await newChat(page)
      await send(page, '/create_file {"path":"after-restart.md","content":"kept over a quit"}')
      await expect(card(page, 'after-restart.md')).toBeVisible()
      await desk.host.stop()
      await desk.startAgain()

      await openApp(page, desk.host.url)
      await goTo(page, 'Library')
      await documentIs(page, facts.handbook.title, 'Ready')
      await goTo(page, 'Chat')
      await openConversation(page, facts.handbook.question.slice(0, 30))
      await citation(page, facts.handbook.title, facts.handbook.page).first().click()
      await expect(pageImage(page, facts.handbook.title, facts.handbook.page)).toBeVisible()

      await openConversation(page, 'Create a file: after-restart.md')
      await approveCard(page, 'after-restart.md')
      await idle(page)
      expect(readFileSync(desk.at('after-restart.md'), 'utf8')).toBe('kept over a quit')
    })

    test('undoes what was done before the restart', async ({ page }) => {
      await openApp(page, desk.host.url)
      await goTo(page, 'Activity')
      await change(page, 'plan.md').first().getByRole('button', { name: 'Undo', exact: true }).click()
      await expect.poll(() => existsSync(desk.at('plan.md'))).toBe(false)
    })

    test('keeps a waiting proposal over a crash, and the answer goes on after the approval', async ({
      page,
    }) => {
      await openApp(page, desk.host.url)
      await newChat(page)
      await send(page, '/create_file {"path":"after-crash.md","content":"kept over a crash"}')
      await expect(card(page, 'after-crash.md')).toBeVisible()
      await desk.host.kill()
      await expect(page.getByText('Reconnecting…')).toBeVisible()
      await desk.startAgain()

      await openApp(page, desk.host.url)
      await goTo(page, 'Inbox')
      await approveCard(page, 'after-crash.md')
      await expect(
        page
          .getByText('Nothing waits for you')
          .or(page.getByText(/old-report/))
          .first(),
      ).toBeVisible()
      await expect.poll(() => existsSync(desk.at('after-crash.md'))).toBe(true)
      expect(readFileSync(desk.at('after-crash.md'), 'utf8')).toBe('kept over a crash')
      await goTo(page, 'Chat')
      await openConversation(page, 'Create a file: after-crash.md')
      await idle(page)
      await expect(answers(page).last()).toContainText('after-crash.md')
      await expect(messageBox(page)).toBeEnabled()
    })
  })
