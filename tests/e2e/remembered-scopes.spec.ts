import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import Database from 'better-sqlite3'
import {
  ask,
  card,
  dangerDialog,
  decide,
  goTo,
  idle,
  moveAndPress,
  newChat,
  openConversation,
  pressFor,
  rejectCard,
  send,
} from '../support/app-page'
import { answer, text, toolUse } from '../support/fake-messages-api'
import { setUpModelDesk } from '../support/model-desk'
import { runCommand } from '../support/run-command'

// How far “don’t ask again” reaches: what is within runs unasked, what is outside asks, and it ends when it is revoked.

const desk = setUpModelDesk()
const { at, put, read, modelCalls } = desk

const creating = (name: string) => ['create_file', { path: at(name), content: `${name}\n` }] as const

/** The remembered approvals in Settings. */
function ledger(page: Page): Locator {
  return page.getByRole('list', { name: 'Don’t ask again' })
}

/** Approves what a card shows, and remembers it as the menu beside the button says. */
async function remember(page: Page, within: Locator, scope: string | RegExp, uses?: string): Promise<void> {
  await moveAndPress(within.getByRole('button', { name: 'More ways to approve' }))
  await page.getByRole('menuitem', { name: scope }).click()
  if (uses !== undefined) await page.getByRole('combobox', { name: 'How often' }).selectOption(uses)
  await page.getByRole('button', { name: 'Approve and remember' }).click()
}

/** Ends the one remembered approval. */
async function revoke(page: Page): Promise<void> {
  await ledger(page)
    .getByRole('button', { name: /^Revoke/ })
    .click()
  await expect(page.getByText('Nothing is remembered.')).toBeVisible()
}

/** The model makes a file, for which it is asked; nothing is made. */
async function isAsked(page: Page, name: string): Promise<void> {
  modelCalls(creating(name))
  await send(page, `Make ${name}`)
  await rejectCard(page, name, 'no')
  await idle(page)
  expect(existsSync(at(name))).toBe(false)
}

/** The model makes a file unasked. */
async function isNotAsked(page: Page, name: string): Promise<void> {
  modelCalls(creating(name))
  await ask(page, `Make ${name}`)
  expect(existsSync(at(name))).toBe(true)
}

test('for this run: the next call of the run is not asked about, the next run is', async ({ page }) => {
  desk.api.push(
    answer([toolUse(...creating('run-1.md'))]),
    answer([toolUse(...creating('elsewhere/run-2.md'))]),
    answer([text('Done.')]),
  )
  await send(page, 'Make two in one run')
  await remember(page, card(page, 'run-1.md'), 'this run', '20 more times')
  await idle(page)
  expect([existsSync(at('run-1.md')), existsSync(at('elsewhere/run-2.md'))]).toEqual([true, true])
  await isAsked(page, 'run-3.md')
  await goTo(page, 'Settings')
  await expect(ledger(page)).toContainText('Create a file: this run')
  await expect(ledger(page)).toContainText('19 uses left')
  await expect(ledger(page)).toContainText('used 1 time')
  await revoke(page)
})

test('for this conversation: its later runs are not asked about the same tool, other tools and conversations are', async ({
  page,
}) => {
  for (const name of ['talk.md', 'elsewhere/talk.md']) put(name, 'begun\n')
  const appending = (name: string) => ['append_to_file', { path: at(name), content: 'more\n' }] as const
  modelCalls(appending('talk.md'))
  await send(page, 'A conversation that is trusted')
  await remember(page, card(page, 'talk.md'), 'this conversation', '5 more times')
  await idle(page)
  modelCalls(appending('elsewhere/talk.md'))
  await ask(page, 'Go on')
  expect(['talk.md', 'elsewhere/talk.md'].map(read)).toEqual(['begun\nmore\n', 'begun\nmore\n'])
  await isAsked(page, 'talk-2.md')
  const appendingIsAsked = async () => {
    modelCalls(appending('talk.md'))
    await send(page, 'Go on')
    await rejectCard(page, 'talk.md', 'no')
    await idle(page)
    expect(read('talk.md')).toBe('begun\nmore\n')
  }
  await newChat(page)
  await appendingIsAsked()
  await goTo(page, 'Settings')
  await expect(ledger(page)).toContainText('Append to a file: this conversation')
  await expect(ledger(page)).toContainText('4 uses left')
  await expect(ledger(page)).toContainText('used 1 time')
  await revoke(page)
  await openConversation(page, 'A conversation that is trusted')
  await appendingIsAsked()
})

test('for this folder: what is in it is not asked about in any conversation, a sibling is', async ({
  page,
}) => {
  put('drawer/kept.md', 'kept\n')
  modelCalls(creating('drawer/1.md'))
  await send(page, 'Make the first')
  await remember(page, card(page, 'drawer/1.md'), /^the folder “.*drawer” and what is in it$/)
  await idle(page)
  await newChat(page)
  await isNotAsked(page, 'drawer/below/2.md')
  await isAsked(page, 'drawer-2/3.md')
  await goTo(page, 'Settings')
  await expect(ledger(page)).toContainText(`Create a file: the folder “${at('drawer')}”`)
  await expect(ledger(page)).toContainText('no limit of uses')
  await expect(ledger(page)).toContainText('used 1 time')
  await revoke(page)
  await goTo(page, 'Chat')
  await newChat(page)
  await isAsked(page, 'drawer/4.md')
})

