import type { Range } from '../sentences'
import { lineAt, longestWhole } from './text-lines'

/** A mark of a point that begins no line of words. */
export const bullet = /^[ \t]*[-*+•‣▪◦●]\s/u
/** A dash or a number, which may also begin a line of words. */
export const numbered = /^[ \t]*(?:–|\d{1,3}[.)])\s/u
/** A line that goes on with the point above it. */
const indented = /^[ \t]+\S/u

/** Widens a range that announces a list by the points of the list that follows at once. */
export function withPoints(text: string, { start, end }: Range): Range {
  if (!announces(text, { start, end })) return { start, end }
  return { start, end: pointsEnd(text, end) }
}

/** Whether a piece of a text says that something follows: by a colon, or as a line that ends open right above a point. */
export function announces(text: string, { start, end }: Range): boolean {
  const words = text.slice(start, end).trimEnd()
  if (/[:：]$/u.test(words)) return true
  const at = start + words.length
  const below = /^[ \t]*\n([^\n]*)/u.exec(text.slice(at))?.[1] ?? ''
  const endsOpen = /[\p{L}\p{N},]$/u.test(words) && bullet.test(below)
  return endsOpen && !isPointAt(text, start) && listAt(text, at - 1) === null
}

/** Whether a sentence announces a list, or is the first of its points. */
export function opensList(text: string, { start, end }: Range): boolean {
  if (announces(text, { start, end })) return pointsEnd(text, end) > end
  if (!isPointAt(text, start)) return false
  const list = listAt(text, start)
  return list !== null && list.start === lineAt(text, start).start
}

/** Whether a line begins a point of a list. */
function beginsPoint(line: string): boolean {
  return bullet.test(line) || numbered.test(line)
}

/**
 * Whether what begins at `at`, with its mark or behind it, is a point of a list. A number may begin a heading as well: it
 * begins a point where the next one stands beside it.
 */
export function isPointAt(text: string, at: number): boolean {
  const line = lineAt(text, at)
  const words = text.slice(line.start, line.end)
  const mark = bullet.exec(words) ?? numbered.exec(words)
  // Behind the mark may stand a box to tick.
  if (mark === null || !/^(?:\[[ xX]\]\s+)?$/u.test(words.slice(mark[0].length, at - line.start)))
    return false
  return bullet.test(words) || listAt(text, at) !== null
}

/**
 * The list in which the character at `at` stands, from its first point on as far as it can be quoted; null outside of one of
 * several points, and where `at` is beyond what can be quoted.
 */
export function listAt(text: string, at: number): Range | null {
  let first: Range | null = null
  for (let line = lineAt(text, at); ; line = lineAt(text, line.start - 1)) {
    const words = text.slice(line.start, line.end)
    if (beginsPoint(words)) first = line
    else if (words.trim() !== '' && !indented.test(words)) break
    if (line.start === 0) break
  }
  if (first === null) return null
  const end = pointsEnd(text, first.start)
  const points = text.slice(first.start, end).split('\n').filter(beginsPoint).length
  return points > 1 && at < end ? { start: first.start, end } : null
}

/**
 * Whether the second of two sentences belongs to something else than the first, right above it: a list ends between them, or
 * begins without being announced, or the second begins something new by announcing what follows. A point may go on in lines
 * that nothing sets apart, as in the text of a page: it ends at an empty one.
 */
export function areOtherBlocks(text: string, above: Range, below: Range): boolean {
  const [from, to] = [listStart(text, above.start), listStart(text, below.start)]
  if (from === null) return to === null ? isLabel(text, below) : !announces(text, above)
  return from !== to && (to !== null || /\n[^\S\n]*\n/u.test(text.slice(above.end, below.start)))
}

/** Where the list begins in which a sentence stands, be it of one point; null outside of lists. */
function listStart(text: string, at: number): number | null {
  const list = listAt(text, at)
  if (list !== null) return list.start
  return bullet.test(text.slice(lineAt(text, at).start, lineAt(text, at).end)) ? lineAt(text, at).start : null
}

/** Whether a line of its own says what the points below it are. */
function isLabel(text: string, range: Range): boolean {
  const line = lineAt(text, range.start)
  return line.end === range.end && line.start === range.start && announces(text, range)
}

/** Where the points end that begin at `from`, as far as they can be quoted. */
function pointsEnd(text: string, from: number): number {
  let to = from
  let isInPoint = false
  for (const line of text.slice(from, from + longestWhole * 2).matchAll(/([^\n]*)(?:\n|$)/gu)) {
    const [whole, words = ''] = line
    const begins = beginsPoint(words)
    const goesOn = isInPoint && indented.test(words)
    if (whole === '' || (words.trim() !== '' && !begins && !goesOn)) break
    const lineEnd = from + line.index + words.trimEnd().length
    if (lineEnd - from > longestWhole) break
    if (begins) isInPoint = true
    if (words.trim() !== '') to = lineEnd
  }
  return to
}
