import type { TextPart } from '../../../shared/contract/document-layout'
import { inSpells } from '../../async/stepwise'
import { markdownLines } from '../extractors/markdown'
import type { TextForm } from '../extractors/types'

/** Characters at which a part ends at the next good place: about a screen, so that little is drawn beside what is seen. */
const usualLength = 2000
/** Characters beyond which it ends at any line, and a line anywhere. */
const longestLength = 6000
/** A longer table head or fence line is not repeated; a sheet of a thousand columns has less. */
const longestHead = 20_000
/** Times its head that a part of a table may be long: else one with many columns would be little but heads. */
const headsPerPart = 3
/** Characters beyond which a row of a table is cut, as any line is: what is behind the cut is no row any more. */
const longestRow = 60_000
/** Characters by which an empty line, or the line below the head of a table, is known. */
const knownBy = 1000

type Head = { readonly start: number; readonly end: number }

/**
 * Cuts a text into parts that can be shown one by one: in order, without gaps, at the starts of pages, and in Markdown
 * between blocks. Where a table or a block of code is longer than a part, the next part names the head to repeat.
 */
export function textParts(text: string, form: TextForm, pageStarts: readonly number[]): Promise<TextPart[]> {
  return inSpells(cutting(text, form, pageStarts))
}

/** A step for each line. */
function* cutting(text: string, form: TextForm, pageStarts: readonly number[]): Generator<void, TextPart[]> {
  const parts: TextPart[] = []
  const pages = new Set(pageStarts)
  let start = 0
  let head: Head | null = null
  let line = 1
  let firstLine = 1
  const cutAt = (at: number, next: Head | null): void => {
    if (at <= start) return
    parts.push({
      start,
      end: at,
      ...(form === 'code' ? { line: firstLine } : {}),
      ...(head === null ? {} : { head }),
    })
    start = at
    firstLine = line
    head = next
  }

  let fence: Head | null = null
  let table: Head | null = null
  let afterBlank = false
  for (const each of markdownLines(text)) {
    const inFence = form === 'markdown' && each.inFence
    const isRow = form === 'markdown' && !inFence && text[each.start] === '|'
    fence = inFence ? (fence ?? { start: each.start, end: each.end + 1 }) : null
    table = isRow ? tableHead(text, table, each) : null
    const length = each.start - start
    const longest =
      table === null
        ? longestLength
        : Math.min(longestRow, Math.max(longestLength, headsPerPart * lengthOf(table)))
    // A table is none without the line below its head.
    const isUnderHead = table !== null && table.start < each.start && table.end === each.end + 1
    const isGood =
      form === 'markdown' ? afterBlank && !inFence && !/[ \t]/u.test(text.charAt(each.start)) : true
    if (pages.has(each.start)) cutAt(each.start, null)
    else if (length >= usualLength && isGood) cutAt(each.start, null)
    else if (length > 0 && each.end - start > longest && !isUnderHead)
      cutAt(each.start, repeated(fence ?? table, each.start))
    // A line without an end in sight is cut between characters.
    const longestLine = isRow ? longestRow : longestLength
    for (let at = start + longestLine; at < each.end; at = start + longestLine)
      cutAt(isLowSurrogate(text, at) ? at + 1 : at, null)
    afterBlank = text.slice(each.start, Math.min(each.end, each.start + knownBy)).trim() === ''
    line++
    yield
  }
  cutAt(text.length, null)
  return parts
}

/** The first two rows of a table. */
function tableHead(text: string, table: Head | null, row: Head): Head {
  if (table === null) return { start: row.start, end: row.end + 1 }
  const isSecond =
    table.end === row.start &&
    /^[|\s:-]+$/u.test(text.slice(row.start, Math.min(row.end, row.start + knownBy)))
  return isSecond ? { start: table.start, end: row.end + 1 } : table
}

function repeated(head: Head | null, at: number): Head | null {
  return head !== null && head.end <= at && lengthOf(head) <= longestHead ? head : null
}

function lengthOf({ start, end }: Head): number {
  return end - start
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff
}
