import { describe, expect, it } from 'vitest'
import { replacedShare, tooMuchReplaced } from './replaced'

describe('the share of a text that an edit replaces', () => {
  it('is never more than the whole text', () => {
    // A last line that gets a line end counts with it, which the text did not have.
    expect(replacedShare(11, [12, 12])).toBe(1)
  })

  it('is the smaller of what counts as replaced', () => {
    expect(replacedShare(100, [80, 20])).toBe(0.2)
    expect(tooMuchReplaced(0.2)).toBe(false)
  })
})
