import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assistant } from '../../../../tests/support/gate/bench'
import { setUpGateDesk } from '../../../../tests/support/gate/desk'
import { person } from '../../../shared/actor'
import type { UndoDecision } from '../../../shared/contract/undo-choices'
import { AppError } from '../../../shared/errors'

const desk = setUpGateDesk()
const { put, shelf } = desk

const undoRun = (runId: string, more: { decisions?: UndoDecision[]; batch?: string } = {}) =>
  desk.bench.gate.undoRun({ runId, ...more, by: person, signal: new AbortController().signal })
const redo = (batch: string | null) =>
  desk.bench.gate.undoBatch({ id: batch ?? '', by: person, signal: new AbortController().signal })

describe('undo', () => {
  it('brings back what was there, as a change of its own', async () => {
    put('tea', 'green')
    const change = await desk.bench.apply('put_item', { name: 'tea', text: 'black' })
    const undo = await desk.bench.undo(`#${change.number}`)
    expect(shelf()).toEqual({ tea: 'green' })
    expect(undo).toMatchObject({
      status: 'applied',
      undoes: change.id,
      actor: person,
      approvedBy: person,
      summary: 'Undid: Put tea',
    })
    expect(undo.preview.changes).toEqual([
      { kind: 'fields', label: 'tea', fields: [{ name: 'text', before: 'black', after: 'green' }] },
    ])
    expect(desk.bench.gate.change(change.id)).toMatchObject({ status: 'undone', undoneBy: undo.id })
  })

  it('brings back removed items byte for byte, also after a restart', async () => {
    put('tea', 'gr\u0000een\r\n')
    put('cup', '')
    const proposal = await desk.bench.propose('drop_items', { names: ['tea', 'cup'] })
    const { proposal: applied } = await desk.bench.approve(proposal)
    desk.bench.reopen()
    await desk.bench.undo(applied.changeId ?? '')
    expect(shelf()).toEqual({ tea: 'gr\u0000een\r\n', cup: '' })
  })

  it('is itself undoable, again and again', async () => {
    const change = await desk.bench.apply('put_item', { name: 'tea', text: 'green' })
    const undo = await desk.bench.undo(change.id)
    const redo = await desk.bench.undo(undo.id)
    expect(shelf()).toEqual({ tea: 'green' })
    expect(redo.summary).toBe('Did again: Put tea')
    const shown = (id: string) => desk.bench.gate.change(id).preview.changes
    expect(shown(redo.id)).toEqual(shown(change.id))
    expect(desk.bench.gate.change(change.id)).toMatchObject({ status: 'applied', undoneBy: null })
    expect(desk.bench.gate.change(undo.id)).toMatchObject({ status: 'undone', undoneBy: redo.id })

    const secondUndo = await desk.bench.undo(change.id)
    expect(shelf()).toEqual({})
    expect(desk.bench.gate.change(change.id)).toMatchObject({ status: 'undone', undoneBy: secondUndo.id })
    expect(desk.bench.gate.change(redo.id)).toMatchObject({ status: 'undone', undoneBy: secondUndo.id })

    await desk.bench.undo(secondUndo.id)
    expect(shelf()).toEqual({ tea: 'green' })
    expect(desk.bench.gate.change(change.id).status).toBe('applied')
  })

  it('undoes a redo by what the redo journaled', async () => {
    const change = await desk.bench.apply('put_item', { name: 'tea', text: 'green' })
    const redo = await desk.bench.undo((await desk.bench.undo(change.id)).id)
    // The first entry’s own inverse is made useless: only the redo’s can bring the shelf back.
    desk.bench.db.raw.prepare("UPDATE changes SET inverse = 'null' WHERE id = ?").run(change.id)
    await desk.bench.undo(redo.id)
    expect(shelf()).toEqual({})
    expect(desk.bench.gate.change(change.id).status).toBe('undone')
  })

  it('refuses what was changed since, and changes nothing', async () => {
    const change = await desk.bench.apply('put_item', { name: 'tea', text: 'green' })
    put('tea', 'edited by hand')
    await expect(desk.bench.undo(change.id)).rejects.toMatchObject({ code: 'conflict' })
    expect(shelf()).toEqual({ tea: 'edited by hand' })
    expect(desk.bench.gate.change(change.id).status).toBe('applied')
    expect(desk.bench.gate.changes({ limit: 10 })).toHaveLength(1)
  })

  it('happens once when two undo at the same time', async () => {
    const change = await desk.bench.apply('put_item', { name: 'tea', text: 'green' })
    const both = await Promise.allSettled([desk.bench.undo(change.id), desk.bench.undo(change.id)])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    await expect(desk.bench.undo(change.id)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Change #1 is already undone by change #2.',
    })
  })

  it('refuses what was rolled back', async () => {
    desk.bench.hooks.afterEffect = () => {
      throw new Error('broke')
    }
    await desk.bench.call('put_item', { name: 'tea', text: 'green' }, { approval: 'gesture' })
    await expect(desk.bench.undo('1')).rejects.toMatchObject({ code: 'conflict' })
  })

  it('refuses what can’t be taken back', async () => {
    put('tea', 'green')
    const proposal = await desk.bench.propose('drop_items', { names: ['tea'], for_good: true })
    const { proposal: applied } = await desk.bench.approve(proposal)
    await expect(desk.bench.undo(applied.changeId ?? '')).rejects.toMatchObject({ code: 'unsupported' })
  })

  it('is refused to an assistant', async () => {
    const change = await desk.bench.apply('put_item', { name: 'tea', text: 'green' })
    const request = { by: assistant, signal: new AbortController().signal }
    await expect(desk.bench.gate.undo({ id: change.id, ...request })).rejects.toMatchObject({
      code: 'denied',
    })
    await expect(desk.bench.gate.undoRun({ runId: 'run', ...request })).rejects.toMatchObject({
      code: 'denied',
    })
  })

  /** What a crash, or an undo that could not be rolled back, leaves: its entry is stored, its effect half done. */
  function leaveHalfUndone(): void {
    desk.bench.db.raw.exec(`
      INSERT INTO changes (id, tool, class, summary, preview, inverse, status, actor, approved_by, approval, undoes, at)
      SELECT 'undo', tool, class, 'Undid', preview,
        '{"items":[{"name":"tea","before":"green","after":null},{"name":"cup","before":null,"after":"green"}]}',
        'applying', actor, approved_by, 'gesture', id, at FROM changes`)
  }

  it('rolls back an undo that was left half done before it undoes again, which the next start leaves alone', async () => {
    put('tea', 'green')
    const change = await desk.bench.apply('move_item', { from: 'tea', to: 'cup' })
    leaveHalfUndone()
    desk.bench.hooks.beforeRevert = () => {
      throw new AppError('conflict', 'The folder is not there.')
    }
    await expect(desk.bench.undo(change.id)).rejects.toMatchObject({ code: 'busy' })
    expect(shelf()).toEqual({ cup: 'green' })
    desk.bench.hooks.beforeRevert = undefined
    await desk.bench.undo(change.id)
    expect(shelf()).toEqual({ tea: 'green' })
    expect(desk.bench.gate.change('undo').status).toBe('rolled_back')
    desk.bench.reopen()
    await desk.bench.gate.recover()
    expect(shelf()).toEqual({ tea: 'green' })
  })

  it('leaves the change applied when the process was closed in the middle', async () => {
    put('tea', 'green')
    const change = await desk.bench.apply('move_item', { from: 'tea', to: 'cup' })
    leaveHalfUndone()
    rmSync(join(desk.bench.shelf, 'cup'))
    desk.bench.reopen()
    await desk.bench.gate.recover()
    expect(shelf()).toEqual({ cup: 'green' })
    expect(desk.bench.gate.change(change.id)).toMatchObject({ status: 'applied', undoneBy: null })
    expect(desk.bench.gate.change('undo').status).toBe('rolled_back')
    await desk.bench.undo(change.id)
    expect(shelf()).toEqual({ tea: 'green' })
  })

  it('tells the page about the undo and about what it undid', async () => {
    const change = await desk.bench.apply('put_item', { name: 'tea', text: 'green' })
    desk.bench.events.length = 0
    const undo = await desk.bench.undo(change.id)
    const told = desk.bench.events.map((event) =>
      event.type === 'change' ? [event.change.id, event.change.status] : [],
    )
    expect(told).toEqual([
      [undo.id, 'applying'],
      [undo.id, 'applied'],
      [change.id, 'undone'],
    ])
  })
})

