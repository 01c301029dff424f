import { describe, expect, it } from 'vitest'
import { holdsWords } from './fitting-names'

describe('a name that is looked for', () => {
  it('finds words in any order, case and accent', () => {
    expect(holdsWords('Ärger im Hafen', 'hafen arg')).toBe(true)
    expect(holdsWords('Ärger im Hafen', 'hafen boot')).toBe(false)
    expect(holdsWords('Große Straße', 'strasse gross')).toBe(true)
    expect(holdsWords('Anything', ' ')).toBe(true)
  })
})
