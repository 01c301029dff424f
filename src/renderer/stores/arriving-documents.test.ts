import { beforeEach, expect, it } from 'vitest'
import {
  dropArriving,
  forgetArriving,
  searchesArrived,
  takeArriving,
  useArriving,
} from './arriving-documents'

const now = () => {
  const { atWork, someArrived } = useArriving.getState()
  return { atWork: [...atWork], someArrived }
}
beforeEach(() => {
  forgetArriving()
  searchesArrived()
})

it('a document that is read is at work until it ends, and has arrived only where it is ready', () => {
  for (const id of ['a', 'b', 'c']) takeArriving({ id, status: 'pending' })
  takeArriving({ id: 'a', status: 'processing' })
  expect(now()).toEqual({ atWork: ['a', 'b', 'c'], someArrived: false })
  takeArriving({ id: 'b', status: 'error' })
  dropArriving('c')
  expect(now()).toEqual({ atWork: ['a'], someArrived: false })
  takeArriving({ id: 'a', status: 'complete' })
  expect(now()).toEqual({ atWork: [], someArrived: true })
  searchesArrived()
  expect(now()).toEqual({ atWork: [], someArrived: false })
})

it('a document that was ready already has not arrived by being changed', () => {
  takeArriving({ id: 'a', status: 'complete' })
  expect(now()).toEqual({ atWork: [], someArrived: false })
})
