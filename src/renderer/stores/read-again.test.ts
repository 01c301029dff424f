import { beforeEach, expect, it } from 'vitest'
import type { Document } from '../../shared/contract/document'
import { dropReading, followReading, takeReading } from './read-again'
import { useToasts } from './toasts'

const told = () => useToasts.getState().toasts.map(({ title, detail }) => ({ title, detail }))
const is = (id: string, status: Document['status'], error: string | null = null) =>
  takeReading({ id, title: id, status, error } as Document)

beforeEach(() => useToasts.setState({ toasts: [] }))

it('says that a document failed again, also where that is told before the answer, and why', async () => {
  await followReading(['scan'], async () => {
    // A change of its title meanwhile is no end.
    is('scan', 'error', 'Damaged.')
    expect(told()).toEqual([])
    is('scan', 'pending')
    is('scan', 'error', 'Damaged.')
  })
  expect(told()).toEqual([{ title: 'Reading “scan” again failed', detail: 'Damaged.' }])
  is('scan', 'error', 'Damaged.')
  expect(told()).toHaveLength(1)
})

it('says once how many failed of those that were asked for together', async () => {
  await followReading(['a', 'b', 'c', 'd'], async () => {})
  for (const id of ['a', 'b', 'c']) is(id, 'processing')
  is('a', 'error')
  is('b', 'complete')
  is('c', 'error')
  expect(told()).toEqual([])
  dropReading('d')
  expect(told()).toMatchObject([{ title: 'Reading 2 documents again failed; the table says why' }])
})

it('says nothing of what was not begun, or went well', async () => {
  await expect(followReading(['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  is('a', 'processing')
  is('a', 'error')
  await followReading(['b'], async () => is('b', 'pending'))
  is('b', 'complete')
  expect(told()).toEqual([])
})
