/** Times that a term stands in the body, by level; sixteen levels fit in half a byte. */
const bodyTimes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 19, 24, 32, 48] as const

/** How many levels of times there are. */
export const BODY_LEVELS = bodyTimes.length

/** More times than this in a title or a section path say nothing more. */
const MOST_IN_HEADING = 3

const levels = new Uint8Array(64)
for (let times = 1; times < levels.length; times++) {
  levels[times] = bodyTimes.findLastIndex((least) => least <= times)
}

/** How often a term stands in each field of a passage, in one byte: four bits body, two title, two section. */
export function timesCode(body: number, title: number, section: number): number {
  const level = levels[Math.min(body, levels.length - 1)] ?? 0
  return level | (Math.min(title, MOST_IN_HEADING) << 4) | (Math.min(section, MOST_IN_HEADING) << 6)
}

/** Times in the body, of a code's lower half. */
export function bodyTimesOf(code: number): number {
  return bodyTimes[code & 0x0f] ?? 0
}
/** Times in the title. */
export const titleTimesOf = (code: number) => (code >> 4) & 0x03
/** Times in the section path. */
export const sectionTimesOf = (code: number) => code >> 6

/** Lengths up to this are kept exactly, longer ones to about two parts in a hundred. */
const EXACT_LENGTH = 40
const LENGTH_STEP = 1.025
const CODES = 256

const lengths = Float64Array.from({ length: CODES }, (_, code) =>
  code <= EXACT_LENGTH ? code : EXACT_LENGTH * LENGTH_STEP ** (code - EXACT_LENGTH),
)

/** A field's length in words, in one byte. */
export function lengthCode(words: number): number {
  if (words <= EXACT_LENGTH) return words
  return Math.min(
    CODES - 1,
    EXACT_LENGTH + Math.round(Math.log(words / EXACT_LENGTH) / Math.log(LENGTH_STEP)),
  )
}

/** The length that a code stands for. */
export function lengthOf(code: number): number {
  return lengths[code] ?? 0
}
