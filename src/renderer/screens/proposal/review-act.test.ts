import { expect, it } from 'vitest'
import { reviewAct } from './review-act'

const standing = {
  mode: 'deciding',
  open: true,
  asked: false,
  typeToConfirm: null,
  ready: true,
  busy: false,
} as const

it('approves and rejects while one decides', () => {
  expect(reviewAct('approve', standing)).toBe('approve')
  expect(reviewAct('reject', standing)).toBe('reject')
  expect(reviewAct('open', standing)).toBeNull()
  expect(reviewAct(null, standing)).toBeNull()
})

it('does not approve what must be typed, is not ready or is being applied', () => {
  expect(reviewAct('approve', { ...standing, typeToConfirm: 'delete 2' })).toBeNull()
  expect(reviewAct('approve', { ...standing, ready: false })).toBeNull()
  expect(reviewAct('approve', { ...standing, busy: true })).toBeNull()
})

it('rejects what can not be approved yet, but not what the person asked for', () => {
  expect(reviewAct('reject', { ...standing, typeToConfirm: 'delete 2', ready: false })).toBe('reject')
  expect(reviewAct('reject', { ...standing, asked: true })).toBeNull()
})

it('decides nothing while a reason or another content is written, nor when it is decided', () => {
  for (const key of ['approve', 'reject'] as const) {
    expect(reviewAct(key, { ...standing, mode: 'rejecting' })).toBeNull()
    expect(reviewAct(key, { ...standing, mode: 'editing' })).toBeNull()
    expect(reviewAct(key, { ...standing, open: false })).toBeNull()
  }
})
