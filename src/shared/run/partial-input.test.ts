import { describe, expect, it } from 'vitest'
import { type Seeded, seeded, seedOfRun } from '../../../tests/support/seeded'
import { longestText, partialInput } from './partial-input'

const words = [
  '',
  'a',
  'tides.md',
  'C:\\Notes\\',
  'zwölf 🥊',
  '{"a": [1, 2',
  'line\nline\t"quoted"',
  '\u0001\\u00',
]

function anyValue(random: Seeded, depth: number): unknown {
  switch (random.below(depth === 0 ? 4 : 6)) {
    case 0:
      return random.pick(words)
    case 1:
      return random.below(1000) - 500.5
    case 2:
      return random.pick([true, false])
    case 3:
      return null
    case 4:
      return Array.from({ length: random.below(4) }, () => anyValue(random, depth - 1))
    default:
      return anyObject(random, depth - 1)
  }
}

function anyObject(random: Seeded, depth: number): object {
  const names = Array.from({ length: random.below(5) }, (_, at) => `${random.pick(words)}${at}`)
  return Object.fromEntries(names.map((name) => [name, anyValue(random, depth)]))
}

/** Whether a value is the beginning of another: with the last thing in it not there, or not to its end. */
function begins(part: unknown, all: unknown): boolean {
  if (typeof part === 'string' && typeof all === 'string')
    return all.startsWith(part.replace(/[\ud800-\udbff]$/u, ''))
  if (typeof part !== 'object' || part === null || typeof all !== 'object' || all === null)
    return part === all
  const parts = Object.entries(part)
  const alls = Object.entries(all)
  return (
    Array.isArray(part) === Array.isArray(all) &&
    parts.every(([name, value], at) => {
      const [sameName, whole] = alls[at] ?? []
      if (name !== sameName) return false
      return at < parts.length - 1 ? JSON.stringify(value) === JSON.stringify(whole) : begins(value, whole)
    })
  )
}

describe('arguments that are still arriving', () => {
  it('are a beginning of what they will be, wherever they are cut', () => {
    const random = seeded(seedOfRun())
    for (let round = 0; round < 200; round++) {
      const all = anyObject(random, 3)
      const json = random.below(2) === 0 ? JSON.stringify(all) : JSON.stringify(all, null, 2)
      const told = `seed ${random.seed}, ${json}`
      for (let end = 1; end <= json.length; end++) {
        expect(begins(partialInput(json.slice(0, end)), all), `${told.slice(0, 2000)} at ${end}`).toBe(true)
      }
      expect(partialInput(json), told).toEqual(all)
    }
  })

  it('have what is whole, and of a text that is not, what is there of it', () => {
    const json = '{"path": "/notes/tides.md", "count": 12, "content": "High water\\nat se'
    expect(partialInput(json)).toEqual({
      path: '/notes/tides.md',
      count: 12,
      content: 'High water\nat se',
    })
    expect(partialInput(json, (unfinished) => unfinished.length > 100)).toEqual({
      path: '/notes/tides.md',
      count: 12,
    })
    expect(partialInput('{"path": "/notes/tides.md", "count": 12')).toEqual({ path: '/notes/tides.md' })
    expect(partialInput('{"edits": [{"old_text": "a", "new_te')).toEqual({ edits: [{ old_text: 'a' }] })
  })

  it('are nothing where there is nothing yet, or no JSON', () => {
    for (const json of ['', ' ', 'tr', '<a>', '}', '{]', '{"a" 1,'])
      expect(partialInput(json)).toBeUndefined()
  })

  it('are read in a time that grows with their length alone, however deep they nest', () => {
    const deep = 200_000
    expect(() => partialInput('['.repeat(deep))).not.toThrow()
    expect(longestText(partialInput(`${'{"a":'.repeat(1000)}"b`))).toBe('')
  })
})

it('the longest text of arguments is found in lists too', () => {
  expect(longestText({ path: 'a', edits: [{ old_text: 'b', new_text: 'long enough' }], count: 3 })).toBe(
    'long enough',
  )
  expect(longestText({ count: 3 })).toBe('')
})
