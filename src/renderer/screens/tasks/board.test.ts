import { expect, it } from 'vitest'
import { sampleTaskLine as line } from '../../../../tests/support/sample-task'
import { boardColumns, columnAt, columnBeside } from './board'

const lines = [
  line('a'),
  line('b', { status: 'done', updatedAt: 1 }),
  line('c', { status: 'done', updatedAt: 2 }),
]

it('has a column for each status, and one for what was given up where there is any', () => {
  const columns = boardColumns(lines)
  expect(columns.map(({ status, lines: those }) => [status, ...those.map(({ id }) => id)])).toEqual([
    ['open', 'a'],
    ['in_progress'],
    ['done', 'c', 'b'],
  ])
  expect(boardColumns([line('x', { status: 'cancelled' })]).map(({ status }) => status)).toContain(
    'cancelled',
  )
})

it('moves by keys between the columns that are there', () => {
  const columns = boardColumns(lines)
  expect(columnBeside(columns, 'open', 1)).toBe('in_progress')
  expect(columnBeside(columns, 'open', -1)).toBeNull()
  expect(columnBeside(columns, 'done', 1)).toBeNull()
})

it('drops into the column under the pointer, and nowhere beside them', () => {
  const places = [
    { status: 'open' as const, left: 0, right: 100, top: 0, bottom: 50 },
    { status: 'done' as const, left: 110, right: 200, top: 0, bottom: 50 },
  ]
  expect(columnAt(places, 50, 20)).toBe('open')
  expect(columnAt(places, 110, 20)).toBe('done')
  expect(columnAt(places, 105, 20)).toBeNull()
  expect(columnAt(places, 50, 60)).toBeNull()
})
