import { isTableRow, isTableRule } from '../../../shared/markdown/table-line'
import type { Range } from '../sentences'
import { lineAt } from './text-lines'

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

function slice(text: string, { start, end }: Range): string {
  return text.slice(start, end)
}
