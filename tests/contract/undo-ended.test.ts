import { writeFileSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { setUpCoreDesk } from '../support/core-desk'
import { propose } from '../support/propose'

const desk = setUpCoreDesk('for each test')

const DAY = 86_400_000
const startsTwiceMs = 120_000

async function added(title: string, collectionId?: string): Promise<string> {
  const path = desk.at(`${title}.md`)
  writeFileSync(path, `# ${title}\n\nWhat there is to say of ${title}.`)
  await desk.client.library.add({ paths: [path], ...(collectionId === undefined ? {} : { collectionId }) })
  const found = await vi.waitUntil(async () => {
    const { documents } = await desk.client.library.documents({ status: 'complete' })
    return documents.find((document) => document.title === title)
  }, 60_000)
  return found.id
}

/** Calls a tool and approves what it proposes; answers the entry. */
async function applied(tool: string, input: object) {
  const { id, planHash, typeToConfirm } = await propose(desk.client, tool, input)
  const typed = typeToConfirm === null ? {} : { typed: typeToConfirm }
  const { proposal } = await desk.client.proposals.approve({ id, planHash, ...typed })
  return await desk.client.changes.get({ id: proposal.changeId ?? '' })
}

/** Starts again so many days after everything was deleted. */
async function restartAfter(days: number): Promise<void> {
  await desk.close()
  const database = new BetterSqlite3(desk.data.database)
  const then = Date.now() - days * DAY
  for (const table of ['documents', 'collections']) {
    database.prepare(`UPDATE ${table} SET deleted_at = ? WHERE deleted_at IS NOT NULL`).run(then)
  }
  database
    .prepare("UPDATE changes SET run_id = 'run' WHERE tool NOT IN ('add_document', 'create_collection')")
    .run()
  database.close()
  await desk.startAgain()
}

const inLibrary = async () => (await desk.client.library.documents({})).documents.map(({ title }) => title)

it('undoes no deletion of which the document, or what was in the collection, is gone for good', {
  timeout: startsTwiceMs,
}, async () => {
  const made = await applied('create_collection', { name: 'Sea' })
  const collectionId = made.preview.targets[0]?.reference ?? ''
  const single = await added('Tides')
  await added('Springs', collectionId)
  const kept = await added('Moon')
  const one = await applied('delete_document', { doc_id: single })
  const many = await applied('delete_collection', { collection_id: collectionId })
  const retitled = await applied('update_document', { doc_id: kept, title: 'Full moon' })
  await restartAfter(31)
  await vi.waitUntil(async () => (await desk.client.changes.get({ id: many.id })).undoEnded, 60_000)

  for (const { id, number } of [one, many]) {
    expect(await desk.client.changes.get({ id })).toMatchObject({ status: 'applied', undoEnded: true })
    await expect(desk.client.changes.undo({ id })).rejects.toMatchObject({
      data: { code: 'unavailable' },
      message: expect.stringContaining(`Change #${number} can’t be undone any more`),
    })
    expect(await desk.client.changes.get({ id })).toMatchObject({ status: 'applied', undoneBy: null })
  }
  const { undone, kept: stands } = await desk.client.changes.undoRun({ runId: 'run' })
  expect(undone.map(({ undoes }) => undoes)).toContain(retitled.id)
  for (const { id, number } of [one, many]) {
    expect(stands.find(({ change }) => change.id === id)?.reason).toContain(`Change #${number} can’t be`)
  }
  expect(await inLibrary()).toEqual(['Moon'])
})
