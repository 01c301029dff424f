import { expect, it } from 'vitest'
import { sampleTaskLine as line } from '../../../../tests/support/sample-task'
import { notAbove, pathTo, waitingFor, within } from './relations'

it('knows all that waits for a task, so that no circle is offered', () => {
  const lines = [line('a'), line('b', { needs: ['a'] }), line('c', { needs: ['b'] }), line('d')]
  expect([...waitingFor(lines, 'a')].toSorted()).toEqual(['b', 'c'])
  expect([...waitingFor(lines, 'c')]).toEqual([])
})

it('counts parts among what a task waits for', () => {
  const lines = [
    line('whole'),
    line('part', { parent: 'whole' }),
    line('after', { needs: ['whole'] }),
    line('x'),
  ]
  expect([...waitingFor(lines, 'part')].toSorted()).toEqual(['after', 'whole'])
  const offered = (id: string) =>
    lines.map((each) => each.id).filter((each) => !notAbove(lines, id).has(each))
  expect(offered('whole')).toEqual(['after', 'x'])
  expect(offered('after')).toEqual(['x'])
})

it('ends where a list that is behind holds a circle', () => {
  const lines = [line('a', { needs: ['b'], parent: 'b' }), line('b', { needs: ['a'], parent: 'a' })]
  expect([...waitingFor(lines, 'a')].toSorted()).toEqual(['a', 'b'])
  expect(pathTo(lines, 'a').map(({ id }) => id)).toEqual(['a', 'b'])
  expect(notAbove(lines, 'a').has('b')).toBe(true)
})

it('tells what a task is within, and what is within it', () => {
  const lines = [line('a'), line('b', { parent: 'a' }), line('c', { parent: 'b' })]
  expect(pathTo(lines, 'c').map(({ id }) => id)).toEqual(['a', 'b'])
  expect([...within(lines, 'a')].toSorted()).toEqual(['b', 'c'])
})

it('offers nothing as a whole that is within the task, or too deep for it', () => {
  const chain = ['1', '2', '3', '4', '5', '6', '7', '8']
  const lines = [
    ...chain.map((id, index) => line(id, { parent: chain[index - 1] ?? null })),
    line('x'),
    line('part of x', { parent: 'x' }),
  ]
  const offered = (id: string | null) => chain.filter((each) => !notAbove(lines, id).has(each))
  // Eight are within each other already; one with a part can be added only below the sixth.
  expect(offered(null)).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  expect(offered('x')).toEqual(['1', '2', '3', '4', '5', '6'])
  expect(notAbove(lines, 'x').has('part of x')).toBe(true)
  expect(notAbove(lines, 'x').has('x')).toBe(true)
})
