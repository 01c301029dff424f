import { describe, expect, it } from 'vitest'
import { shelfModule } from '../../../../tests/support/gate/shelf'
import type { Preview } from '../../../shared/tool/preview'
import { planHash } from '../../changes/plan-hash'
import { draftOfPlan } from './draft'

const [, put, move] = shelfModule.tools
const preview: Preview = {
  summary: 'Put tea',
  targets: [],
  changes: [],
  lost: [],
  recovery: 'undo',
  warnings: [],
}
const plan = { items: [{ name: 'tea', before: null, after: 'green' }] }

describe('a draft', () => {
  it('raises the class when the plan asks for it', () => {
    const draft = draftOfPlan(
      put,
      {},
      { plan, preview, raise: { class: 'destructive_update', reason: 'Why' } },
    )
    expect(draft).toMatchObject({ class: 'destructive_update', raisedBecause: ['Why'] })
  })

  it('raises the class when more than ten things are changed at once', () => {
    const targets = Array.from({ length: 11 }, (_, index) => ({
      kind: 'record' as const,
      label: `${index}`,
      reference: `${index}`,
    }))
    const ten = { plan, preview: { ...preview, targets: targets.slice(1) } }
    expect(draftOfPlan(put, {}, ten).class).toBe('safe_create')
    const eleven = { plan, preview: { ...preview, targets } }
    expect(draftOfPlan(put, {}, eleven)).toMatchObject({
      class: 'destructive_update',
      raisedBecause: ['It changes 11 things at once.'],
    })
    const raise = { class: 'destructive_delete' as const, reason: 'Why.' }
    expect(draftOfPlan(put, {}, { ...eleven, raise })).toMatchObject({
      class: 'destructive_delete',
      raisedBecause: ['Why.', 'It changes 11 things at once.'],
    })
  })

  it('raises the class of what can’t be undone, whatever tool does it', () => {
    const forGood = { plan, preview: { ...preview, recovery: 'none' as const } }
    expect(draftOfPlan(put, {}, forGood)).toMatchObject({
      class: 'destructive_update',
      raisedBecause: ['It can’t be undone.'],
    })
    expect(draftOfPlan(move, {}, forGood)).toMatchObject({ class: 'destructive_update', raisedBecause: [] })
  })

  it('never lowers the class', () => {
    const draft = draftOfPlan(move, {}, { plan, preview, raise: { class: 'safe_create', reason: 'Why' } })
    expect(draft).toMatchObject({ class: 'destructive_update', raisedBecause: [] })
  })

  it('refuses a plan or a preview of another shape', () => {
    expect(() => draftOfPlan(put, {}, { plan: { items: 'tea' }, preview })).toThrow(
      'does not have its plan’s shape',
    )
    const odd = JSON.parse('{"summary": 1}') as Preview
    expect(() => draftOfPlan(put, {}, { plan, preview: odd })).toThrow('does not have its plan’s shape')
  })

  it('is hashed by everything that is shown and run, whatever the order of keys', () => {
    const shown = { tool: 'put_item', class: 'safe_create', input: { a: 1, b: 2 }, plan, preview } as const
    const hash = planHash(shown)
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(planHash({ ...shown, input: { b: 2, a: 1 } })).toBe(hash)
    for (const change of [
      { tool: 'move_item' },
      { class: 'safe_update' as const },
      { input: { a: 1, b: 3 } },
      { plan: { items: [] } },
      { preview: { ...preview, warnings: ['Look'] } },
    ]) {
      expect(planHash({ ...shown, ...change })).not.toBe(hash)
    }
  })

  it('hashes what is stored: values that JSON drops do not count', () => {
    const withGaps = draftOfPlan(put, { name: 'tea', note: undefined }, { plan, preview })
    const stored = JSON.parse(JSON.stringify(withGaps.input))
    expect(planHash({ tool: put.name, class: withGaps.class, input: stored, plan, preview })).toBe(
      withGaps.planHash,
    )
  })
})
