/** How much speaks for a word being another one misspelt: it is taken for it, it counts less, or it is left alone. */
export type Likelihood = 'sure' | 'unsure' | 'none'

/** What another word differs by. */
type Edit =
  /** Two neighbours swapped, or a letter doubled or not: hardly any other word differs so. */
  | 'slip'
  /** A key hit beside the right one, or a letter too many or too few within the word. */
  | 'key'
  /** A letter more or less at the end, as an ending has it. */
  | 'end'
  /** Any other letter, as one word has it and another has not. */
  | 'other'
  | 'several'

// The least letters of a word at which an edit proves so much, as counted on 4,000 words that a collection lacks and as
// many misspelt ones: with another letter in a word of four, most are other words; with two letters swapped, hardly any.
const SURE_KEY = 7
const SURE_KEY_BESIDE = 5
const SURE_END = 8
const UNSURE_LONG = 6

/**
 * Tells whether a word that is nowhere may be one that is somewhere. `beside` says whether the other stands in a passage
 * with another word of the query; null where the query has none. The shorter a word, the more other words are near it.
 */
export function likelihood(form: string, other: string, beside: boolean | null): Likelihood {
  const edit = editOf(form, other)
  if (edit === 'slip') return 'sure'
  if (beside === false && edit !== 'key') return 'none'
  const { length } = form
  if (edit === 'several') return 'unsure'
  // People get the beginning right, and a word that begins otherwise is another one.
  const isKey = edit === 'key' && form[0] === other[0]
  if (isKey && (length >= SURE_KEY || (beside === true && length >= SURE_KEY_BESIDE))) return 'sure'
  if (edit === 'end' && beside === true && length >= SURE_END) return 'sure'
  if (length >= UNSURE_LONG) return beside === false && length < SURE_KEY && !isKey ? 'none' : 'unsure'
  return isKey && beside !== false ? 'unsure' : 'none'
}

function editOf(form: string, other: string): Edit {
  let start = 0
  while (start < form.length && start < other.length && form[start] === other[start]) start++
  let end = 0
  const shorter = Math.min(form.length, other.length)
  while (end < shorter - start && form.at(-1 - end) === other.at(-1 - end)) end++
  const [mine, theirs] = [form.slice(start, form.length - end), other.slice(start, other.length - end)]
  if (mine.length === 2 && theirs === `${mine[1]}${mine[0]}`) return 'slip'
  if (mine.length + theirs.length === 1) {
    const letter = mine + theirs
    if (form[start - 1] === letter) return 'slip'
    return end === 0 ? 'end' : 'key'
  }
  if (mine.length === 1 && theirs.length === 1) return isBeside(mine, theirs) ? 'key' : 'other'
  return 'several'
}

// Folded, as words are compared.
const keyboards = [
  ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['qwertzuiop', 'asdfghjkl', 'yxcvbnm'],
  ['йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю'],
  ['ضصثقفغعهخحجد', 'شسيبلاتنمكط', 'ئءؤرلاىهوزظ'],
].map((rows) => new Map(rows.flatMap((row, y) => [...row].map((key, x) => [key, { x, y }] as const))))

/** How far each row of keys is moved to the right, in keys. */
const rowShift = [0, 0.25, 0.75]

function isBeside(one: string, other: string): boolean {
  return keyboards.some((keys) => {
    const [a, b] = [keys.get(one), keys.get(other)]
    if (a === undefined || b === undefined || Math.abs(a.y - b.y) > 1) return false
    return Math.abs(a.x + (rowShift[a.y] ?? 0) - b.x - (rowShift[b.y] ?? 0)) <= 1
  })
}
