import { describe, expect, it } from 'vitest'
import { sampleTaskLine as line } from '../../../../tests/support/sample-task'
import type { TaskLine } from '../../../shared/contract/tasks'
import type { Narrowing } from './matching'
import { taskRows } from './task-rows'

const all: Narrowing = { found: null, status: 'all', tag: null, assistant: null }

/** Rows as text: two spaces for each task around, `+` where parts are folded away, `(…)` where it is only around another. */
function shown(
  lines: readonly TaskLine[],
  narrowing: Partial<Narrowing> = {},
  { folded = [] as string[], endedShown = false, justEnded = [] as string[] } = {},
): string[] {
  return taskRows(
    lines,
    { ...all, ...narrowing },
    { folded: new Set(folded), endedShown, justEnded: new Set(justEnded) },
  ).map((row) => {
    if (row.kind === 'ended') return `${row.done} done, ${row.cancelled} cancelled`
    const name = row.around ? `(${row.line.id})` : row.line.id
    return `${'  '.repeat(row.depth)}${name}${row.unfolded === false ? '+' : ''}`
  })
}

describe('the list of tasks', () => {
  it('has parts below what they are a part of, in their order', () => {
    const lines = [
      line('part of b', { parent: 'b' }),
      line('a'),
      line('b'),
      line('deep', { parent: 'part of b' }),
    ]
    expect(shown(lines)).toEqual(['a', 'b', '  part of b', '    deep'])
    expect(shown(lines, {}, { folded: ['b'] })).toEqual(['a', 'b+'])
  })

  it('folds away what is ended and counts it', () => {
    const lines = [
      line('a'),
      line('done part', { parent: 'a', status: 'done' }),
      line('b', { status: 'done' }),
      line('c', { status: 'cancelled' }),
    ]
    expect(shown(lines)).toEqual(['a', '2 done, 1 cancelled'])
    expect(shown(lines, {}, { endedShown: true })).toEqual([
      'a',
      '  done part',
      '2 done, 1 cancelled',
      'b',
      'c',
    ])
  })

  it('leaves what was ended a moment ago where it is', () => {
    const lines = [line('a', { status: 'done' }), line('b'), line('c', { status: 'done' })]
    expect(shown(lines, {}, { justEnded: ['a'] })).toEqual(['a', 'b', '1 done, 0 cancelled'])
  })

  it('leaves it there also where its status was looked for, and what words were looked for decides still', () => {
    const lines = [
      line('a'),
      line('part', { parent: 'a', status: 'done' }),
      line('b', { status: 'done' }),
      line('c', { status: 'done' }),
    ]
    const justEnded = ['part', 'b']
    expect(shown(lines, { status: 'open' }, { justEnded })).toEqual(['a', '  part', 'b'])
    expect(shown(lines, { status: 'open' })).toEqual(['a'])
    expect(shown(lines, { status: 'open', found: new Set(['part']) }, { justEnded })).toEqual([
      '(a)',
      '  part',
    ])
  })

  it('keeps what is ended as long as a part of it is open', () => {
    const lines = [line('a', { status: 'done' }), line('part', { parent: 'a' })]
    expect(shown(lines)).toEqual(['a', '  part'])
  })

  it('counts only what is not shown above', () => {
    const lines = [
      line('a', { status: 'done' }),
      line('part', { parent: 'a' }),
      line('b', { status: 'done' }),
    ]
    expect(shown(lines)).toEqual(['a', '  part', '1 done, 0 cancelled'])
    expect(shown(lines, {}, { endedShown: true })).toEqual(['a', '  part', '1 done, 0 cancelled', 'b'])
  })

  it('shows what is looked for, with what it is a part of', () => {
    const lines = [line('a'), line('part', { parent: 'a' }), line('other'), line('gone', { status: 'done' })]
    expect(shown(lines, { found: new Set(['part', 'gone']) })).toEqual([
      '(a)',
      '  part',
      '1 done, 0 cancelled',
    ])
    expect(shown(lines, { status: 'done' })).toEqual(['gone'])
    expect(
      shown([line('a', { tags: ['x'], assistant: 'ada' }), line('b')], { tag: 'x', assistant: 'ada' }),
    ).toEqual(['a'])
  })
})
