/** What may stand before a title on its line: "2.1", "A.3", "IV.", "Chapter 2:"; of folded text. */
const HEADING_NUMBER =
  /^(?:(?:chapter|appendix|part|section|kapitel|anhang|teil)[ \t]+)?(?:\d|[a-z]\b|[ivx]+\b)[\d.]*[:.)]?[ \t]+$/

/** No number before a title is longer (UTF-16 units). */
const LONGEST_NUMBER = 60

/** Words of a title that are compared; a long one is broken over lines and its end may differ. */
const COMPARED_WORDS = 12

const SPACES = /\s+/y

/** A text in which upper and lower case are one, unit by unit: the few letters that would become longer stay. */
export function foldCase(text: string): string {
  const folded = fold(text)
  if (folded.length === text.length) return folded
  return Array.from(text, (letter) => {
    const alone = fold(letter)
    return alone.length === letter.length ? alone : letter
  }).join('')
}

/** By way of the upper case, in which letters are one that have two lower ones (`µ` and `μ`, `ς` and `σ`). */
function fold(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ')
}

/**
 * Looks for a title, of one line, at the start of a line of a page, with or without a number and however it is spaced;
 * answers where that line starts, and -1 for nowhere behind `from`. By hand: an outline has thousands of entries, and an
 * expression for each costs more than the search.
 */
export function findTitle(foldedPage: string, title: string, from: number): number {
  const [first = '', ...rest] = foldCase(title).split(' ').slice(0, COMPARED_WORDS)
  if (first === '') return -1
  for (let at = foldedPage.indexOf(first, from); at !== -1; at = foldedPage.indexOf(first, at + 1)) {
    const start = startOfLine(foldedPage, at, from)
    if (start === -1 || (start !== at && !HEADING_NUMBER.test(foldedPage.slice(start, at)))) continue
    if (hasWords(foldedPage, at + first.length, rest)) return start
  }
  return -1
}

/** Where the line of `at` starts; -1 if that is before `from`, or too far for a number. */
function startOfLine(text: string, at: number, from: number): number {
  const least = Math.max(from, at - LONGEST_NUMBER)
  for (let start = at; start >= least; start--) {
    if (start === 0 || text.charCodeAt(start - 1) === 0x0a) return start
  }
  return -1
}

function hasWords(text: string, at: number, words: readonly string[]): boolean {
  let end = at
  for (const word of words) {
    SPACES.lastIndex = end
    if (!SPACES.test(text) || !text.startsWith(word, SPACES.lastIndex)) return false
    end = SPACES.lastIndex + word.length
  }
  return true
}
