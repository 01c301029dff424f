import { describe, expect, it } from 'vitest'
import { setUpGateDesk } from '../../../../tests/support/gate/desk'
import { person } from '../../../shared/actor'
import type { Proposal } from '../../../shared/contract/changes'
import { editedSchema } from '../../../shared/tool/choice'
import type { AmendmentWish } from './amend'
import type { ApprovalDecision } from './approving'

const desk = setUpGateDesk()
const { put, items, textOf } = desk

const approve = ({ id, planHash }: Proposal, more: Partial<ApprovalDecision>) =>
  desk.bench.gate.approve({ id, planHash, by: person, ...more })
const amend = ({ id, planHash }: Proposal, wish: AmendmentWish) =>
  desk.bench.gate.amend({ id, planHash, ...wish })

const entryOf = ({ changeId }: Proposal) => desk.bench.gate.change(changeId ?? '')

async function threeToDrop(): Promise<Proposal> {
  for (const name of ['a', 'b', 'c']) put(name, name)
  return desk.bench.propose('drop_items', { names: ['a', 'b', 'c'] }, { runId: 'run' })
}

describe('approving a part', () => {
  it('applies what was chosen and nothing else, and tells the model exactly what', async () => {
    const proposal = await threeToDrop()
    expect(proposal).toMatchObject({ chooseBy: 'items', editable: false, amendment: null })
    const { proposal: applied, result } = await approve(proposal, {
      choice: { items: [2, 0, 0] },
      typed: 'delete 2',
    })
    expect(items()).toEqual(['b'])
    const note = '2 of 3 items: “a”, “c”. Left out: “b”.'
    expect(result?.content).toBe(`Approved in part: ${note}\nDid 2.`)
    expect(applied.amendment).toMatchObject({ note, choice: { items: [0, 2] }, edited: false, by: person })
    expect(applied.preview.changes).toHaveLength(3)
    // Lists tell what was done, not what was proposed.
    const [line] = desk.bench.gate.proposalLines({ status: 'all', limit: 1 })
    const entry = entryOf(applied)
    expect(line).toMatchObject({ summary: entry.summary, changes: 2 })
    expect(entry).toMatchObject({ amended: note, approval: 'decision' })
    expect(entry.preview.changes.map(({ label }) => label)).toEqual(['a', 'c'])
    desk.bench.reopen()
    expect(desk.bench.gate.proposal(applied.id)).toEqual(applied)
    await desk.bench.undo(entry.id)
    expect(items()).toEqual(['a', 'b', 'c'])
  })

  it('comes too late where its time is over before the part is planned', async () => {
    const proposal = await threeToDrop()
    const deciding = approve(proposal, { choice: { items: [1] } })
    desk.bench.clock.advance(proposal.expiresAt - desk.bench.clock.now().getTime())
    await expect(deciding).rejects.toMatchObject({ code: 'conflict' })
    expect(items()).toEqual(['a', 'b', 'c'])
    expect(desk.bench.gate.proposal(proposal.id).status).toBe('expired')
  })

  it('asks to type for the part as strictly as for the whole', async () => {
    const proposal = await threeToDrop()
    const two = { items: [0, 1] }
    for (const typed of [undefined, 'delete 3']) {
      await expect(approve(proposal, { choice: two, typed })).rejects.toMatchObject({ field: 'typed' })
    }
    expect((await amend(proposal, { choice: two })).typeToConfirm).toBe('delete 2')
    const one = await amend(proposal, { choice: { items: [1] } })
    expect(one).toMatchObject({ typeToConfirm: null, class: 'destructive_delete' })
    expect(items()).toEqual(['a', 'b', 'c'])
    await approve(proposal, { choice: { items: [1] } })
    expect(items()).toEqual(['a', 'c'])
  })

  it.each([
    ['a place that there is not', { items: [3] }],
    ['nothing', { items: [] }],
    ['another kind of part', { hunks: [{ change: 0, hunk: 0 }] }],
    ['two kinds at once', { items: [0], hunks: [{ change: 0, hunk: 0 }] }],
    ['no kind', {}],
    ['a fraction', { items: [0.5] }],
  ])('refuses %s and stays pending', async (_what, choice) => {
    const proposal = await threeToDrop()
    await expect(approve(proposal, { choice, typed: 'delete 3' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    expect(desk.bench.gate.proposal(proposal.id).status).toBe('pending')
    expect(items()).toEqual(['a', 'b', 'c'])
  })

  it('is the whole when every part is chosen', async () => {
    const proposal = await threeToDrop()
    const all = { items: [0, 1, 2] }
    expect(await amend(proposal, { choice: all })).toMatchObject({
      planHash: proposal.planHash,
      typeToConfirm: 'delete 3',
    })
    const { proposal: applied, result } = await approve(proposal, { choice: all, typed: 'delete 3' })
    expect(applied.amendment).toBeNull()
    expect(result?.content).toBe('Did 3.')
    expect(entryOf(applied).amended).toBeNull()
  })

  it('is held to the part that was shown', async () => {
    const proposal = await threeToDrop()
    const { planHash: amendedHash } = await amend(proposal, { choice: { items: [0] } })
    await expect(approve(proposal, { choice: { items: [1] }, amendedHash })).rejects.toMatchObject({
      code: 'conflict',
      field: 'amendedHash',
    })
    await expect(approve(proposal, { amendedHash, typed: 'delete 3' })).rejects.toMatchObject({
      field: 'amendedHash',
    })
    expect(items()).toEqual(['a', 'b', 'c'])
    await approve(proposal, { choice: { items: [0] }, amendedHash })
    expect(items()).toEqual(['b', 'c'])
  })

  it('resolves once, also when two choose different parts at the same time', async () => {
    const proposal = await threeToDrop()
    const both = await Promise.allSettled([
      approve(proposal, { choice: { items: [0] } }),
      approve(proposal, { choice: { items: [1] } }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(items()).toHaveLength(2)
  })

  it('is refused where a tool has no parts, where it was altered on disk, and for another hash', async () => {
    const whole = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    expect(whole.chooseBy).toBeNull()
    await expect(approve(whole, { choice: { items: [0] } })).rejects.toMatchObject({ code: 'unsupported' })
    const proposal = await threeToDrop()
    await expect(
      approve({ ...proposal, planHash: whole.planHash }, { choice: { items: [0] } }),
    ).rejects.toMatchObject({ code: 'conflict' })
    desk.bench.db.raw.exec(
      `UPDATE proposals SET plan = replace(plan, '"a"', '"b"') WHERE id = '${proposal.id}'`,
    )
    await expect(approve(proposal, { choice: { items: [1] } })).rejects.toMatchObject({ code: 'corrupt' })
    expect(items()).toEqual(['a', 'b', 'c'])
  })

  it('becomes a conflict when the world moved', async () => {
    const proposal = await threeToDrop()
    put('a', 'other')
    const { proposal: moved } = await approve(proposal, { choice: { items: [0] } })
    expect(moved.status).toBe('conflict')
    expect(items()).toEqual(['a', 'b', 'c'])
  })
})

describe('editing before approving', () => {
  const hidden = 'a\u202eb\u200b\t  \r\n\u{e0041}'

  it('takes no half of a character, which is stored as another one', () => {
    expect(editedSchema.safeParse({ content: 'gr\ud83c' }).success).toBe(false)
    expect(editedSchema.parse({ content: hidden })).toEqual({ content: hidden })
  })

  it('applies what the person wrote, to the character, and gives it back to the model', async () => {
    const proposal = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    expect(proposal.editable).toBe(true)
    const { proposal: applied, result } = await approve(proposal, { edited: { content: hidden } })
    expect(textOf('tea')).toBe(hidden)
    expect(result?.content).toContain(hidden)
    expect(result?.content).toContain('was edited before it was approved')
    expect(applied.amendment).toMatchObject({ edited: true, choice: null, by: person })
    const change = entryOf(applied)
    expect(change.amended).toContain('edited')
    expect(JSON.stringify(change.preview)).toContain(JSON.stringify(hidden).slice(1, -1))
    expect(JSON.stringify(applied.preview)).toContain('green')
  })

  it('tells the model to read what is too long to give back', async () => {
    const proposal = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    const { result } = await approve(proposal, { edited: { content: 'x'.repeat(10_000) } })
    expect(result?.content.length).toBeLessThan(500)
    expect(result?.content).toContain('read it before you build on it')
  })

  it('is no amendment when nothing was changed', async () => {
    const proposal = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    // The preview of an edit says itself what it does; the shelf's differs, so its hash does.
    const { proposal: applied } = await approve(proposal, { edited: { content: 'green' } })
    expect(textOf('tea')).toBe('green')
    expect(applied.status).toBe('applied')
  })

  it('is refused with parts, and where nothing can be edited', async () => {
    const proposal = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    await expect(
      approve(proposal, { edited: { content: '' }, choice: { items: [0] } }),
    ).rejects.toMatchObject({ code: 'invalid_input' })
    put('a', '')
    const drop = await desk.bench.propose('drop_items', { names: ['a'] })
    await expect(approve(drop, { edited: { content: '' } })).rejects.toMatchObject({ code: 'unsupported' })
  })

  it('becomes a conflict when the world moved', async () => {
    const proposal = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    put('tea', 'black')
    const { proposal: moved } = await approve(proposal, { edited: { content: 'white' } })
    expect(moved.status).toBe('conflict')
    expect(textOf('tea')).toBe('black')
  })
})
