import { beforeEach, expect, it, vi } from 'vitest'

vi.mock('../app/client', () => ({ client: {} }))

import type { Change } from '../../shared/contract/changes'
import { takeChange } from './changes'
import { notify, useToasts } from './toasts'

const titles = () => useToasts.getState().toasts.map(({ title }) => title)
// Only what is looked at.
const change = (more: Partial<Change>) =>
  ({ id: 'change', status: 'applied', undoes: null, preview: { changes: [] }, ...more }) as unknown as Change
const offer = (title: string, takesBack: string[]) =>
  notify({ tone: 'success', title, action: { label: 'Undo', onSelect: vi.fn() }, takesBack })

beforeEach(() => useToasts.setState({ toasts: [] }))

it('offers no undo of what was undone in another way', () => {
  offer('First', ['one'])
  offer('Second', ['two'])
  takeChange(change({ id: 'one', status: 'applied' }))
  expect(titles()).toEqual(['First', 'Second'])
  takeChange(change({ id: 'three', undoes: 'one' }))
  expect(titles()).toEqual(['Second'])
  takeChange(change({ id: 'two', status: 'undone' }))
  expect(titles()).toEqual([])
})

it('tells of those that are left where a note is about several', () => {
  notify({
    tone: 'success',
    title: 'Three',
    takesBack: ['a', 'b', 'c'],
    retell: (id) => offer(`Not ${id}`, ['a']),
  })
  takeChange(change({ id: 'b', status: 'undone' }))
  expect(titles()).toEqual(['Not b'])
})
