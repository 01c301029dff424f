import type { XmlAttributes } from '../package/xml'
import {
  type CountedLevel,
  type CountFormat,
  type Counts,
  countNext,
  startOf,
} from '../structure/count-levels'

/** Levels of a paragraph (ECMA-376, part 1, 21.1.2.2.7). */
const LEVELS = 9

/** How a paragraph is numbered: the type of its `buAutoNum` with where it starts. */
export type AutoNumber = { readonly type: string; readonly start: number }

/** Reads `buAutoNum`. */
export function autoNumberOf({ type = '', startAt }: XmlAttributes): AutoNumber {
  return { type, start: startAt === undefined ? 1 : startOf(startAt) }
}

/** Counts the paragraphs of a shape in order; gives each its label, or null where it has a bullet or none. */
export function createAutoNumbers(): (level: number, auto: AutoNumber | null) => string | null {
  const counts: Counts = []
  const levels: (CountedLevel | undefined)[] = []
  return (level, auto) => {
    const at = Math.min(LEVELS - 1, Math.max(0, level))
    if (auto === null) {
      counts.length = Math.min(counts.length, at)
      return null
    }
    const own = levelOf(auto, at)
    const before = levels[at]
    if (before?.text !== own.text || before.format !== own.format || before.start !== own.start) {
      counts.length = Math.min(counts.length, at)
    }
    levels[at] = own
    return countNext(counts, at, levels)
  }
}

/** The types are the format's name and the sign's (20.1.10.61); numbers of other scripts are counted in digits. */
function levelOf({ type, start }: AutoNumber, at: number): CountedLevel {
  const number = `%${at + 1}`
  const text = type.endsWith('ParenBoth')
    ? `(${number})`
    : type.endsWith('ParenR')
      ? `${number})`
      : type.endsWith('Plain')
        ? number
        : `${number}.`
  return { start, format: formatOf(type), text, restart: null, isLegal: false }
}

function formatOf(type: string): CountFormat {
  if (type.startsWith('alphaLc')) return 'a'
  if (type.startsWith('alphaUc')) return 'A'
  if (type.startsWith('romanLc')) return 'i'
  return type.startsWith('romanUc') ? 'I' : '1'
}
