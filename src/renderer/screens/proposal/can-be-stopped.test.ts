import { expect, it } from 'vitest'
import { canBeStopped } from './can-be-stopped'

const approved = { status: 'approved' } as const
/** What a catalog tells of a tool that may send something, by what it is given. */
const info: Parameters<typeof canBeStopped>[2] = {}

it('offers Stop for what brings something in from a host, and for what may reach anything', () => {
  expect(canBeStopped(approved, { sends: ['example.org'] }, info)).toBe(true)
  expect(canBeStopped(approved, {}, { ...info, reachesOut: true })).toBe(true)
  expect(canBeStopped(approved, undefined, { ...info, reachesOut: true })).toBe(true)
})

it('offers none where the tool could send and this call does not, as with a file of this machine', () => {
  expect(canBeStopped(approved, {}, info)).toBe(false)
  expect(canBeStopped(approved, undefined, info)).toBe(false)
})

it('offers none before it is approved or once it is done', () => {
  for (const status of ['pending', 'applied', 'failed'] as const) {
    expect(canBeStopped({ status }, { sends: ['example.org'] }, { ...info, reachesOut: true })).toBe(false)
  }
})

it('offers Stop for what is applied and has begun something that goes on', () => {
  expect(canBeStopped({ status: 'applied', goesOn: true }, {}, info)).toBe(true)
})
