import { beforeEach, expect, it, vi } from 'vitest'

const page = vi.hoisted(() => ({ places: [] as unknown[] }))
vi.mock('../../stores/page', () => ({ goTo: (place: unknown) => page.places.push(place) }))

import { useToasts } from '../../stores/toasts'
import { offerBack } from './tell-dropped'

beforeEach(() => useToasts.setState({ toasts: [] }))

const place = { screen: 'tasks', id: 'new' } as const

/** Presses the way back of the message, which goes with that. */
function bringBack(): void {
  const [toast, ...others] = useToasts.getState().toasts
  expect(others).toEqual([])
  useToasts.setState({ toasts: [] })
  toast?.action?.onSelect()
}

it('brings back what was dropped, also where something else was begun, which is offered in turn', () => {
  let there: string | undefined
  const from = { place, latest: () => there, change: (draft: string) => (there = draft) }
  offerBack('first', from)
  there = 'second'
  bringBack()
  expect(there).toBe('first')
  bringBack()
  expect(there).toBe('second')
  expect(page.places).toEqual([place, place])
})

it('offers nothing more where nothing else was begun', () => {
  let there: string | undefined
  offerBack('first', { place, latest: () => there, change: (draft: string) => (there = draft) })
  bringBack()
  expect(there).toBe('first')
  expect(useToasts.getState().toasts).toEqual([])
})
