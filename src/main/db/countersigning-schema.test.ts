import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { changesUnderWay, findChange, insertChange, listChanges, settleChange } from './changes'
import { migrations } from './migrate'
import { type Database, openDatabase } from './open'
import { findProposal, settleProposal } from './proposals'

let folder: string
let path: string
let db: Database | null

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-schema-'))
  path = join(folder, 'countersign.db')
  db = null
})
afterEach(() => {
  db?.close()
  rmSync(folder, { recursive: true, force: true })
})

const person = JSON.stringify({ kind: 'person', name: 'You' })
const preview = {
  summary: 'Put tea',
  targets: [],
  changes: [],
  lost: [],
  recovery: 'undo' as const,
  warnings: [],
}

it('keeps the ledger and the inbox of the first version, and goes on counting', () => {
  const old = openDatabase(path, migrations.slice(0, 1))
  const insert = old.raw.prepare(
    `INSERT INTO changes (number, id, tool, class, summary, preview, inverse, status, actor, approved_by, approval, undone_by, at)
     VALUES (?, ?, 'put_item', 'safe_create', 'Put tea', ?, '{"a":1}', ?, ?, ?, 'standing', ?, 5)`,
  )
  insert.run(3, 'three', JSON.stringify(preview), 'undone', person, person, 'seven')
  insert.run(7, 'seven', JSON.stringify(preview), 'applied', person, person, null)
  old.raw
    .prepare(
      `INSERT INTO proposals (id, tool, class, raised_because, input, plan, preview, plan_hash, status, actor, created_at, expires_at)
       VALUES ('p', 'put_item', 'safe_create', '[]', '{}', '{}', ?, 'h', 'pending', ?, 1, 2)`,
    )
    .run(JSON.stringify(preview), person)
  old.close()

  db = openDatabase(path)
  expect(listChanges(db, { limit: 10 }).map(({ number }) => number)).toEqual([7, 3])
  expect(findChange(db, '#3')).toMatchObject({
    id: 'three',
    status: 'undone',
    undoneBy: 'seven',
    approval: 'standing',
    inverse: { a: 1 },
    preview,
    grantId: null,
    amended: null,
  })
  expect(findProposal(db, 'p')).toMatchObject({ status: 'pending', needs: [], amendment: null })
  insertChange(db, {
    id: 'next',
    tool: 'put_item',
    class: 'safe_create',
    summary: '',
    preview,
    inverse: null,
    actor: { kind: 'person', name: 'You' },
    approvedBy: { kind: 'person', name: 'You' },
    approval: 'grant',
    grantId: 'g',
    amended: null,
    proposalId: null,
    runId: null,
    conversationId: null,
    undoes: null,
    redoes: null,
    undoesPartOf: null,
    batch: null,
    at: 9,
  })
  expect(findChange(db, 'next')).toMatchObject({ number: 8, approval: 'grant', grantId: 'g' })
})

it('lets a change of the second version end as interrupted, and keeps what it was applied under', () => {
  const old = openDatabase(path, migrations.slice(0, 2))
  old.raw
    .prepare(
      `INSERT INTO changes (number, id, tool, class, summary, preview, inverse, status, actor, approved_by, approval, at, grant_id, amended)
       VALUES (5, 'five', 'put_item', 'safe_create', 'Put tea', ?, '{"a":1}', 'applying', ?, ?, 'grant', 5, 'g', '1 of 2')`,
    )
    .run(JSON.stringify(preview), person, person)
  old.close()

  db = openDatabase(path)
  expect(changesUnderWay(db).map(({ id }) => id)).toEqual(['five'])
  expect(settleChange(db, 'five', 'applying', { status: 'interrupted' })).toBe(true)
  expect(findChange(db, '#5')).toMatchObject({ status: 'interrupted', grantId: 'g', amended: '1 of 2' })
})

it('keeps the inbox of the eighth version, whose reasons have English words alone, and adds what later ones say', () => {
  const old = openDatabase(path, migrations.slice(0, 8))
  old.raw
    .prepare(
      `INSERT INTO proposals (id, tool, class, raised_because, input, plan, preview, plan_hash, status, actor, created_at, expires_at)
       VALUES ('p', 'put_item', 'safe_create', '["It changes 11 things at once."]', '{}', '{}', ?, 'h', 'pending', ?, 1, 2)`,
    )
    .run(JSON.stringify(preview), person)
  old.close()

  db = openDatabase(path)
  const kept = { raisedBecause: ['It changes 11 things at once.'], said: {}, preview }
  expect(findProposal(db, 'p')).toMatchObject(kept)
  const said = { 'Its run ended.': { code: 'gate.withdrawn', values: { names: ['a', 'b'], count: 2 } } }
  expect(settleProposal(db, 'p', 'pending', { status: 'approved', said })).toBe(true)
  const more = { 'It expired.': { code: 'gate.expired', values: {} } }
  expect(settleProposal(db, 'p', 'approved', { status: 'expired', said: more })).toBe(true)
  expect(findProposal(db, 'p')).toMatchObject({ ...kept, said: { ...said, ...more } })
})
