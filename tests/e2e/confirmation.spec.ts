import { existsSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import Database from 'better-sqlite3'
import {
  approveCard,
  ask,
  card,
  change,
  dangerDialog,
  decide,
  documentIs,
  dropOn,
  goTo,
  idle,
  newChat,
  openApp,
  rejectCard,
  send,
} from '../support/app-page'
import { answer, text, toolUse } from '../support/fake-messages-api'
import { setUpModelDesk } from '../support/model-desk'
import { facts, writeSampleDocuments } from '../support/sample-documents'
import { freshFolder, startHost } from '../support/start-host'

/** Lines of the file that a diff of 20,000 lines is made from. */
const manyLines = 10_000

/** Text around the words that a test changes. */
const padding = 'The tide turns twice a day at Marrow Point.\n'.repeat(8)

test.describe('asking in proportion', () => {
  const desk = setUpModelDesk()
  const { at, put, read, modelCalls, proposeUnattended } = desk
  const replace = (name: string, old_text: string, new_text: string) =>
    ['edit_file', { path: at(name), edits: [{ old_text, new_text }] }] as const

  test('reading is not asked for', async ({ page }) => {
    put('read.md', 'Low water at seven.\n')
    modelCalls(['read_file', { path: at('read.md') }])
    await ask(page, 'Read it')
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /read\.md/ }).first()).toBeVisible()
  })

  test('something new is a card with its content, which can be edited before it is approved', async ({
    page,
  }) => {
    modelCalls(['create_file', { path: at('new.md'), content: 'one\ntwo\n' }])
    await send(page, 'Make it')
    await expect(card(page, 'new.md')).toContainText('two')
    await card(page, 'new.md').getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Content' }).fill('one\nzwei\n')
    await page.getByRole('button', { name: 'Use this text' }).click()
    await expect(card(page, 'new.md')).toContainText('zwei')
    await expect(card(page, 'new.md')).toContainText('You changed the content')
    expect(existsSync(at('new.md'))).toBe(false)
    await approveCard(page, 'new.md')
    await idle(page)
    expect(read('new.md')).toBe('one\nzwei\n')
    expect(JSON.stringify(desk.api.created.at(-1)?.messages.at(-1))).toMatch(/edited/)

    await goTo(page, 'Activity')
    await expect(change(page, 'new.md')).toContainText('amended')
    await change(page, 'new.md').getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => existsSync(at('new.md'))).toBe(false)
  })

  test('a bounded change is a card with its diff, of which a part can be approved', async ({ page }) => {
    const lines = Array.from({ length: 40 }, (_, line) => `line ${line + 1}`)
    put('part.md', `${lines.join('\n')}\n`)
    modelCalls([
      'edit_file',
      {
        path: at('part.md'),
        edits: [
          { old_text: 'line 3\n', new_text: 'third line\n' },
          { old_text: 'line 30\n', new_text: 'line thirty\n' },
        ],
      },
    ])
    await send(page, 'Edit it')
    const shown = card(page, 'part.md')
    await expect(shown).toContainText('2 of 2 chosen')
    await shown.getByRole('checkbox', { name: 'Include change 2' }).uncheck()
    await expect(shown).toContainText('1 of 2 chosen')
    await shown.getByRole('checkbox', { name: 'Include change 1' }).uncheck()
    await expect(shown.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled()
    await shown.getByRole('checkbox', { name: 'Include change 1' }).check()
    await approveCard(page, 'part.md')
    await idle(page)
    expect(read('part.md')).toContain('third line\n')
    expect(read('part.md')).toContain('line 30\n')
    await goTo(page, 'Activity')
    await change(page, 'part.md').getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => read('part.md')).toBe(`${lines.join('\n')}\n`)
  })

  test('overwriting is a dialog in the style of a warning that names what is replaced', async ({ page }) => {
    put('report.md', '# Report\n\nOld words of March.\n')
    modelCalls(['overwrite_file', { path: at('report.md'), content: '# Report\n\nNew words of May.\n' }])
    await send(page, 'Overwrite it')
    const dialog = dangerDialog(page)
    await expect(dialog).toHaveClass(/ui-dialog-warning/)
    await expect(dialog).toContainText('1 thing will be replaced')
    await expect(dialog.getByRole('deletion')).toContainText('Old words of March.')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(dialog).toHaveAccessibleDescription(/Will be replaced: 1 thing: report\.md\. You can undo/)
    // Only this very file, and only in this run.
    await expect(async () => {
      await dialog.getByRole('button', { name: 'More ways to approve' }).click({ timeout: 1000 })
      await expect(page.getByRole('menuitem')).toHaveCount(1, { timeout: 500 })
    }).toPass()
    await expect(page.getByRole('menuitem')).toHaveText(/run/)
    await page.keyboard.press('Escape')
    await decide(dialog, 'Replace')
    await idle(page)
    expect(read('report.md')).toContain('May')
    await goTo(page, 'Activity')
    await change(page, 'report.md').getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => read('report.md')).toContain('March')
  })

  test('deleting is a dialog in the style of danger, can leave items out, and is never remembered', async ({
    page,
  }) => {
    const names = Array.from({ length: 25 }, (_, number) => `old-${number + 1}.txt`)
    for (const name of names) put(name, name)
    modelCalls(['trash_files', { paths: names.map(at) }])
    await send(page, 'Delete them')
    const dialog = dangerDialog(page)
    await expect(dialog).toHaveClass(/ui-dialog-danger/)
    await expect(dialog).toContainText('25 things will be removed')
    await expect(dialog).toContainText('and 5 more')
    await expect(dialog).toContainText('30 days')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(dialog).toHaveAccessibleDescription(
      /Will be removed: 25 things: old-1\.txt, .* and 5 more\./,
    )
    await expect(dialog.getByRole('button', { name: 'More ways to approve' })).toHaveCount(0)
    const last = dialog.getByRole('checkbox', { name: 'Include old-25.txt' })
    await expect(async () => {
      await dialog.getByRole('button', { name: 'Show all 25' }).click({ timeout: 1000 })
      await expect(last).toBeVisible({ timeout: 300 })
    }).toPass()
    await last.uncheck()
    await expect(dialog).toContainText('24 of 25 chosen')
    const typed = dialog.getByRole('textbox', { name: /Type .*delete 24.* to confirm/ })
    await typed.fill('delete 25')
    await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
    await typed.fill('delete 24')
    await decide(dialog, 'Delete')
    await idle(page)
    expect(names.filter((name) => existsSync(at(name)))).toEqual(['old-25.txt'])
    await goTo(page, 'Activity')
    await change(page, 'old-1.txt').getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => names.every((name) => existsSync(at(name)))).toBe(true)
  })

  test('a key that was pressed for something else does not approve the dialog that appears', async ({
    page,
  }) => {
    put('guarded.md', 'kept')
    modelCalls(['trash_files', { paths: [at('guarded.md')] }])
    // Pressed in the very moment in which the dialog is there, however slow the machine is.
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('dialog[open]') === null) return
        observer.disconnect()
        const since = performance.now()
        const press = () => {
          const key = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }
          // Also as if nothing had the focus, as when what had it was drawn anew.
          for (const target of [document.activeElement, document.body]) {
            target?.dispatchEvent(new KeyboardEvent('keydown', key))
          }
          if (performance.now() - since < 400) requestAnimationFrame(press)
          else Object.assign(window, { pressed: true })
        }
        press()
      }).observe(document.body, { subtree: true, childList: true, attributes: true })
    })
    await send(page, 'Delete it')
    await page.waitForFunction(() => 'pressed' in window)
    await expect(dangerDialog(page)).toBeVisible()
    expect(existsSync(at('guarded.md'))).toBe(true)
    await decide(dangerDialog(page), 'Cancel')
    await rejectCard(page, 'guarded.md', 'no')
    await idle(page)
    expect(existsSync(at('guarded.md'))).toBe(true)
  })

  test('what hides in a change is shown and said', async ({ page }) => {
    modelCalls(['create_file', { path: at('hidden.md'), content: 'pay \u202egpj.exe and\u200b more\n' }])
    await send(page, 'Make it')
    await expect(card(page, 'hidden.md')).toContainText('characters that can’t be seen')
    await expect(card(page, 'hidden.md')).toContainText('RLO')
    await expect(card(page, 'hidden.md')).toContainText('ZWSP')
    await rejectCard(page, 'hidden.md', 'no')
    await idle(page)
  })

  test('“don’t ask again” covers what was named, is listed with its limits, and can be ended', async ({
    page,
  }) => {
    // An edit of more than half of a text asks more strictly, and is not what this is about.
    put('tides.md', `one two three\n${padding}`)
    put('other.md', `one\n${padding}`)
    modelCalls(replace('tides.md', 'one', 'ONE'))
    await send(page, 'Edit it')
    await card(page, 'tides.md').getByRole('button', { name: 'More ways to approve' }).click()
    await expect(page.getByRole('menuitem').first()).toContainText('tides.md')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'How often' }).selectOption('5 more times')
    await page.getByRole('button', { name: 'Approve and remember' }).click()
    await idle(page)
    modelCalls(replace('tides.md', 'two', 'TWO'))
    await ask(page, 'Again')
    expect(read('tides.md')).toBe(`ONE TWO three\n${padding}`)
    modelCalls(replace('other.md', 'one', 'ONE'))
    await send(page, 'The other one')
    await rejectCard(page, 'other.md', 'no')
    await idle(page)

    await goTo(page, 'Settings')
    const ledger = page.getByRole('list', { name: 'Don’t ask again' })
    await expect(ledger).toContainText('tides.md')
    await expect(ledger).toContainText('4 uses left')
    await expect(ledger).toContainText('used 1 time')
    await expect(ledger).toContainText('until')
    await ledger.getByRole('button', { name: /^Revoke/ }).click()
    await expect(page.getByText('Nothing is remembered.')).toBeVisible()
    await goTo(page, 'Activity')
    await expect(change(page, 'tides.md').first()).toContainText('under a remembered approval')

    await goTo(page, 'Chat')
    await newChat(page)
    modelCalls(replace('tides.md', 'three', 'THREE'))
    await send(page, 'Once more')
    await rejectCard(page, 'tides.md', 'no')
    await idle(page)
    expect(read('tides.md')).toBe(`ONE TWO three\n${padding}`)
  })

  test('what was read from outside makes the card ask and say why, whatever the policy', async ({ page }) => {
    const papers = realpathSync(freshFolder('papers'))
    writeSampleDocuments(papers)
    await dropOn(page, 'Add to library', [join(papers, facts.handbook.file)])
    await goTo(page, 'Library')
    await documentIs(page, facts.handbook.title, 'Ready')
    rmSync(papers, { recursive: true, force: true })

    const policy = page.getByRole('combobox', { name: 'What Assistant may do with it', exact: true })
    const openTool = async (title: string) => {
      await goTo(page, 'Tools')
      await page.getByRole('button', { name: new RegExp(`^${title}`) }).click()
    }
    await openTool('Move files to the trash')
    await expect(policy.getByRole('option', { name: 'Automatic' })).toHaveCount(0)
    await openTool('Create a file')
    await policy.selectOption('Automatic')

    await goTo(page, 'Chat')
    await newChat(page)
    modelCalls(['create_file', { path: at('free.md'), content: 'free\n' }])
    await ask(page, 'Make it')
    expect(read('free.md')).toBe('free\n')

    await newChat(page)
    desk.api.push(
      answer([toolUse('search_library', { query: 'sluice gate Marrow Point' })]),
      answer([toolUse('create_file', { path: at('tainted.md'), content: 'from outside\n' })]),
      answer([text('Done.')]),
    )
    await send(page, 'Look it up and write it down')
    await expect(card(page, 'tainted.md')).toContainText('Asks because')
    await expect(card(page, 'tainted.md')).toContainText(facts.handbook.title)
    expect(existsSync(at('tainted.md'))).toBe(false)
    await rejectCard(page, 'tainted.md', 'no')
    await idle(page)

    await openTool('Create a file')
    await policy.selectOption({ label: 'Propose (usual)' })
    await openTool('Create a file')
    await expect(policy.locator('option:checked')).toHaveText('Propose (usual)')
  })

  test('a change that builds on another waits for it, and both are rejected together', async ({ page }) => {
    await proposeUnattended(
      ['create_directory', { path: at('archive') }],
      ['create_file', { path: at('archive/list.md'), content: 'list\n' }],
    )
    await goTo(page, 'Inbox')
    const file = card(page, 'list.md')
    await expect(file).toContainText(/Needs #\d+ first/)
    await expect(file.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled()
    const folder = page.locator('[data-proposal]').first()
    await folder.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(file.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
    await expect(file).not.toContainText(/Needs #/)
    await file.getByRole('button', { name: 'Reject', exact: true }).click()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Nothing waits for you')).toBeVisible()

    await proposeUnattended(
      ['create_directory', { path: at('second') }],
      ['create_file', { path: at('second/list.md'), content: 'list\n' }],
    )
    await expect(card(page, 'second/list.md')).toBeVisible()
    await folder.getByRole('button', { name: 'Reject', exact: true }).click()
    await expect(folder).toContainText(/Also rejects #\d+/)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Nothing waits for you')).toBeVisible()
  })

  test('the inbox is decided by keyboard alone', async ({ page }) => {
    await proposeUnattended(
      ['create_file', { path: at('key-1.md'), content: '1\n' }],
      ['create_file', { path: at('key-2.md'), content: '2\n' }],
      ['create_file', { path: at('key-3.md'), content: '3\n' }],
    )
    await goTo(page, 'Inbox')
    await expect(page.getByRole('list', { name: 'Keys' })).toContainText('Approve')
    await expect(card(page, 'key-3.md')).toBeVisible()
    await page.keyboard.press('j')
    await expect(card(page, 'key-1.md')).toBeFocused()
    await page.keyboard.press('j')
    await expect(card(page, 'key-2.md')).toBeFocused()
    await page.keyboard.press('k')
    await expect(card(page, 'key-1.md')).toBeFocused()
    await page.keyboard.press('d')
    await expect(page.getByRole('dialog')).toContainText('key-1.md')
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(card(page, 'key-1.md')).toBeFocused({ timeout: 300 })
    }).toPass()
    await page.keyboard.press('Control+Enter')
    await expect(card(page, 'key-2.md')).toBeFocused()
    await expect.poll(() => existsSync(at('key-1.md'))).toBe(true)
    await page.keyboard.press('Control+Backspace')
    await page.keyboard.type('Not this one')
    await page.keyboard.press('Enter')
    await expect(card(page, 'key-3.md')).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Nothing waits for you')).toBeVisible()
    await expect.poll(() => existsSync(at('key-3.md'))).toBe(true)
    expect(existsSync(at('key-2.md'))).toBe(false)
  })

  test('undo where a person changed the thing since is their choice, and loses nothing', async ({ page }) => {
    put('mine.md', `as it was\n${padding}`)
    modelCalls(replace('mine.md', 'as it was', 'by the model'))
    await send(page, 'Edit it')
    await approveCard(page, 'mine.md')
    await idle(page)
    put('mine.md', `by hand since\n${padding}`)
    await goTo(page, 'Activity')
    const undo = change(page, 'mine.md').getByRole('button', { name: 'Undo', exact: true })
    await undo.click()
    const dialog = dangerDialog(page)
    await expect(dialog).toContainText('by hand since')
    await expect(dialog).toContainText('as it was')
    await expect(dialog.getByRole('button', { name: 'Keep mine' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    expect(read('mine.md')).toBe(`by hand since\n${padding}`)
    await undo.click()
    await dialog.getByRole('button', { name: 'Restore anyway' }).click()
    await expect.poll(() => read('mine.md')).toBe(`as it was\n${padding}`)
    await page
      .getByRole('article', { name: /^Undid.*mine\.md/ })
      .getByRole('button', { name: 'Undo', exact: true })
      .click()
    await expect.poll(() => read('mine.md')).toBe(`by hand since\n${padding}`)
  })

  test('a whole conversation is taken back, found through its filter, one click from its source', async ({
    page,
  }) => {
    for (const name of ['conversation-1.md', 'conversation-2.md']) {
      modelCalls(['create_file', { path: at(name), content: `${name} at Marrow Point\n` }])
      await send(page, 'Conversation of two runs')
      await approveCard(page, name)
      await idle(page)
    }
    await goTo(page, 'Activity')
    await page.getByRole('searchbox', { name: 'Search changes' }).fill('2.md at marrow')
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.getByRole('searchbox', { name: 'Search changes' }).fill('')
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('Deletes')
    await expect(change(page, 'conversation-1.md')).toHaveCount(0)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await change(page, 'conversation-1.md').getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Show only this conversation' }).click()
    await expect(page.getByRole('article')).toHaveCount(2)
    await change(page, 'conversation-1.md').getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: /Undo the whole conversation/ }).click()
    await page.getByRole('button', { name: 'Undo all of it' }).click()
    await expect(page.getByText('2 changes were undone.')).toBeVisible()
    expect([existsSync(at('conversation-1.md')), existsSync(at('conversation-2.md'))]).toEqual([false, false])
    await change(page, 'conversation-1.md')
      .getByRole('link', { name: /^Conversation/ })
      .click()
    await expect(page.getByRole('heading', { name: 'Conversation of two runs', level: 1 })).toBeVisible()
  })

  test('a diff of 20,000 lines has only the visible ones in the page, in one column and in two', async ({
    page,
  }) => {
    put('big.txt', Array.from({ length: manyLines }, (_, line) => `row ${line} before`).join('\n'))
    modelCalls([
      'edit_file',
      { path: at('big.txt'), edits: [{ old_text: 'before', new_text: 'after', replace_all: true }] },
    ])
    await send(page, 'Edit it')
    await expect(card(page, 'big.txt')).toContainText('23 of 20,000 lines shown')
    await expect(card(page, 'big.txt').getByRole('button', { name: 'Show all 20,000 lines' })).toBeVisible()
    await card(page, 'big.txt').getByRole('button', { name: 'Open large' }).click()
    const dialog = page.getByRole('dialog').or(dangerDialog(page))
    const lines = dialog.locator('.ui-diff-scroll')
    await expect(async () => {
      await dialog.getByRole('button', { name: /^Show all 20,?00\d lines/ }).click({ timeout: 1000 })
      await expect(lines).toBeVisible({ timeout: 300 })
    }).toPass()
    const rows = lines.locator('.ui-diff-row')
    expect(await rows.count()).toBeLessThan(120)
    await lines.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(lines).toContainText(`row ${manyLines - 1} after`)
    await dialog.getByRole('button', { name: 'Side by side' }).click()
    expect(await rows.count()).toBeLessThan(120)
    await lines.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(lines).toContainText(`row ${manyLines - 1} before`)
    await dialog.getByRole('button', { name: 'Side by side' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await rejectCard(page, 'big.txt', 'no')
    await idle(page)
  })

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
})

test('a record that somebody changed is found, and the first entry that does not fit is named', async ({
  page,
}) => {
  const work = realpathSync(freshFolder('work'))
  const first = await startHost({ roots: [work] })
  await openApp(page, first.url)
  for (const name of ['a.md', 'b.md']) {
    await send(page, `/create_file ${JSON.stringify({ path: name, content: name })}`)
    await approveCard(page, name)
    await idle(page)
  }
  await first.stop()
  const database = new Database(join(first.data, 'countersign.db'))
  database.prepare("UPDATE audit SET body = replace(body, 'a', 'b') WHERE number = 2").run()
  database.close()

  const second = await startHost({ data: first.data, roots: [work] })
  await openApp(page, second.url)
  await goTo(page, 'Activity')
  await expect(page.getByRole('button', { name: 'Record broken at entry 2' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('The first entry that does not fit is number 2.')
  await second.stop()
  for (const folder of [first.data, work]) rmSync(folder, { recursive: true, force: true })
})

async function expectAccessible(page: Page, where: string): Promise<void> {
  // Colours of a transition half way through are not what anyone reads.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  )
  const { violations } = await new AxeBuilder({ page }).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`),
    where,
  ).toEqual([])
}
