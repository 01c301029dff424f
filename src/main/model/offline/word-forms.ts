import { isPair } from '../question-words'

/** Letters that two forms of one word begin with at least, and the share of the shorter and of the longer. */
const beginning = { letters: 4, ofShorter: 0.7, ofLonger: 0.5 }
/** The least letters of a word that may be a part of a compound. */
const partLetters = 5
/** The least letters of a word before which an article or a preposition may be written, and the most of these. */
const joined = { letters: 4, before: 3 }

/** Whether a stem is there, or another form of it: with another ending, in a compound, behind a joined article. */
export function hasForm(stems: ReadonlySet<string>, wanted: string): boolean {
  if (stems.has(wanted)) return true
  if (isPair(wanted)) return false
  for (const stem of stems) if (isFormOf(stem, wanted)) return true
  return false
}

function isFormOf(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  if (shorter.length < joined.letters) return false
  if (shorter.length >= partLetters && longer.includes(shorter)) return true
  if (longer.length - shorter.length <= joined.before && longer.endsWith(shorter)) return true
  let same = 0
  while (same < shorter.length && shorter[same] === longer[same]) same++
  return (
    same >= beginning.letters &&
    same >= beginning.ofShorter * shorter.length &&
    same >= beginning.ofLonger * longer.length
  )
}
