import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '../../src/main/db/open'
import { type Client, clientInProcess } from '../../src/main/rpc/client'
import { person } from '../../src/shared/actor'
import { openTestCore, type TestCore } from '../support/open-test-core'
import { freshFolder } from '../support/start-host'

// A batch is written in parts, and others have their turn between them.

const many = 120
let test: TestCore
let client: Client
let papers: string
let beside: Database
let ids: string[]

beforeAll(async () => {
  test = await openTestCore()
  papers = freshFolder('papers')
  for (let at = 0; at < many; at++)
    writeFileSync(join(papers, `paper-${at}.md`), `# Paper ${at}\n\nTide ${at}.\n`)
  client = clientInProcess(test.core.router, { actor: person, approval: null })
  await client.library.add({ paths: [papers] })
  await vi.waitUntil(async () => (await count({ status: 'at_work' })) === 0, 30_000)
  const sort = { column: 'title', direction: 'ascending' } as const
  ids = (await client.library.rowIds({ filter: {}, sort, offset: 0, limit: 1000 })).ids
  beside = openDatabase(test.folder.database)
}, 60_000)
afterAll(async () => {
  beside.close()
  await test.close()
  rmSync(papers, { recursive: true, force: true })
})

async function count(filter: Parameters<Client['library']['countRows']>[0]['filter']): Promise<number> {
  return (await client.library.countRows({ filter })).documents
}

/** Whether the row of a document is so now, as another connection sees it. */
function isSo(id: string, condition: string): boolean {
  return beside.raw.prepare(`SELECT 1 FROM documents WHERE id = ? AND ${condition}`).get(id) !== undefined
}

/** Gives the last document another title as soon as the first is so, which is before the last is. */
async function retitledOnceFirst(condition: string, title: string): Promise<void> {
  const [first = ''] = ids
  const last = ids.at(-1) ?? ''
  await vi.waitUntil(() => isSo(first, condition), { timeout: 30_000, interval: 0 })
  expect(isSo(last, condition)).toBe(false)
  beside.raw.prepare('UPDATE documents SET title = ?, title_chosen = 1 WHERE id = ?').run(title, last)
}

async function approve(tool: string, input: unknown) {
  const outcome = await client.tools.call({ tool, input })
  if (outcome.status !== 'proposed') throw new Error(outcome.result.content)
  const { id, planHash, typeToConfirm } = outcome.proposal
  const typed = typeToConfirm === null ? {} : { typed: typeToConfirm }
  return await client.proposals.approve({ id, planHash, ...typed })
}

const deletion = 'deleted_at IS NOT NULL'
const tagging = `tags <> '[]'`

it.each([
  ['deletion', deletion, 'delete_documents', {}],
  ['change', tagging, 'update_documents', { add_tags: ['read'] }],
])(
  'a %s of which a part changes while it is written is taken back whole, and is a conflict',
  async (what, condition, tool, rest) => {
    const title = `Changed during a ${what}`
    const [{ proposal }] = await Promise.all([
      approve(tool, { doc_ids: ids, ...rest }),
      retitledOnceFirst(condition, title),
    ])
    expect(proposal.status).toBe('conflict')
    expect(ids.filter((id) => isSo(id, condition))).toEqual([])
    // What came between is left as it is.
    expect(await client.library.document({ id: ids.at(-1) ?? '' })).toMatchObject({ title })
    expect(beside.raw.prepare(`SELECT id FROM changes WHERE status = 'applying'`).all()).toEqual([])
  },
)

it('an undo of which a part changes while it is written leaves all as it was', async () => {
  const { proposal } = await approve('update_documents', { doc_ids: ids, add_tags: ['kept'] })
  const undone = client.changes.undo({ id: proposal.changeId ?? '' })
  await Promise.all([
    expect(undone).rejects.toThrow('was changed'),
    retitledOnceFirst(`tags = '[]'`, 'Changed during an undo'),
  ])
  expect(ids.filter((id) => !isSo(id, `tags = '["kept"]'`))).toEqual([])
})
