import { boundedBytes } from '../compound/bytes'
import { type AutoNumber, autoNumberOf } from './auto-numbers'

/** The types of numbers by which newer files name them, in the order of theirs here (MS-PPT, 2.13.27); others are counted in digits. */
const TYPES = [
  'alphaLcPeriod',
  'alphaUcPeriod',
  'arabicParenR',
  'arabicPeriod',
  'romanLcParenBoth',
  'romanLcParenR',
  'romanLcPeriod',
  'romanUcPeriod',
  'alphaLcParenBoth',
  'alphaLcParenR',
  'alphaUcParenBoth',
  'alphaUcParenR',
  'arabicParenBoth',
  'arabicPlain',
  'romanUcParenBoth',
  'romanUcParenR',
]
const USUAL = 3

/** What a style has beside its bits: a picture for a bullet, whether there is a number, and which (MS-PPT, 2.9.22). */
const PICTURE = 0x80_0000
const NUMBER = 0x100_0000
const HAS_NUMBER = 0x200_0000
/** What its letters have (MS-PPT, 2.9.15). */
const LATER_RUN = 0x10_0000
/** What its words have of two bytes each, of four, and a list of four each (MS-PPT, 2.9.32). */
const TWO_BYTES = [0x1, 0x2, 0x4, 0x40]
const LATER_WORDS = 0x20
const LIST = 0x200

/** Runs of a text name its styles with four bits (MS-PPT, 2.9.16). */
const MAX_STYLES = 16

/** The numbers of the styles that PowerPoint keeps since 2000 beside a text (MS-PPT, 2.9.67); null for each without one. */
export function readAutoNumbers(styles: Buffer): readonly (AutoNumber | null)[] {
  const numbers: (AutoNumber | null)[] = []
  let at = 0
  const bytes = boundedBytes(styles)
  const take = (count: 2 | 4): number => {
    at += count
    return bytes.number(at - count, count)
  }
  while (at + 12 <= styles.length && numbers.length < MAX_STYLES) {
    const paragraph = take(4)
    if ((paragraph & PICTURE) !== 0) take(2)
    const isNumbered = (paragraph & HAS_NUMBER) !== 0 && take(2) !== 0
    const number = (paragraph & NUMBER) === 0 ? USUAL + 0x1_0000 : take(4)
    const type = TYPES[number & 0xffff] ?? TYPES[USUAL] ?? ''
    numbers.push(isNumbered ? autoNumberOf({ type, startAt: String(number >>> 16) }) : null)
    if ((take(4) & LATER_RUN) !== 0) take(4)
    const words = take(4)
    for (const bit of TWO_BYTES) if ((words & bit) !== 0) take(2)
    if ((words & LATER_WORDS) !== 0) take(4)
    const listed = (words & LIST) === 0 ? 0 : take(4)
    at += listed * 4
  }
  return numbers
}
