import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Client, clientInProcess } from '../../src/main/rpc/client'
import { person } from '../../src/shared/actor'
import { openTestCore, type TestCore } from '../support/open-test-core'
import { freshFolder } from '../support/start-host'

const DAY = 86_400_000
const startsTwiceMs = 120_000

let data: string
let papers: string
let open: TestCore
let client: Client
beforeEach(async () => {
  data = freshFolder('ended')
  papers = freshFolder('papers')
  await start()
})
afterEach(async () => {
  await open.close()
  for (const folder of [data, papers]) rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  open = await openTestCore({ data, roots: [papers] })
  client = clientInProcess(open.core.router, { actor: person, approval: null })
}

async function added(title: string, collectionId?: string): Promise<string> {
  const path = join(papers, `${title}.md`)
  writeFileSync(path, `# ${title}\n\nWhat there is to say of ${title}.`)
  await client.library.add({ paths: [path], ...(collectionId === undefined ? {} : { collectionId }) })
  const found = await vi.waitUntil(async () => {
    const { documents } = await client.library.documents({ status: 'complete' })
    return documents.find((document) => document.title === title)
  }, 60_000)
  return found.id
}

/** Calls a tool and approves what it proposes; answers the entry. */
async function applied(tool: string, input: object) {
  const asked = await client.tools.call({ tool, input })
  if (asked.status !== 'proposed') throw new Error(`${tool} was not proposed.`)
  const { id, planHash, typeToConfirm } = asked.proposal
  const typed = typeToConfirm === null ? {} : { typed: typeToConfirm }
  const { proposal } = await client.proposals.approve({ id, planHash, ...typed })
  return await client.changes.get({ id: proposal.changeId ?? '' })
}

/** Starts again so many days after everything was deleted. */
async function restartAfter(days: number): Promise<void> {
  await open.close()
  const database = new BetterSqlite3(join(data, 'countersign.db'))
  const then = Date.now() - days * DAY
  for (const table of ['documents', 'collections']) {
    database.prepare(`UPDATE ${table} SET deleted_at = ? WHERE deleted_at IS NOT NULL`).run(then)
  }
  database
    .prepare("UPDATE changes SET run_id = 'run' WHERE tool NOT IN ('add_document', 'create_collection')")
    .run()
  database.close()
  await start()
}

const inLibrary = async () => (await client.library.documents({})).documents.map(({ title }) => title)

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
  await vi.waitUntil(async () => (await client.changes.get({ id: many.id })).undoEnded, 60_000)

  for (const { id, number } of [one, many]) {
    expect(await client.changes.get({ id })).toMatchObject({ status: 'applied', undoEnded: true })
    await expect(client.changes.undo({ id })).rejects.toMatchObject({
      data: { code: 'unavailable' },
      message: expect.stringContaining(`Change #${number} can’t be undone any more`),
    })
    expect(await client.changes.get({ id })).toMatchObject({ status: 'applied', undoneBy: null })
  }
  const { undone, kept: stands } = await client.changes.undoRun({ runId: 'run' })
  expect(undone.map(({ undoes }) => undoes)).toContain(retitled.id)
  for (const { id, number } of [one, many]) {
    expect(stands.find(({ change }) => change.id === id)?.reason).toContain(`Change #${number} can’t be`)
  }
  expect(await inLibrary()).toEqual(['Moon'])
})
