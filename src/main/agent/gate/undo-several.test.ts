import { describe, expect, it } from 'vitest'
import { setUpGateDesk } from '../../../../tests/support/gate/desk'
import { person } from '../../../shared/actor'

const desk = setUpGateDesk()
const { put, shelf } = desk

describe('undoing changes that were approved in one go', () => {
  const undoSeveral = (ids: readonly string[]) =>
    desk.bench.gate.undoSeveral({ ids, by: person, signal: new AbortController().signal })

  it('undoes these alone, last first, and passes over what holds no more', async () => {
    const [first, second, third] = [
      await desk.bench.apply('put_item', { name: 'tea', text: 'one' }),
      await desk.bench.apply('put_item', { name: 'tea', text: 'two' }),
      await desk.bench.apply('move_item', { from: 'tea', to: 'pot' }),
    ]
    const other = await desk.bench.apply('put_item', { name: 'cup', text: 'other' })
    const gone = await desk.bench.apply('put_item', { name: 'jug', text: 'gone' })
    await desk.bench.undo(gone.id)
    const ids = [first.id, second.id, third.id, gone.id]
    const { undone, kept, batch } = await undoSeveral(ids)
    expect(undone.map(({ undoes }) => undoes)).toEqual([third.id, second.id, first.id])
    expect(kept).toEqual([])
    expect(shelf()).toEqual({ cup: 'other' })
    expect(desk.bench.gate.change(other.id).status).toBe('applied')
    await desk.bench.gate.undoBatch({
      id: batch ?? '',
      by: person,
      signal: new AbortController().signal,
    })
    expect(shelf()).toEqual({ cup: 'other', pot: 'two' })
    await undoSeveral(ids)
    await expect(undoSeveral(ids)).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is nothing of these changes that can be undone.',
    })
  })

  it('keeps what was changed since and says so', async () => {
    const tea = await desk.bench.apply('put_item', { name: 'tea', text: 'one' })
    const cup = await desk.bench.apply('put_item', { name: 'cup', text: 'one' })
    put('tea', 'edited by hand')
    const { undone, kept } = await undoSeveral([tea.id, cup.id])
    expect(undone.map(({ undoes }) => undoes)).toEqual([cup.id])
    expect(kept).toMatchObject([{ change: { id: tea.id }, reason: 'tea has changed since.' }])
    expect(shelf()).toEqual({ tea: 'edited by hand' })
  })
})
