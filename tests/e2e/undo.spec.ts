import {
  chmodSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { dangerDialog, goTo, idle, newChat, openApp, send } from '../support/app-page'
import { answer, startFakeMessagesApi, text, toolUse } from '../support/fake-messages-api'
import { folderTree } from '../support/folder-tree'
import type { ModelCall } from '../support/model-desk'
import { runCommand } from '../support/run-command'
import { freshFolder, type RunningHost, startHost } from '../support/start-host'

/** Longest wait for forty effects on a busy machine. */
const slowMs = 240_000

/** Tools that need no decision in this test, so that a person decides on a dozen changes and not on forty. */
const automatic = [
  'create_file',
  'create_directory',
  'edit_file',
  'append_to_file',
  'copy_files',
  'move_files',
  'restore_files',
  'add_document',
  'create_collection',
  'update_collection',
]

const padding = 'The tide turns twice a day at Marrow Point.\n'.repeat(8)

test('a run of forty mixed changes is taken back with one click, done again with one, and asks about two that a person changed', async ({
  page,
}) => {
  test.setTimeout(3 * slowMs)
  const work = realpathSync(freshFolder('work'))
  const at = (name: string) => join(work, name)
  const put = (name: string, content: string, mode = 0o644) => {
    mkdirSync(dirname(at(name)), { recursive: true })
    writeFileSync(at(name), content)
    chmodSync(at(name), mode)
    utimesSync(at(name), 1_600_000_000, 1_600_000_000)
  }
  for (const name of ['e1.md', 'e2.md', 'e3.md', 'e4.md']) put(name, `${name} as it was\n${padding}`)
  put('log.txt', 'one\r\ntwo\r\n')
  put('o1.md', 'old words\n', 0o600)
  put('o2.sh', '#!/bin/sh\n', 0o755)
  put('m1.md', 'what stands where another goes\n')
  put('t1.md', 'to the trash\n')
  put('old/a/b.txt', 'deep\n')
  put('old/c.bin', '\0\u0001\0')
  symlinkSync('c.bin', at('old/link'))
  put('sub/one.txt', '1')
  put('sub/two/two.txt', '2')
  put('pics/p.txt', 'p', 0o640)
  put('inner/t2.md', 'there and back\n')
  for (const name of ['moon', 'tides', 'stars', 'relic', 'add1', 'add2'])
    put(`library/${name}.md`, `# ${name}\n\n${name} over Marrow Point\n`)

  const data = freshFolder('data')
  const command = async (tool: string, input: unknown): Promise<Record<string, string>> => {
    const done = await runCommand([
      'call',
      tool,
      JSON.stringify(input),
      '--approve',
      'safe',
      '--json',
      '--data',
      data,
    ])
    expect(done.status, done.stderr).toBe(0)
    return (JSON.parse(done.stdout) as { state: Record<string, string> }).state
  }

  const ids: Record<string, string> = {}
  const calls: ModelCall[] = []
  const later = (drafts: string): ModelCall[] => [
    ['add_document', { source: at('library/add2.md'), collection_id: drafts }],
    ['update_document', { doc_id: ids.stars, collection_id: drafts, tags: ['night'] }],
    ['update_collection', { collection_id: drafts, description: 'not done yet' }],
  ]
  const api = await startFakeMessagesApi()
  api.respond((request) => {
    const drafts = /Created the collection “Drafts” \(([\w-]+)\)/.exec(JSON.stringify(request.messages))?.[1]
    const next = drafts === undefined ? calls : request.messages.length < 4 ? later(drafts) : []
    return answer(next.length === 0 ? [text('Done.')] : next.map(([tool, input]) => toolUse(tool, input)))
  })
  const host: RunningHost = await startHost({
    data,
    roots: [work, at('inner')],
    environment: {
      ANTHROPIC_BASE_URL: api.url,
      ANTHROPIC_API_KEY: 'test-key',
      COUNTERSIGN_MODEL: 'fake-model',
    },
  })

  for (const tool of automatic) await runCommand(['policies', 'set', tool, 'auto', '--data', data])
  const sea = String((await command('create_collection', { name: 'Sea', description: 'salt' })).collection_id)
  const old = String((await command('create_collection', { name: 'Old' })).collection_id)
  for (const name of ['moon', 'tides', 'stars']) {
    ids[name] = String(
      (await command('add_document', { source: at(`library/${name}.md`), collection_id: sea })).document_id,
    )
  }
  ids.relic = String(
    (await command('add_document', { source: at('library/relic.md'), collection_id: old })).document_id,
  )

  /** Everything that the person would find again of the library: its collections, its documents, what is found. */
  const records = async () => {
    const { collections } = await command('list_collections', {})
    const { documents } = await command('list_documents', { status: 'all', limit: 100 })
    const { results } = await command('search_library', { query: 'Marrow Point', top_k: 50 })
    const found = results as unknown as {
      document_id: string
      chunk_id: string
      title: string
      text: string
    }[]
    return {
      collections,
      documents,
      found: found
        .map(({ document_id, chunk_id, title, text: passage }) =>
          [document_id, chunk_id, title, passage].join(' · '),
        )
        .sort(),
    }
  }
  await expect
    .poll(async () => JSON.stringify((await records()).documents).match(/"complete"/g)?.length, {
      timeout: slowMs,
    })
    .toBe(4)

  calls.push(
    ['create_directory', { path: at('new/a') }],
    ['create_directory', { path: at('new/b/c') }],
    ['create_file', { path: at('new/a/1.md'), content: `first one\n${padding}` }],
    ['create_file', { path: at('new/a/2.md'), content: 'second\n' }],
    ['create_file', { path: at('new/b/c/3.md'), content: 'third\n' }],
    ['create_file', { path: at('inner/4.md'), content: `fourth one\n${padding}` }],
    ['create_file', { path: at('inner/5.md'), content: 'fifth\n' }],
    ['create_file', { path: at('deep/er/6.md'), content: 'sixth\n' }],
    ...['e1.md', 'e2.md', 'e3.md', 'e4.md'].map(
      (name): ModelCall => [
        'edit_file',
        { path: at(name), edits: [{ old_text: 'as it was', new_text: 'as it is' }] },
      ],
    ),
    ['edit_file', { path: at('new/a/1.md'), edits: [{ old_text: 'first one', new_text: 'the first' }] }],
    ['edit_file', { path: at('inner/4.md'), edits: [{ old_text: 'fourth one', new_text: 'the fourth' }] }],
    ['append_to_file', { path: at('e1.md'), content: 'more\n' }],
    ['append_to_file', { path: at('e2.md'), content: 'more\n' }],
    ['append_to_file', { path: at('log.txt'), content: 'three\n' }],
    ['append_to_file', { path: at('new/a/2.md'), content: 'more\n' }],
    ['overwrite_file', { path: at('o1.md'), content: 'new words\n' }],
    ['overwrite_file', { path: at('o2.sh'), content: '#!/bin/sh\nexit 1\n' }],
    ['overwrite_file', { path: at('inner/o3.md'), content: 'was not there\n' }],
    ['trash_files', { paths: [at('m1.md')] }],
    ['move_files', { items: [{ from: at('e3.md'), to: at('m1.md') }] }],
    ['move_files', { items: [{ from: at('sub'), to: at('inner/sub2') }] }],
    ['move_files', { items: [{ from: at('inner/5.md'), to: at('new/a/five.md') }] }],
    ['copy_files', { items: [{ from: at('o1.md'), to: at('new/a/o1-copy.md') }] }],
    ['copy_files', { items: [{ from: at('pics'), to: at('inner/pics') }] }],
    ['trash_files', { paths: [at('t1.md')] }],
    ['trash_files', { paths: [at('old')] }],
    ['trash_files', { paths: [at('inner/t2.md')] }],
    ['restore_files', { items: [at('inner/t2.md')] }],
    ['update_collection', { collection_id: sea, name: 'Ocean' }],
    ['delete_collection', { collection_id: old }],
    ['update_document', { doc_id: ids.moon, title: 'Moonlight', tags: ['sky'], metadata: { by: 'me' } }],
    ['delete_document', { doc_id: ids.tides }],
    ['add_document', { source: at('library/add1.md'), collection_id: sea }],
    ['create_collection', { name: 'Drafts', description: 'new' }],
  )
  expect(calls.length + later('').length).toBe(40)

  try {
    const before = { tree: folderTree(work), records: await records() }
    await openApp(page, host.url)
    await newChat(page)
    await send(page, 'Do all of it')
    await approveEverything(page)
    await idle(page)
    await goTo(page, 'Activity')
    const run = page.locator('.change-group', { hasText: /changes together/ }).first()
    await expect(run).toBeVisible()
    // What came in is read in the background; only then it is as it will be found again.
    await expect
      .poll(async () => JSON.stringify((await records()).documents).match(/"complete"/g)?.length, {
        timeout: slowMs,
      })
      .toBe(4)
    const after = { tree: folderTree(work), records: await records() }
    expect(Object.keys(after.tree)).not.toEqual(Object.keys(before.tree))
    expect(after.records).not.toEqual(before.records)

    await run.getByRole('button', { name: 'Undo run' }).click()
    await expect(page.getByText('40 changes were undone.')).toBeVisible({ timeout: slowMs })
    expect(folderTree(work)).toEqual(before.tree)
    await expect.poll(records, { timeout: slowMs }).toEqual(before.records)

    const undone = page.locator('.change-group', { hasText: '40 changes undone in one go' }).first()
    await undone.getByRole('button', { name: 'Redo all' }).click()
    await expect(page.locator('.change-group', { hasText: '40 changes done again in one go' })).toBeVisible({
      timeout: slowMs,
    })
    expect(folderTree(work)).toEqual(after.tree)
    await expect.poll(records, { timeout: slowMs }).toEqual(after.records)

    // Two of the forty are changed by the person since.
    const mine = `mine by now\n${padding}`
    writeFileSync(at('e4.md'), mine)
    await command('update_collection', { collection_id: sea, name: 'My own name' })
    await run.getByRole('button', { name: 'Undo run' }).click()
    const dialog = dangerDialog(page)
    await expect(dialog).toContainText('38 changes were undone.', { timeout: slowMs })
    await expect(dialog.locator('.undo-kept')).toHaveCount(2)
    const edited = dialog.locator('.undo-difference[aria-label="e4.md"]')
    await expect(edited).toContainText('mine by now')
    const collection = dialog.locator('.undo-difference[aria-label="My own name"]')
    await expect(collection.getByRole('row', { name: /^Name/ })).toContainText(/My own name.*Sea/)
    const { 'e4.md': wrong, ...others } = folderTree(work)
    const { 'e4.md': right, ...originals } = before.tree
    expect(others).toEqual(originals)
    expect(wrong).not.toEqual(right)
    await edited.getByText('Restore anyway').click()
    await dialog.getByRole('button', { name: 'Undo with these choices' }).click()
    await expect(page.getByText('39 changes were undone; 1 change stays as it is.')).toBeVisible({
      timeout: slowMs,
    })
    await expect(dialog).toHaveCount(0)
    expect(folderTree(work)).toEqual(before.tree)
    // Listed by name: another name is another place.
    const byId = ({ collections }: Awaited<ReturnType<typeof records>>) => {
      const list = collections as unknown as { collection_id: string; name: string }[]
      return Object.fromEntries(list.map((one) => [one.collection_id, one]))
    }
    const originalCollections = byId(before.records)
    expect(byId(await records())).toEqual({
      ...originalCollections,
      [sea]: { ...originalCollections[sea], name: 'My own name' },
    })
    await expect
      .poll(async () => (await records()).documents, { timeout: slowMs })
      .toEqual(before.records.documents)

    // All of it, with what was decided, is one action: one click brings back what the person had.
    await page
      .locator('.change-group', { hasText: '39 changes undone in one go' })
      .first()
      .getByRole('button', { name: 'Redo all' })
      .click()
    await expect.poll(() => readFileSync(at('e4.md'), 'utf8'), { timeout: slowMs }).toBe(mine)
    expect((await runCommand(['doctor', '--data', data])).status).toBe(0)
  } finally {
    await host.stop()
    await api.close()
    for (const folder of [data, work]) rmSync(folder, { recursive: true, force: true })
  }
})

/** Decides yes on every card and dialog until the run has ended. */
async function approveEverything(page: Page): Promise<void> {
  const dialog = dangerDialog(page)
  const yes = dialog.getByRole('button', { name: /^(Delete|Replace|Apply)$/ })
  const card = page.getByRole('button', { name: 'Approve', exact: true })
  // Between two decisions, the run waits and has no Stop.
  const ended = page.getByRole('log').getByText('Done.', { exact: true })
  await expect(async () => {
    if ((await dialog.count()) > 0) {
      const typed = dialog.getByRole('textbox', { name: /^Type / })
      // The dialog that was decided last may go at any moment: then nothing of it is waited for.
      const soon = { timeout: 1500 }
      const asked = dialog.getByText(/^Type .* to confirm$/)
      const label = (await typed.count()) > 0 ? await asked.innerText(soon).catch(() => '') : ''
      const words = /delete \d+/.exec(label)?.[0]
      if (words !== undefined) await typed.fill(words, soon).catch(() => undefined)
      await yes.click(soon).catch(() => undefined)
    } else if ((await card.count()) > 0) {
      await card
        .first()
        .click({ timeout: 1500 })
        .catch(() => undefined)
    }
    expect(await ended.count()).toBe(1)
  }).toPass({ intervals: [150], timeout: slowMs })
}
