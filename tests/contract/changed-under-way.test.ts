import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '../../src/main/db/open'
import type { Client } from '../../src/main/rpc/client'
import { setUpCoreDesk } from '../support/core-desk'
import { propose } from '../support/propose'

// A batch is written in parts, and others have their turn between them.

const desk = setUpCoreDesk('for all tests')

const many = 120
let beside: Database
let ids: string[]

beforeAll(async () => {
  for (let at = 0; at < many; at++)
    writeFileSync(join(desk.papers, `paper-${at}.md`), `# Paper ${at}\n\nTide ${at}.\n`)
  await desk.client.library.add({ paths: [desk.papers] })
  await vi.waitUntil(async () => (await count({ status: 'at_work' })) === 0, 30_000)
  const sort = { column: 'title', direction: 'ascending' } as const
  ids = (await desk.client.library.rowIds({ filter: {}, sort, offset: 0, limit: 1000 })).ids
  beside = openDatabase(desk.data.database)
}, 60_000)
afterAll(() => beside.close())

async function count(filter: Parameters<Client['library']['countRows']>[0]['filter']): Promise<number> {
  return (await desk.client.library.countRows({ filter })).documents
}

/** Whether the row of a document is so now, as another connection sees it. */
function isSo(id: string, condition: string): boolean {
  return beside.raw.prepare(`SELECT 1 FROM documents WHERE id = ? AND ${condition}`).get(id) !== undefined
}

/** Does something as soon as the first document is so, which is before the last is. */
async function meanwhile(condition: string, act: () => void): Promise<void> {
  const [first = ''] = ids
  await vi.waitUntil(() => isSo(first, condition), { timeout: 30_000, interval: 0 })
  expect(isSo(ids.at(-1) ?? '', condition)).toBe(false)
  act()
}

function retitle(id: string, title: string): void {
  beside.raw.prepare('UPDATE documents SET title = ?, title_chosen = 1 WHERE id = ?').run(title, id)
}

async function approve(tool: string, input: unknown) {
  const { id, planHash, typeToConfirm } = await propose(desk.client, tool, input)
  const typed = typeToConfirm === null ? {} : { typed: typeToConfirm }
  return await desk.client.proposals.approve({ id, planHash, ...typed })
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
      meanwhile(condition, () => retitle(ids.at(-1) ?? '', title)),
    ])
    expect(proposal.status).toBe('conflict')
    expect(ids.filter((id) => isSo(id, condition))).toEqual([])
    // What came between is left as it is.
    expect(await desk.client.library.document({ id: ids.at(-1) ?? '' })).toMatchObject({ title })
    expect(beside.raw.prepare(`SELECT id FROM changes WHERE status = 'applying'`).all()).toEqual([])
  },
)

it('what was written is taken back though somebody renamed it meanwhile, and the name stays', async () => {
  const [first = ''] = ids
  const [{ proposal }] = await Promise.all([
    approve('update_documents', { doc_ids: ids, add_tags: ['read'] }),
    meanwhile(tagging, () => {
      retitle(first, 'Renamed once it was written')
      retitle(ids.at(-1) ?? '', 'Renamed before it was written')
    }),
  ])
  expect(proposal.status).toBe('conflict')
  expect(ids.filter((id) => isSo(id, tagging))).toEqual([])
  expect(await desk.client.library.document({ id: first })).toMatchObject({
    title: 'Renamed once it was written',
  })
})

it('an undo of which a part changes while it is written leaves all as it was', async () => {
  const { proposal } = await approve('update_documents', { doc_ids: ids, add_tags: ['kept'] })
  const id = proposal.changeId ?? ''
  const last = ids.at(-1) ?? ''
  await Promise.all([
    expect(desk.client.changes.undo({ id })).rejects.toThrow('was changed again since; that stays'),
    meanwhile(`tags = '[]'`, () => {
      beside.raw.prepare(`UPDATE documents SET tags = '["mine"]' WHERE id = ?`).run(last)
    }),
  ])
  expect(ids.filter((each) => !isSo(each, `tags = '["kept"]'`))).toEqual([last])
  // What it does not touch is no reason.
  beside.raw.prepare(`UPDATE documents SET tags = '["kept"]' WHERE id = ?`).run(last)
  await Promise.all([
    desk.client.changes.undo({ id }),
    meanwhile(`tags = '[]'`, () => retitle(last, 'Renamed during an undo')),
  ])
  expect(ids.filter((each) => isSo(each, tagging))).toEqual([])
  expect(await desk.client.library.document({ id: last })).toMatchObject({ title: 'Renamed during an undo' })
})
