import { isTableRow, isTableRule } from '../../../shared/markdown/table-line'
import type { Range } from '../sentences'

/** Where the line begins and ends that has the character at `at`, without its line end. */
export function lineAt(text: string, at: number): Range {
  const end = text.indexOf('\n', at)
  return { start: at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1, end: end === -1 ? text.length : end }
}

/** The head of the table in whose rows the character at `at` stands; null in the head itself, and where there is none. */
export function tableHead(text: string, at: number): Range | null {
  let line = lineAt(text, at)
  if (!isTableRow(slice(text, line)) || isTableRule(slice(text, line))) return null
  while (line.start > 0) {
    line = lineAt(text, line.start - 1)
    if (!isTableRow(slice(text, line))) return null
    if (!isTableRule(slice(text, line))) continue
    const head = line.start === 0 ? null : lineAt(text, line.start - 1)
    return head !== null && isTableRow(slice(text, head)) ? head : null
  }
  return null
}

/** Tables and lists are quoted up to so many characters: what is left out is seen in the document. */
export const longestWhole = 600

/** The rows from the one with the character at `at` to the table's last, as far as they can be quoted. */
export function rowsFrom(text: string, at: number): Range {
  const first = lineAt(text, at)
  let { end } = first
  for (let line = first; isTableRow(slice(text, line)) && line.end - first.start <= longestWhole; ) {
    end = line.end
    if (line.end >= text.length) break
    line = lineAt(text, line.end + 1)
  }
  return { start: at, end }
}

function slice(text: string, { start, end }: Range): string {
  return text.slice(start, end)
}
