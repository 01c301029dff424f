import { expect, it } from 'vitest'
import { oneLine } from './one-line'

it.each([
  ['a name as it is', 'Küste – 海 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👩‍🚀 می‌خواهم', 'Küste – 海 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👩‍🚀 می‌خواهم'],
  ['line ends and many blanks as one blank', ' Sea\n\t\u2028 2 \u00a0 of\0it ', 'Sea 2 of it'],
  ['nothing that turns text', '\u202etxt.\u2066exe', 'txt.exe'],
  ['nothing that can’t be seen', 'Al\u200bpha\u{e0041}\u3164 \u2060 b', 'Alpha b'],
  ['one form of a letter with its accent', 'Cafe\u0301', 'Caf\u00e9'],
  ['no half of a character', 'lone \ud800 half', 'lone \ufffd half'],
  ['nothing of what is all hidden', '\u200b\u2800\u200d', ''],
])('keeps %s', (_what, text, line) => {
  expect(oneLine(text)).toBe(line)
})
