import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assistant, createBench, type GateBench } from '../../../tests/support/gate/bench'
import { person } from '../../shared/actor'
import type { ChangesQuery } from './changes'

let bench: GateBench

const found = (query: Partial<ChangesQuery>) =>
  bench.gate.changes({ limit: 50, ...query }).map((change) => change.summary)

describe('asking the ledger', () => {
  beforeEach(async () => {
    bench = createBench()
    await bench.apply('put_item', { name: 'tea', text: 'gathered at Marrow Point' })
    bench.clock.advance(1000)
    await bench.apply('put_item', { name: 'cup', text: '100%' }, undefined, {
      actor: person,
      conversationId: 'c1',
    })
    bench.clock.advance(1000)
    const { proposal } = await bench.approve(await bench.propose('drop_items', { names: ['tea'] }))
    if (proposal.changeId === null) throw new Error('not applied')
  })
  afterEach(() => bench.remove())

  it('finds words in what was changed, whatever their case', () => {
    expect(found({ search: 'marrow point' })).toContain('Put tea')
    expect(found({ search: 'marrow point' })).not.toContain('Put cup')
  })

  it('finds what has all the words, in any order and place, and letters of every language in either case', async () => {
    expect(found({ search: ' point  gathered tea ' })).toContain('Put tea')
    expect(found({ search: 'point coffee' })).toEqual([])
    await bench.apply('put_item', { name: 'pot', text: 'Übergabe in MÖLLN' })
    for (const search of ['übergabe', 'ÜBERGABE', 'mölln über', 'Mölln']) {
      expect(found({ search })).toEqual(['Put pot'])
    }
  })

  it('finds letters with marks however they are stored: some systems take names of files apart', async () => {
    await bench.apply('put_item', { name: 'pot', text: 'u\u0308bergabe' })
    await bench.apply('put_item', { name: 'can', text: 'übergabe' })
    for (const search of ['übergabe', 'U\u0308BERGABE', 'Übergabe']) {
      expect(found({ search })).toEqual(['Put can', 'Put pot'])
    }
  })

  it('passes over an entry that can’t be read any more, and finds the others', () => {
    for (const column of ['preview', 'actor']) {
      bench.db.raw.prepare(`UPDATE changes SET ${column} = ? WHERE summary = 'Put tea'`).run('{"tea cup')
    }
    expect(found({ search: 'cup' })).toEqual(['Put cup'])
    expect(found({ actor: 'person' })).toEqual(['Put cup'])
  })

  it('takes the signs of its own patterns literally', () => {
    expect(found({ search: '100%' })).toEqual(['Put cup'])
    expect(found({ search: '1_0' })).toEqual([])
  })

  it('does not take the names of the record’s own members for words of a change', () => {
    for (const search of ['"kind"', 'recovery', 'fields', 'warnings']) expect(found({ search })).toEqual([])
  })

  it('narrows by tool, class, conversation and who did it', () => {
    expect(found({ tools: ['drop_items'] })).toHaveLength(1)
    expect(found({ tools: [] })).toEqual([])
    expect(found({ class: 'destructive_delete' })).toHaveLength(1)
    expect(found({ conversationId: 'c1' })).toEqual(['Put cup'])
    expect(found({ actor: 'person' })).toEqual(['Put cup'])
    expect(found({ actor: assistant.kind })).toHaveLength(2)
  })

  it('narrows by status and by time', async () => {
    const [newest, middle] = bench.gate.changes({ limit: 2 })
    expect(found({ since: middle?.at, until: newest?.at })).toEqual(['Put cup'])
    await bench.undo(middle?.id ?? '')
    expect(found({ status: 'undone' })).toEqual(['Put cup'])
  })
})
