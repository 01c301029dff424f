import type { Range } from '../sentences'
import { fencedRanges } from './code-in-text'
import { lineAt } from './text-lines'

const mark = /^[ \t]*(#{1,6}) /u
/** What may stand before a question in its line: marks and a number. */
const beforeQuestion = /^[\s>*_]*(?:\d+(?:\.\d+)*[.)]?\s+)?$/u
const question = /[?？؟]["'”’」』）)\]*_]*$/u

/** The level of the Markdown heading in whose line the character at `at` stands; null where that is none. */
export function headingLevel(text: string, at: number): number | null {
  const { start, end } = lineAt(text, at)
  const level = mark.exec(text.slice(start, end))?.[1]?.length ?? null
  // Between fences it is a comment.
  return level === null || fencedRanges(text).some((fence) => fence.start <= start && end <= fence.end)
    ? null
    : level
}

/** Whether a sentence is a question with a line of its own, as above the answers of a list of questions and a leaflet. */
export function isQuestionLine(text: string, { start, end }: Range): boolean {
  const line = lineAt(text, start)
  return (
    question.test(text.slice(start, end)) &&
    beforeQuestion.test(text.slice(line.start, start)) &&
    text.slice(end, line.end).trim() === '' &&
    end <= line.end
  )
}
