import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Note, NoteLine } from '../../shared/contract/notes'

const core = vi.hoisted(() => ({ answers: [] as PromiseWithResolvers<unknown>[] }))
vi.mock('../app/client', () => ({
  client: {
    notes: {
      get: () => {
        const answer = Promise.withResolvers<unknown>()
        core.answers.push(answer)
        return answer.promise
      },
    },
  },
}))
vi.mock('../app/host', () => ({ pageHost: undefined }))
vi.mock('./batches', () => ({ deleteByHand: undefined }))

import { noteOfLink, openNote, takeNote, useNotes } from './notes'

const note = (revision: number) => ({ id: 'n', revision, title: `${revision}` }) as unknown as Note & NoteLine
const open = () => useNotes.getState().open?.revision

beforeEach(() => {
  core.answers.length = 0
  useNotes.setState({ open: null, missing: null, lines: null, hits: null })
})

describe('the open note', () => {
  it('is not what an earlier question is answered after a later one', async () => {
    const first = openNote('n')
    takeNote(note(2))
    core.answers[1]?.resolve(note(2))
    await expect.poll(() => open()).toBe(2)
    core.answers[0]?.resolve(note(1))
    await first
    expect(open()).toBe(2)
  })

  it('is the newest answer where they come in their order', async () => {
    const first = openNote('n')
    takeNote(note(2))
    core.answers[0]?.resolve(note(1))
    await first
    core.answers[1]?.resolve(note(2))
    await expect.poll(() => open()).toBe(2)
  })
})

describe('the note that a link leads to', () => {
  const line = (id: string, title: string, updatedAt: number) => ({ id, title, updatedAt }) as NoteLine
  const lines = [
    line('a', 'Tide tables', 3),
    line('b', 'tide  Tables', 5),
    line('c', 'Either/or', 1),
    line('d', 'Or', 2),
    line('e', 'C# basics', 2),
    line('f', 'C', 2),
  ]
  const idOf = (target: string) => noteOfLink(lines, { target, title: target.replace(/#.*/u, '') })?.id

  it('is called so, whatever the case, and of several the one that was changed last', () => {
    expect(idOf('TIDE tables')).toBe('b')
    expect(noteOfLink(lines.toReversed(), { target: 'Tide tables', title: 'Tide tables' })?.id).toBe('b')
  })

  it('is found behind the folders of the program that the link comes from, but as it is written first', () => {
    expect(idOf('sea/Tide tables')).toBe('b')
    expect(idOf('Either/or')).toBe('c')
    expect(idOf('Neither/or')).toBe('d')
    expect(idOf('C# basics')).toBe('e')
    expect(idOf('C#Pointers')).toBe('f')
    expect(idOf('Lamps')).toBeUndefined()
  })
})
