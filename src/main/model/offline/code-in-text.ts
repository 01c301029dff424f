import type { Range } from '../sentences'

/** Text with more than this share of signs that sentences and rows of tables seldom have is code. */
const signsOfCode = 0.1
/** Longer blocks of code are not quoted whole (characters): that is a page, and no answer. */
const longestWholeCode = 800

/** The line before and after a block of code. */
export const codeFence = /^[ \t]*(?:`{3,}|~{3,})/u

/** Whether a text has more signs than words have. */
export function isCodeText(text: string): boolean {
  return (text.match(/[{}()[\]<>=;$#\\/_*&^~`@+]/gu)?.length ?? 0) > text.length * signsOfCode
}

/** Where code stands between fences, with these; one that is not ended goes on to the end. */
export function fencedRanges(text: string): Range[] {
  const ranges: Range[] = []
  let open: { start: number; mark: string } | null = null
  let start = 0
  for (const line of text.split('\n')) {
    const mark = codeFence.exec(line)?.[0].trim()
    const end = start + line.length
    if (open === null && mark !== undefined) open = { start, mark }
    else if (open !== null && mark?.startsWith(open.mark) === true) {
      ranges.push({ start: open.start, end })
      open = null
    }
    start = end + 1
  }
  if (open !== null) ranges.push({ start: open.start, end: text.length })
  return ranges
}

/**
 * Widens a range so that it begins and ends inside of no block of code, and has the block that its last sentence
 * announces with a colon.
 */
export function withWholeCode(text: string, range: Range): Range {
  let { start, end } = range
  for (const fence of fencedRanges(text)) {
    if (fence.end - fence.start > longestWholeCode) continue
    const isCut = fence.start < end && start < fence.end
    if (!isCut && !isAnnounced(text, { start, end }, fence)) continue
    start = Math.min(start, fence.start)
    end = Math.max(end, fence.end)
  }
  return { start, end }
}

/** Whether a block follows at once upon a text that ends with a colon. */
function isAnnounced(text: string, { start, end }: Range, fence: Range): boolean {
  return (
    fence.start >= end &&
    /[:：]$/u.test(text.slice(start, end).trimEnd()) &&
    text.slice(end, fence.start).trim() === ''
  )
}
