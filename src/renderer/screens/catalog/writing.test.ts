import { beforeEach, expect, it, vi } from 'vitest'

vi.mock('../../stores/page', () => ({ goTo: () => undefined }))

import { useToasts } from '../../stores/toasts'
import { writingOf } from './writing'

beforeEach(() => useToasts.setState({ toasts: [] }))

interface Draft {
  readonly id: string | null
  readonly revision: number
  readonly text: string
}

/** What is written of one that is stored with a revision, as it was drawn with `drawn` and is `there` by now. */
function writing(revision: number, drawn: Draft | undefined, there: { kept: Draft | undefined }) {
  return writingOf<Draft>({
    ...{ screen: 'missions', place: 'a', stored: { revision }, kept: drawn },
    draftOf: () => ({ id: 'a', revision, text: 'as stored' }),
    latest: () => there.kept,
    change: (draft) => {
      there.kept = draft
    },
    drop: () => {
      there.kept = undefined
    },
  })
}

const begun: Draft = { id: 'a', revision: 1, text: 'begun' }
const goneOn: Draft = { ...begun, text: 'gone on' }

it('has nothing to save and has not moved where nothing is written', () => {
  expect(writing(2, undefined, { kept: undefined })).toMatchObject({
    ...{ unsaved: false, moved: false },
    draft: { text: 'as stored' },
  })
})

it('has moved where somebody saved it since the writing began', () => {
  expect(writing(1, begun, { kept: begun })).toMatchObject({ unsaved: true, moved: false })
  expect(writing(2, begun, { kept: begun })).toMatchObject({ unsaved: true, moved: true })
})

it('gives up all that was written, and brings all of it back', () => {
  const there = { kept: goneOn as Draft | undefined }
  writing(1, begun, there).drop()
  expect(there.kept).toBeUndefined()
  useToasts.getState().toasts[0]?.action?.onSelect()
  expect(there.kept).toEqual(goneOn)
})

it('goes on with all that was written on top of what is stored now', () => {
  const there = { kept: goneOn as Draft | undefined }
  writing(2, begun, there).keepMine()
  expect(there.kept).toEqual({ ...goneOn, revision: 2 })
})
