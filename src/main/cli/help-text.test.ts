import { expect, it } from 'vitest'
import { commands } from './commands'
import { helpOn, helpText } from './help-text'

it('names every command with what it takes, in lines that a terminal holds', () => {
  const help = helpText(commands)
  for (const [name, { usage, summary }] of Object.entries(commands)) {
    const inOneLine = help.replace(/\n {7,}(?=\S)/gu, ' ')
    expect(inOneLine).toContain(`\n  ${`${name} ${usage}`.trim()} `.trimEnd())
    expect(help.replace(/\s+/gu, ' ')).toContain(summary)
    for (const line of helpOn(name, { usage, summary }).split('\n'))
      expect(line.length).toBeLessThanOrEqual(80)
  }
  for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  expect(help).toContain('--json')
  expect(help).toMatch(/3 a proposal is waiting/u)
})
