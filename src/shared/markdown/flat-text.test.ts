import { describe, expect, it } from 'vitest'
import { workedMs } from '../../../tests/support/processor-time'
import { flatText } from './flat-text'

describe('flatText', () => {
  it('joins the lines of plain text by spaces', () => {
    expect(flatText('  one\n two\n\n three  - four 5 * 6\n')).toBe('one two three - four 5 * 6')
  })

  it('shows headings, lists, quotes and tables without their marks', () => {
    const text =
      '## § 3 Deposit\n\nThree rents,\npaid in parts.\n\n- [ ] call the bank\n- send *minutes*\n> said\n\n| Room | Area |\n|---|:-:|\n| Kitchen | 11 m² |\n\nEnd.'
    expect(flatText(text)).toBe(
      '§ 3 Deposit · Three rents, paid in parts. · call the bank · send *minutes* · said · Room · Area · Kitchen · 11 m² · End.',
    )
  })

  it('takes an escaped bar for one of the words of its cell, and leaves empty cells out', () => {
    expect(flatText('| Pipe | Sign | |\n|---|---|---|\n| cat a \\| sort | | yes |')).toBe(
      'Pipe · Sign · cat a | sort · yes',
    )
  })

  it('leaves signs alone that are no marks', () => {
    expect(flatText('#include <a>\n-5 degrees\na | b')).toBe('#include <a> -5 degrees a | b')
    expect(flatText('')).toBe('')
  })
  it('takes no longer than its text is long for lines that each seem to begin a table', () => {
    const started = workedMs()
    flatText('-|-\n'.repeat(20_000))
    expect(workedMs() - started).toBeLessThan(1000)
  })
})
