import { describe, expect, it } from 'vitest'
import { placeholdersIn, placeholdersInPath } from './http-template'

describe('the fields of an address', () => {
  it('are what stands between braces, each once', () => {
    expect(placeholdersIn('https://a.example/{city}/{day}?of={city}&x={a-b}')).toEqual(['city', 'day', 'a-b'])
    expect(placeholdersIn('https://a.example/{}/{two words}/{a.b}/{open')).toEqual([])
  })

  it('stand in its path or behind that', () => {
    expect(placeholdersInPath('https://a.example/{city}?of={day}')).toEqual(['city'])
  })
})
