import { describe, expect, it } from 'vitest'
import { limitsOf } from './remember'

describe('the limits of a remembered approval', () => {
  it('are a number of uses and a moment', () => {
    expect(limitsOf('few', 'hour', 1000)).toEqual({ uses: 5, until: 3_601_000 })
  })

  it('are left out where there is none', () => {
    expect(limitsOf('any', 'any', 1000)).toEqual({})
  })
})
