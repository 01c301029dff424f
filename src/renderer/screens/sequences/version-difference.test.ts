import { describe, expect, it, vi } from 'vitest'
import { fixed, gave, sequenceOf, stepOf } from '../../../../tests/support/sequence-definitions'
import { differenceOf } from './version-difference'

// All that it needs of the page is what tools are called.
vi.mock('../../app/tool-views', () => ({ toolTitle: (_name: string, title: string) => title }))

const create = stepOf('create_note', { title: fixed('Tides'), content: fixed('High.') })
const append = stepOf('append_to_note', { note_id: gave(create.id, 'note_id'), text: fixed('Low.') })
const lines = (...versions: [Parameters<typeof sequenceOf>[0], Parameters<typeof sequenceOf>[0]]) => {
  const [before, after] = versions.map((steps) => sequenceOf(steps))
  if (before === undefined || after === undefined) throw new Error('Two versions differ.')
  return differenceOf(before, after, []).flatMap((hunk) => hunk.lines)
}

describe('what differs between two versions of a sequence', () => {
  it('is nothing but the step that came, after one that stays as it is', () => {
    const told = lines([create], [create, append])
    expect(told.filter((line) => !line.startsWith(' ')).every((line) => line.startsWith('+'))).toBe(true)
    expect(told.join('\n')).not.toContain('No newline')
  })

  it('names the step that a field takes from, and not the id of it', () => {
    const told = lines([create], [create, append]).join('\n')
    expect(told).toContain('Step 1: create_note · note_id')
    expect(told).not.toContain(`${create.id}.`)
  })

  it('tells what a step does below what it is called, and not twice', () => {
    const named = { ...create, title: 'Write it down' }
    expect(lines([create], [named])).toEqual(
      expect.arrayContaining(['-Step 1: create_note', '+Step 1: Write it down', '+  create_note']),
    )
    expect(lines([create], [create, append]).filter((line) => line.includes('append_to_note'))).toHaveLength(
      1,
    )
  })
})
