/** A passage with fewer lines is not told by its lines. */
const LEAST_LINES = 4

/** Such a share of lines that lead elsewhere makes contents or an index. */
const LEADING_SHARE = 0.5

/** Entries of a bibliography go on over some lines: such a share of lines that begin one, or that have a year. */
const ENTRY_SHARE = 0.2
const LEAST_ENTRIES = 3

/** "2.5 Removing packages . . . . . 29": dots that lead to a page, or to the end of the line. */
const dotLeader = /(?:\. ?){5}\s*(?:\d{1,4}|[ivxlc]{1,7})?$/i
/** "colorspec, 28, 50, 163–165", or a line of pages alone that goes on from such a one. */
const endsInPage = /\d,?$/
const pagesBehindWord = /(?:\p{L}[^\d]*, |^)\d{1,4}(?:[-–]\d{1,4})?(?:, \d{1,4}(?:[-–]\d{1,4})?)*,?$/u
/** "[LH84] M. C. Leu and …", "[12] Leu, M. C.", or "Leu, M. C., and Hemati, N." */
const entry = /^(?:\[[\p{L}\p{N}+ ]{1,12}\]|\d{1,3}\.) \p{Lu}|^\p{Lu}[\p{L}'’-]+, \p{Lu}\./u
const year = /(?<!\d)(?:1[89]|20)\d\d(?!\d)/

/**
 * Whether a passage only leads elsewhere: a table of contents, an index, a bibliography. Each has the words of many
 * questions and the answer to none.
 */
export function isListing(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length < LEAST_LINES) return false
  const count = (sign: RegExp) => lines.filter((line) => sign.test(line)).length
  const leading = lines.filter(
    // The first looks are for speed: the expressions go over a line many times.
    (line) =>
      ((line.includes('..') || line.includes('. .')) && dotLeader.test(line)) ||
      (endsInPage.test(line) && pagesBehindWord.test(line)),
  ).length
  if (leading >= lines.length * LEADING_SHARE) return true
  const least = Math.max(LEAST_ENTRIES, lines.length * ENTRY_SHARE)
  return count(entry) >= least && count(year) >= least
}
