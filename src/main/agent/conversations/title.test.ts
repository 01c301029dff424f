import { describe, expect, it } from 'vitest'
import { titleIn, titleOf } from './title'

describe('a title', () => {
  it('is the whole message when it is short', () => {
    expect(titleOf('  What is\n this? ')).toBe('What is this?')
  })
  it('is cut at a word, or inside of a very long one', () => {
    expect(titleOf('word '.repeat(30))).toBe(`${'word '.repeat(11).trim()}…`)
    expect([...titleOf('😀'.repeat(100))]).toHaveLength(60)
  })
  it('is never empty', () => {
    expect(titleOf(' \n ')).toBe('New conversation')
  })
})

describe('a model’s answer', () => {
  it.each([
    ['High water', 'High water'],
    ['  "High water at noon."\n\nIt is short.', 'High water at noon'],
    ['# **High** _water_ of `2026`', 'High water of 2026'],
    ['„Hochwasser am Mittag“', 'Hochwasser am Mittag'],
    ['- [High water](https://evil.example/?q=1)', 'High water'],
    ['<b>High</b> water <img src=x onerror=alert(1)>', 'High water'],
    ['snake_case in file_name.md', 'snake_case in file_name.md'],
    ['C# and 3 > 2', 'C# and 3 > 2'],
    ['And so on...', 'And so on...'],
    ['<think>The person asks about tides.</think>\nHigh water', 'High water'],
    ['<think>The person asks about', ''],
    ['High\u202e retaw\u200b\u0007\u{e0041} \u2800 at\tnoon', 'High retaw at noon'],
    ['*** \u200b', ''],
    ['', ''],
  ])('%j gives the title %j', (said, title) => {
    expect(titleIn(said)).toBe(title)
  })

  it('is cut where it is too long for a title', () => {
    expect([...titleIn('tide '.repeat(40))].length).toBeLessThanOrEqual(60)
  })
})
