import { fencedRanges } from './code-in-text'
import { lineAt } from './table-rows'

const mark = /^[ \t]*(#{1,6}) /u

/** The level of the Markdown heading in whose line the character at `at` stands; null where that is none. */
export function headingLevel(text: string, at: number): number | null {
  const { start, end } = lineAt(text, at)
  const level = mark.exec(text.slice(start, end))?.[1]?.length ?? null
  // Between fences it is a comment.
  return level === null || fencedRanges(text).some((fence) => fence.start <= start && end <= fence.end)
    ? null
    : level
}
