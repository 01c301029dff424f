import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBench, type GateBench } from '../../../tests/support/gate/bench'
import { person } from '../../shared/actor'
import { inTransaction } from '../db/open'
import { createAudit } from './audit'

let bench: GateBench

beforeEach(() => {
  bench = createBench()
})
afterEach(() => bench.remove())

const sql = (statement: string) => bench.db.raw.exec(statement)
const kinds = () =>
  bench.db.raw
    .prepare<[], { kind: string }>('SELECT kind FROM audit ORDER BY number')
    .all()
    .map((row) => row.kind)

async function fill(): Promise<void> {
  for (const name of ['a', 'b', 'c']) await bench.apply('put_item', { name, text: name }, 'safe')
}

describe('the audit chain', () => {
  it('is intact when it is empty, and when it is not, also after a restart', async () => {
    expect(await bench.gate.verifyAudit()).toEqual({
      intact: true,
      records: 0,
      firstBroken: null,
      detail: 'Intact: 0 records.',
      said: { code: 'audit.intact', values: { records: 0 } },
    })
    await fill()
    bench.reopen()
    await bench.apply('put_item', { name: 'd', text: 'd' }, 'safe')
    expect(await bench.gate.verifyAudit()).toMatchObject({ intact: true, records: 4 })
  })

  it('records every step of proposals and changes', async () => {
    const applied = await bench.approve(await bench.propose('put_item', { name: 'a', text: 'a' }))
    const undo = await bench.undo(applied.proposal.changeId ?? '')
    await bench.undo(undo.id)
    const { id } = await bench.propose('put_item', { name: 'b', text: 'b' })
    await bench.gate.reject({ id, reason: 'no', by: person })
    await bench.propose('put_item', { name: 'c', text: 'c' }, { runId: 'run' })
    bench.gate.endProposalsOfRun('run')
    bench.hooks.afterEffect = () => {
      throw new Error('broke')
    }
    await bench.approve(await bench.propose('put_item', { name: 'd', text: 'd' }))
    expect(kinds()).toEqual([
      'proposal.created',
      'proposal.approved',
      'change.applied',
      'proposal.applied',
      'change.applied',
      'change.undone',
      'change.applied',
      'change.undone',
      'change.redone',
      'proposal.created',
      'proposal.rejected',
      'proposal.created',
      'proposal.withdrawn',
      'proposal.created',
      'proposal.approved',
      'change.rolled_back',
      'proposal.failed',
    ])
    expect((await bench.gate.verifyAudit()).intact).toBe(true)
  })

  it('holds who countersigned and how, and no contents', async () => {
    await bench.apply('put_item', { name: 'a', text: 'a secret text' }, 'safe')
    const [row] = bench.db.raw.prepare<[], { body: string }>('SELECT body FROM audit').all()
    expect(JSON.parse(row?.body ?? '')).toMatchObject({
      approval: 'standing',
      tool: 'put_item',
      class: 'safe_create',
    })
    expect(row?.body).not.toContain('secret')
  })

  it.each([
    ['a body', `UPDATE audit SET body = replace(body, 'standing', 'decision') WHERE number = 2`],
    ['a body that is no JSON', `UPDATE audit SET body = 'x' WHERE number = 2`],
    ['a time', 'UPDATE audit SET at = at + 1 WHERE number = 2'],
    ['a kind', `UPDATE audit SET kind = 'change.undone' WHERE number = 2`],
    ['a hash', `UPDATE audit SET hash = '${'0'.repeat(64)}' WHERE number = 2`],
    ['a removed record', 'DELETE FROM audit WHERE number = 2'],
    ['an exchanged record', 'UPDATE audit SET number = 20 WHERE number = 2'],
  ])('names the record where %s was tampered with', async (_name, statement) => {
    await fill()
    sql(statement)
    const check = await bench.gate.verifyAudit()
    expect(check).toMatchObject({ intact: false, firstBroken: 2 })
    expect(check.detail).toContain('record 2')
  })

  it('notices records that are missing at the end', async () => {
    await fill()
    sql('DELETE FROM audit WHERE number > 1')
    expect(await bench.gate.verifyAudit()).toMatchObject({ intact: false, records: 1, firstBroken: 2 })
  })

  it('notices that all records or the note of the last one are missing', async () => {
    await fill()
    sql('CREATE TEMP TABLE kept AS SELECT * FROM audit; DELETE FROM audit')
    expect(await bench.gate.verifyAudit()).toMatchObject({ intact: false, firstBroken: 1 })
    sql(`INSERT INTO audit SELECT * FROM kept; DELETE FROM settings WHERE key = 'audit_head'`)
    expect((await bench.gate.verifyAudit()).intact).toBe(false)
  })

  it('notices a well-made record that was added from outside', async () => {
    await fill()
    const head = bench.db.raw.prepare(`SELECT value FROM settings WHERE key = 'audit_head'`).pluck().get()
    createAudit(bench.db, () => new Date()).record('grant.made', { path: '/' })
    bench.db.raw.prepare(`UPDATE settings SET value = ? WHERE key = 'audit_head'`).run(head)
    expect(await bench.gate.verifyAudit()).toMatchObject({ intact: false, firstBroken: 4 })
  })

  it.each([
    ['records are missing at the end', 'DELETE FROM audit WHERE number > 1', 2],
    ['the note of the last one is missing', `DELETE FROM settings WHERE key = 'audit_head'`, 4],
    ['the note of the last one is damaged', `UPDATE settings SET value = '{' WHERE key = 'audit_head'`, 4],
  ])('goes on recording when %s, and stays broken', async (_name, statement, firstBroken) => {
    await fill()
    sql(statement)
    await bench.apply('put_item', { name: 'd', text: 'd' }, 'safe')
    await bench.apply('put_item', { name: 'e', text: 'e' }, 'safe')
    expect(await bench.gate.verifyAudit()).toMatchObject({ intact: false, firstBroken })
  })

  it('leaves no record of what was not committed', async () => {
    const audit = createAudit(bench.db, () => new Date())
    audit.record('grant.made', { grant: 'one' })
    expect(() =>
      inTransaction(bench.db, () => {
        audit.record('grant.revoked', { grant: 'one' })
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(kinds()).toEqual(['grant.made'])
    expect((await audit.verify()).intact).toBe(true)
  })
})
