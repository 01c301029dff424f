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
      linkingTo: async () => ({ notes: [], more: false }),
    },
  },
}))
vi.mock('../app/host', () => ({ pageHost: undefined }))
vi.mock('./batches', () => ({ deleteByHand: undefined }))

import { openNote, takeNote, useNotes } from './notes'

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
