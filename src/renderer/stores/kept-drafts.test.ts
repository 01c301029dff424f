import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { create } from 'zustand'
import { createDraftStorage, type Drafts, keepDrafts, newPlace } from './kept-drafts'

vi.mock('../app/host', () => ({ pageHost: undefined }))

interface Letter {
  readonly id: string | null
  readonly text: string
}
const letterSchema = z.object({ id: z.string().nullable(), text: z.string() })

let stored: Map<string, string>
/** Characters that the browser keeps. */
let room: number
beforeEach(() => {
  stored = new Map()
  room = Number.POSITIVE_INFINITY
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > room) throw new Error('QuotaExceededError')
      stored.set(key, value)
    },
  })
})

/** The store of an area as it is after a load of the page. */
function load(most?: number) {
  const kept = createDraftStorage<Letter>('letters', letterSchema, most)
  const store = create<{ readonly drafts: Drafts<Letter>; readonly shown: number }>(() => ({
    drafts: kept.read(),
    shown: 1,
  }))
  return { ...keepDrafts(store, kept), state: store.getState }
}

describe('what is written and not saved', () => {
  it('is there again after a reload, new or not, until it is given up', () => {
    const before = load()
    before.change({ id: null, text: 'A new one' })
    before.change({ id: 'a', text: 'One' })
    before.change({ id: 'a', text: 'One more' })
    const after = load()
    expect(after.state()).toEqual({
      drafts: { [newPlace]: { id: null, text: 'A new one' }, a: { id: 'a', text: 'One more' } },
      shown: 1,
    })
    after.drop(null)
    after.drop('a')
    expect(load().state().drafts).toEqual({})
  })

  it('goes once it is saved', () => {
    const letters = load()
    letters.change({ id: 'a', text: 'One' })
    const settle = letters.saving('a')
    settle((writtenOn) => writtenOn)
    expect(load().state().drafts).toEqual({})
  })

  it('stays where it was written on while it was being saved, as of what was saved', () => {
    const letters = load()
    letters.change({ id: null, text: 'One' })
    const settle = letters.saving(null)
    letters.change({ id: null, text: 'One more' })
    settle((writtenOn) => ({ ...writtenOn, id: 'a' }))
    expect(load().state().drafts).toEqual({ a: { id: 'a', text: 'One more' } })
  })

  it('stays on the page where the browser is full, and goes from the oldest where there is much', () => {
    const letters = load(2)
    for (const id of ['a', 'b', 'c']) letters.change({ id, text: id })
    expect(Object.keys(letters.state().drafts)).toEqual(['a', 'b', 'c'])
    expect(Object.keys(load().state().drafts)).toEqual(['b', 'c'])
    letters.change({ id: 'a', text: 'a again' })
    expect(Object.keys(load().state().drafts)).toEqual(['c', 'a'])
    room = 0
    letters.change({ id: 'd', text: 'd' })
    expect(letters.state().drafts.d).toEqual({ id: 'd', text: 'd' })
  })

  it.each(['{', '{"a":{"id":"a"}}', '[]'])(
    'is passed over where it is stored in another form: %s',
    (text) => {
      stored.set('letters', text)
      expect(load().state().drafts).toEqual({})
    },
  )
})
