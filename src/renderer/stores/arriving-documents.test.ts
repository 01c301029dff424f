import { beforeEach, expect, it } from 'vitest'
import {
  dropArriving,
  forgetArriving,
  searchesArrived,
  takeArriving,
  useArriving,
} from './arriving-documents'

const now = () => ({ ...useArriving.getState() })
beforeEach(() => {
  forgetArriving()
  searchesArrived()
})

it('a document that is read is at work until it ends, and has arrived only where it is ready', () => {
  for (const id of ['a', 'b', 'c']) takeArriving({ id, status: 'pending' })
  takeArriving({ id: 'a', status: 'processing' })
  takeArriving({ id: 'b', status: 'error' })
  dropArriving('c')
  expect(now()).toEqual({ someAtWork: true, someArrived: false })
  takeArriving({ id: 'a', status: 'complete' })
  expect(now()).toEqual({ someAtWork: false, someArrived: true })
  searchesArrived()
  expect(now()).toEqual({ someAtWork: false, someArrived: false })
})

it('a document that was ready already has not arrived by being changed', () => {
  takeArriving({ id: 'a', status: 'complete' })
  expect(now()).toEqual({ someAtWork: false, someArrived: false })
})

it('what is at work is forgotten where a connection was away, and does not arrive later', () => {
  takeArriving({ id: 'a', status: 'pending' })
  forgetArriving()
  takeArriving({ id: 'a', status: 'complete' })
  expect(now()).toEqual({ someAtWork: false, someArrived: false })
})