test('for this collection: the next document of it is not asked about, one of another is', async ({
  page,
}) => {
  for (const name of ['ebb', 'flood', 'slack']) put(`tides/${name}.md`, `# ${name}\n\nThe ${name}.\n`)
  const collection = async (name: string): Promise<string> => {
    const made = await runCommand(
      [
        'call',
        'create_collection',
        JSON.stringify({ name }),
        '--approve',
        'safe',
        '--json',
        '--data',
        desk.host.data,
      ],
      { environment: desk.environment },
    )
    return JSON.parse(made.stdout).state.collection_id
  }
  const [sea, lake] = [await collection('Sea'), await collection('Lake')]
  const adding = (name: string, collection_id: string) =>
    ['add_document', { source: at(`tides/${name}.md`), collection_id }] as const
  modelCalls(adding('ebb', sea))
  await send(page, 'Add the first')
  await remember(page, card(page, 'ebb'), 'the collection “Sea”')
  await idle(page)
  modelCalls(adding('flood', sea))
  await ask(page, 'Add the second')
  await expect(page.getByRole('button', { name: /^Added .*flood/ })).toBeVisible()
  modelCalls(adding('slack', lake))
  await send(page, 'Add the third elsewhere')
  await rejectCard(page, 'slack', 'no')
  await idle(page)
  await goTo(page, 'Settings')
  await expect(ledger(page)).toContainText('Add a document: the collection “Sea”')
  await revoke(page)
})

test('what was remembered for a number of times or until a time ends by itself', async ({ page }) => {
  modelCalls(creating('once-1.md'))
  await send(page, 'Make a few')
  await remember(page, card(page, 'once-1.md'), 'this conversation', 'once more')
  await idle(page)
  await isNotAsked(page, 'once-2.md')
  modelCalls(creating('once-3.md'))
  await send(page, 'Make the third')
  await remember(page, card(page, 'once-3.md'), 'this conversation')
  await idle(page)
  await goTo(page, 'Settings')
  await expect(ledger(page)).toContainText(/until .*202\d/)
  // A day later.
  const database = new Database(join(desk.host.data, 'countersign.db'))
  database.prepare('UPDATE standing_grants SET until = ? WHERE until > ?').run(Date.now() - 1, Date.now())
  database.close()
  await openConversation(page, 'Make a few')
  await isAsked(page, 'once-4.md')
  await goTo(page, 'Settings')
  // What was listed at the visit before is there until the list is fetched anew; then the button is elsewhere.
  await expect(page.getByText('Nothing is remembered.')).toBeVisible()
  await page.getByRole('button', { name: /^\d+ ended$/ }).click()
  for (const how of ['Used up', 'Expired']) await expect(ledger(page)).toContainText(how)
})

test('what overwrites is remembered for the very same file in the same run, and never beyond', async ({
  page,
}) => {
  const words = 'The tide turns twice a day.\n'.repeat(8)
  for (const name of ['over.md', 'other.md']) put(name, words)
  const overwriting = (name: string, content: string) =>
    ['overwrite_file', { path: at(name), content }] as const
  desk.api.push(
    answer([toolUse(...overwriting('over.md', 'first\n'))]),
    answer([toolUse(...overwriting('over.md', 'second\n'))]),
    answer([toolUse(...overwriting('other.md', 'first\n'))]),
    answer([text('Done.')]),
  )
  await send(page, 'Overwrite in one run')
  const dialog = dangerDialog(page)
  await expect(dialog).toContainText('over.md')
  await pressFor(dialog.getByRole('button', { name: 'More ways to approve' }), page.getByRole('menuitem'))
  await expect(page.getByRole('menuitem')).toHaveText(['only “over.md”, in this run'])
  await page.getByRole('menuitem').click()
  await page.getByRole('button', { name: 'Approve and remember' }).click()
  await expect(dialog).toContainText('other.md')
  expect(read('over.md')).toBe('second\n')
  await decide(dialog, 'Cancel')
  await rejectCard(page, 'other.md', 'no')
  await idle(page)
  expect(read('other.md')).toBe(words)
  modelCalls(overwriting('over.md', 'third\n'))
  await send(page, 'Once more in another run')
  await expect(dialog).toContainText('over.md')
  await decide(dialog, 'Cancel')
  await rejectCard(page, 'over.md', 'no')
  await idle(page)
  expect(read('over.md')).toBe('second\n')
  await goTo(page, 'Settings')
  await expect(ledger(page)).toContainText('only “over.md”, in this run')
  await revoke(page)
})
