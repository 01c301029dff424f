import { expect, it } from 'vitest'
import { startOfTail } from './tail'

const path = (messages: number, perRun = 2) =>
  Array.from({ length: messages }, (_, at) => ({
    ...{ id: `m${at}`, runId: `r${Math.floor(at / perRun)}`, parentId: null, nextId: null, seq: at },
    role: 'user' as const,
  }))

it('begins so many messages before the end', () => {
  expect(startOfTail(path(200), 60, () => 1000)).toBe(140)
  expect(startOfTail(path(20), 60, () => 1000)).toBe(0)
})

it('begins with a later run where those before it are long', () => {
  expect(startOfTail(path(200), 60, () => 20_000)).toBe(170)
})

it('is never less than a window shows', () => {
  expect(startOfTail(path(200), 60, () => 50_000_000)).toBe(188)
  expect(startOfTail(path(200, 100), 60, () => 50_000_000)).toBe(188)
  expect(startOfTail(path(5), 60, () => 50_000_000)).toBe(0)
})
