import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../src/main/db/open'
import { dataFolderAt } from '../../src/main/disk/data-folder'
import { type Client, clientInProcess } from '../../src/main/rpc/client'
import { person } from '../../src/shared/actor'
import { converse } from '../support/converse'
import { decide, furnish } from '../support/crash/cases'
import { settled } from '../support/crash/picture'
import { createStage, type Stage } from '../support/crash/stage'
import { httpDraft } from '../support/http-tools-bench'
import { openTestCore } from '../support/open-test-core'
import { propose } from '../support/propose'
import { sampleMission } from '../support/sample-mission'
import { fixed, sequenceOf, stepOf } from '../support/sequence-definitions'

const limitMs = 120_000
const context = { actor: person, approval: null } as const

let stage: Stage
let usual: Readonly<Record<string, number>>

beforeAll(async () => {
  stage = createStage()
  const { core } = await openTestCore({ data: stage.data, roots: [stage.work] })
  const client = clientInProcess(core.router, context)
  await furnish(stage, client)
  for (const name of ['Ann', 'Bea']) await addOneOfEach(client, name)
  const { documents } = await client.library.documents({ status: 'all', limit: 50 })
  for (const { id } of documents) {
    await decide(client, 'update_document', { doc_id: id, tags: ['sea'], metadata: { from: 'a shelf' } })
  }
  const { id, planHash } = await propose(client, 'create_directory', { path: join(stage.work, 'one') })
  await client.proposals.approve({ id, planHash, remember: { scope: 'container', uses: 5 } })
  await converse(client, '/list_collections', limitMs)
  await settled(client)
  await core.close()
  usual = await listed(() => {})
}, limitMs)
afterAll(() => stage.remove())

async function addOneOfEach(client: Client, name: string): Promise<void> {
  const emails = [{ value: `${name}@example.org` }]
  await decide(client, 'create_contact', { kind: 'person', name, emails, tags: ['sea'] })
  await decide(client, 'create_task', { title: name, tags: ['sea'] })
  await decide(client, 'create_note', { title: name, content: 'High water.', tags: ['sea'] })
  await propose(client, 'create_file', { path: join(stage.work, `${name}.txt`), content: name })
  await client.missions.create({ fields: { ...sampleMission, name } })
  const definition = sequenceOf([stepOf('create_note', { title: fixed(name) })], [], name)
  await client.sequences.create({ definition })
  await client.httpTools.save({ id: null, draft: httpDraft({ title: name }) })
}

/** How much each list has, of a copy of the data that was damaged before its start. */
async function listed(damage: (db: Database) => void): Promise<Record<string, number>> {
  const data = join(stage.work, '..', 'damaged')
  rmSync(data, { recursive: true, force: true })
  cpSync(stage.data, data, { recursive: true })
  const db = openDatabase(dataFolderAt(data).database)
  damage(db)
  db.close()
  const { core } = await openTestCore({ data, roots: [stage.work] })
  const client = clientInProcess(core.router, context)
  const page = { sort: { column: 'tags', direction: 'ascending' }, offset: 0, limit: 50 } as const
  const found = async (tool: string) => {
    const outcome = await client.tools.call({ tool, input: { tag: 'sea' } })
    return outcome.status === 'done' && outcome.result.success ? 1 : 0
  }
  try {
    return {
      assistants: (await client.assistants.list()).length,
      changes: (await client.changes.listWhole({})).length,
      changesInLines: (await client.changes.list({})).length,
      collections: (await client.library.collections()).length,
      contacts: (await client.contacts.list({})).length,
      contactTags: (await client.contacts.tags()).length,
      conversations: (await client.conversations.list()).length,
      documents: (await client.library.documents({ status: 'all', limit: 50 })).documents.length,
      documentRows: (await client.library.rows({ ...page, filter: {} })).documents.length,
      documentTags: (await client.library.facets({})).tags.length,
      httpTools: (await client.httpTools.list()).length,
      missions: (await client.missions.list()).length,
      notes: (await client.notes.list({})).length,
      notesOfTag: await found('list_notes'),
      contactsOfTag: await found('list_contacts'),
      tasksOfTag: await found('list_tasks'),
      passages: (await client.library.search({ query: 'pilot buoy' })).results.length,
      proposals: (await client.proposals.listWhole({ status: 'all' })).length,
      proposalsInLines: (await client.proposals.list({ status: 'all' })).length,
      remembered: (await client.grantsLedger.list({ status: 'all' })).length,
      sequences: (await client.sequences.list()).length,
      tasks: (await client.tasks.list({})).length,
      taskTags: (await client.tasks.tags()).length,
      // What can't be read has no tag, and nothing else loses its own.
      taggedRows: (await client.library.countRows({ filter: { tag: 'sea' } })).documents,
      taggedPassages: (await client.library.search({ query: 'pilot buoy', tags: ['sea'] })).results.length,
    }
  } finally {
    await core.close()
  }
}

// A conversation is what its events tell, and the index is made anew; warnings are checked by the table itself.
const leftOut = new Set(['run_events.body', 'index_segments.facts', 'documents.warnings'])

/** Puts something else in every JSON column of the first row that has something in it, of every table. */
function damageFirstRows(db: Database, text: string): number {
  const columns = db.raw
    .prepare<[], { table: string; column: string }>(
      `SELECT tables.name AS "table", columns.name AS "column"
       FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
       WHERE tables.type = 'table' AND tables.wr = 0 AND columns.type = 'TEXT' AND tables.name NOT LIKE 'sqlite%'`,
    )
    .all()
  let damaged = 0
  for (const { table, column } of columns.filter((each) => !leftOut.has(`${each.table}.${each.column}`))) {
    damaged += db.raw
      .prepare(
        `UPDATE "${table}" SET "${column}" = ? WHERE rowid = (
           SELECT rowid FROM "${table}" WHERE "${column}" GLOB '[[{]?*' AND json_valid("${column}") LIMIT 1)`,
      )
      .run(text).changes
  }
  return damaged
}

describe('a row of which the stored JSON is damaged', { timeout: limitMs }, () => {
  it.each(['{"cut off', '5', 'null', '[null]', '[{"no": "text"}]'])('hides no other: %s', async (text) => {
    let damaged = 0
    const left = await listed((db) => {
      damaged = damageFirstRows(db, text)
      // As a crash leaves it, which the start looks at.
      db.raw.exec("UPDATE runs SET status = 'running'")
    })
    expect(damaged).toBeGreaterThan(40)
    // An HTTP tool is its definition: without one there is none.
    expect(left).toEqual({ ...usual, httpTools: 1, taggedRows: 1, taggedPassages: 1 })
  })
})
