import { expect, it } from 'vitest'
import { createParsedAhead } from './parsed-ahead'

const open = () => {
  const asked: string[] = []
  const ahead = createParsedAhead((text) => {
    asked.push(text)
    return { text, blocks: [], finished: 0 }
  })
  return { asked, ahead }
}

it('parses a text once and gives what it came to', () => {
  const { asked, ahead } = open()
  expect(ahead.get('One')).toBeUndefined()
  ahead.add('One')
  ahead.add('One')
  expect(ahead.get('One')?.text).toBe('One')
  expect(asked).toEqual(['One'])
})

it('forgets the first of too many', () => {
  const { ahead } = open()
  for (let index = 0; index <= 120; index++) ahead.add(String(index))
  expect(ahead.has('0')).toBe(false)
  expect(ahead.has('1')).toBe(true)
  expect(ahead.has('120')).toBe(true)
})