describe('undoing a run', () => {
  it('undoes every change of the run, last first', async () => {
    await desk.bench.apply('put_item', { name: 'tea', text: 'one' }, 'gesture', { runId: 'run' })
    await desk.bench.apply('put_item', { name: 'cup', text: 'other run' }, 'gesture', { runId: 'other' })
    await desk.bench.apply('put_item', { name: 'tea', text: 'two' }, 'gesture', { runId: 'run' })
    await desk.bench.apply('move_item', { from: 'tea', to: 'pot' }, 'gesture', { runId: 'run' })
    const { undone, kept } = await undoRun('run')
    expect(undone.map((change) => change.undoes)).toEqual(
      [4, 3, 1].map((number) => desk.bench.gate.change(String(number)).id),
    )
    expect(kept).toEqual([])
    expect(shelf()).toEqual({ cup: 'other run' })
    await expect(undoRun('run')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('keeps what was changed since, shows the choice for it, and undoes all the rest', async () => {
    await desk.bench.apply('put_item', { name: 'tea', text: 'one' }, 'gesture', { runId: 'run' })
    const second = await desk.bench.apply('put_item', { name: 'cup', text: 'one' }, 'gesture', {
      runId: 'run',
    })
    await desk.bench.apply('put_item', { name: 'pot', text: 'one' }, 'gesture', { runId: 'run' })
    put('cup', 'edited by hand')
    const { batch, undone, kept } = await undoRun('run')
    expect(undone.map(({ summary }) => summary)).toEqual(['Undid: Put pot', 'Undid: Put tea'])
    expect(kept).toMatchObject([
      {
        change: { id: second.id, status: 'applied' },
        reason: 'cup has changed since.',
        canChoose: true,
        under: null,
      },
    ])
    const { signal } = new AbortController()
    expect(await desk.bench.gate.compareUndo({ id: second.id, signal })).toMatchObject({
      differences: [{ reference: 'cup', theirs: 'edited by hand', restored: null }],
    })
    expect(shelf()).toEqual({ cup: 'edited by hand' })

    const decisions = [{ changeId: second.id, reference: 'cup', choice: 'replace' as const }]
    const rest = await undoRun('run', { decisions, batch: batch ?? '' })
    expect(rest).toMatchObject({ batch, kept: [] })
    expect(shelf()).toEqual({})
    await redo(batch)
    expect(shelf()).toEqual({ tea: 'one', cup: 'edited by hand', pot: 'one' })
  })

  it('leaves what a kept change was built on until it is decided, and undoes it then', async () => {
    const first = await desk.bench.apply('put_item', { name: 'tea', text: 'one' }, 'gesture', {
      runId: 'run',
    })
    const second = await desk.bench.apply('put_item', { name: 'tea', text: 'two' }, 'gesture', {
      runId: 'run',
    })
    put('tea', 'edited by hand')
    const { batch, undone, kept } = await undoRun('run')
    expect({ batch, undone }).toEqual({ batch: null, undone: [] })
    expect(kept.map(({ change, under }) => [change.id, under])).toEqual([
      [second.id, null],
      [first.id, second.id],
    ])
    const keep = [{ changeId: second.id, reference: 'tea', choice: 'keep' as const }]
    expect((await undoRun('run', { decisions: keep })).undone).toEqual([])
    expect(shelf()).toEqual({ tea: 'edited by hand' })
    const replace = [{ changeId: second.id, reference: 'tea', choice: 'replace' as const }]
    expect((await undoRun('run', { decisions: replace })).undone).toHaveLength(2)
    expect(shelf()).toEqual({})
  })

  it('is one action: its entries share a name, by which all of it is done again and undone again', async () => {
    put('tea', 'green')
    await desk.bench.apply('put_item', { name: 'tea', text: 'black' }, 'gesture', { runId: 'run' })
    await desk.bench.apply('move_item', { from: 'tea', to: 'cup' }, 'gesture', { runId: 'run' })
    const { batch, undone } = await undoRun('run')
    expect(undone.map((change) => change.batch)).toEqual([batch, batch])
    expect(shelf()).toEqual({ tea: 'green' })
    const again = await redo(batch)
    expect(shelf()).toEqual({ cup: 'black' })
    expect(again.undone.map(({ redoes }) => desk.bench.gate.change(redoes ?? '').number)).toEqual([1, 2])
    expect(again.batch).not.toBe(batch)
    await expect(redo(batch)).rejects.toMatchObject({ code: 'not_found' })
    await redo(again.batch)
    expect(shelf()).toEqual({ tea: 'green' })
    expect((await desk.bench.gate.verifyAudit()).intact).toBe(true)
  })

  it('is not held up by what can’t be undone at all', async () => {
    const first = await desk.bench.apply('put_item', { name: 'tea', text: 'one' }, 'gesture', {
      runId: 'run',
    })
    put('old', 'x')
    const both = { names: ['old', 'tea'], for_good: true }
    const drop = await desk.bench.propose('drop_items', both, { runId: 'run' })
    await desk.bench.approve(drop)
    // Somebody has made it again: nothing of what was dropped is needed to take back that it was put there.
    put('tea', 'one')
    const { undone, kept } = await undoRun('run')
    expect(undone.map(({ undoes }) => undoes)).toEqual([first.id])
    expect(kept).toMatchObject([{ reason: 'This change can’t be taken back; its approval said so.' }])
  })

  it('includes a change that was done again, at its new place in the order', async () => {
    const first = await desk.bench.apply('put_item', { name: 'tea', text: 'one' }, 'gesture', {
      runId: 'run',
    })
    await desk.bench.undo((await desk.bench.undo(first.id)).id)
    await desk.bench.apply('move_item', { from: 'tea', to: 'cup' }, 'gesture', { runId: 'run' })
    const { undone } = await undoRun('run')
    expect(undone).toHaveLength(2)
    expect(shelf()).toEqual({})
  })
})

describe('undo over later changes', () => {
  const compare = (id: string) => desk.bench.gate.compareUndo({ id, signal: new AbortController().signal })
  const force = (id: string, reference = 'tea') =>
    desk.bench.gate.undo({
      id,
      decisions: [{ reference, choice: 'replace' }],
      by: person,
      signal: new AbortController().signal,
    })

  it('is refused, shows theirs and what would be restored, and keeps theirs when it is forced', async () => {
    put('tea', 'green')
    const change = await desk.bench.apply('put_item', { name: 'tea', text: 'black' })
    put('tea', 'mine')
    await expect(desk.bench.undo(change.id)).rejects.toMatchObject({ code: 'conflict' })
    expect(await compare(change.id)).toEqual({
      differences: [
        {
          label: 'tea',
          reference: 'tea',
          obstacle: 'changed',
          choices: ['keep', 'replace'],
          beside: null,
          theirs: 'mine',
          restored: 'green',
          shown: true,
          fields: [],
        },
      ],
    })
    expect(shelf()).toEqual({ tea: 'mine' })
    const undone = await force(change.id)
    expect(shelf()).toEqual({ tea: 'green' })
    expect(undone).toMatchObject({ undoes: change.id, status: 'applied' })
    await desk.bench.undo(undone.id)
    expect(shelf()).toEqual({ tea: 'mine' })
    await desk.bench.undo(change.id)
    expect(shelf()).toEqual({ tea: 'green' })
  })

  it('has nothing to compare where nothing was changed since', async () => {
    const change = await desk.bench.apply('put_item', { name: 'tea', text: 'black' })
    expect(await compare(change.id)).toEqual({ differences: [] })
  })

  it('is refused where a tool can’t, and to whoever proposes', async () => {
    put('tea', 'green')
    const change = await desk.bench.apply('move_item', { from: 'tea', to: 'cup' })
    expect(await compare(change.id)).toEqual({ differences: [] })
    await expect(force(change.id)).rejects.toMatchObject({ code: 'unsupported' })
    const signal = new AbortController().signal
    await expect(
      desk.bench.gate.undo({ id: change.id, decisions: [], by: assistant, signal }),
    ).rejects.toMatchObject({ code: 'denied' })
    expect(shelf()).toEqual({ cup: 'green' })
  })
})

describe('undo of a conversation', () => {
  const undoConversation = (conversationId: string) =>
    desk.bench.gate.undoConversation({ conversationId, by: person, signal: new AbortController().signal })

  it('takes back what all of its runs changed, last first, and nothing of others', async () => {
    put('tea', 'green')
    const at = (runId: string, conversationId: string) => ({ runId, conversationId })
    await desk.bench.apply('put_item', { name: 'tea', text: 'black' }, 'gesture', at('one', 'c'))
    await desk.bench.apply('move_item', { from: 'tea', to: 'cup' }, 'gesture', at('two', 'c'))
    await desk.bench.apply('put_item', { name: 'pot', text: 'red' }, 'gesture', at('three', 'other'))
    const { undone, kept } = await undoConversation('c')
    expect(undone.map(({ summary }) => summary)).toEqual(['Undid: Move tea', 'Undid: Put tea'])
    expect(kept).toEqual([])
    expect(shelf()).toEqual({ tea: 'green', pot: 'red' })
    await expect(undoConversation('c')).rejects.toMatchObject({ code: 'not_found', field: 'conversationId' })
  })

  it('keeps what was changed since and says so', async () => {
    const place = { runId: 'one', conversationId: 'c' }
    const first = await desk.bench.apply('put_item', { name: 'tea', text: 'black' }, 'gesture', place)
    await desk.bench.apply('put_item', { name: 'cup', text: 'blue' }, 'gesture', place)
    put('tea', 'mine')
    const { undone, kept } = await undoConversation('c')
    expect(undone).toHaveLength(1)
    expect(kept).toMatchObject([{ change: { id: first.id }, reason: 'tea has changed since.' }])
    expect(shelf()).toEqual({ tea: 'mine' })
  })
})
