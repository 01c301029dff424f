import type { Range } from '../sentences'
import { fencedRanges } from './code-in-text'
import { lineAt } from './text-lines'

const mark = /^[ \t]*(#{1,6}) /u
/** What may stand before a question in its line: marks and a number. */
const beforeQuestion = /^[\s>*_]*(?:\d+(?:\.\d+)*[.)]?\s+)?$/u
/** So many questions with lines of their own are no letter's. */
const severalQuestions = 3
const questionLine = /[?？؟][*_]*[ \t]*$/gmu
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

/**
 * Whether a sentence is a question with a line of its own that heads what stands below it: numbered or bold, or one of
 * several, as in a list of questions and in a leaflet. In a letter a question asks.
 */
export function isQuestionLine(text: string, { start, end }: Range): boolean {
  const line = lineAt(text, start)
  const before = text.slice(line.start, start)
  const behind = text.slice(end, line.end)
  const hasLine = end <= line.end && beforeQuestion.test(before) && behind.trim() === ''
  if (!hasLine || !question.test(text.slice(start, end))) return false
  return before.trim() !== '' || /^\*\*|^__/u.test(text.slice(start, end)) || isOneOfSeveral(text)
}

/** Whether a text has questions enough that they head its parts. */
function isOneOfSeveral(text: string): boolean {
  return (text.match(questionLine)?.length ?? 0) >= severalQuestions
}
