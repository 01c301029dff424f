import { rowInWords } from '../../../shared/markdown/flat-text'
import { linksAsText } from '../../../shared/markdown/plain-inline'
import { isTableRow, isTableRule } from '../../../shared/markdown/table-line'
import type { Range } from '../sentences'
import { codeFence, fencedRanges, isCodeText } from './code-in-text'
import { exceptInlineCode } from './inline-code'
import { bullet, numbered } from './list-points'
import { isRecordLine } from './record-lines'
import { isSignature } from './signature'
import { tableHead } from './table-rows'

/** Lines of words, or of code as it is written. */
export interface QuotedBlock {
  readonly isCode: boolean
  readonly lines: readonly string[]
}

const bold = /(?<![\p{L}\p{N}*\\])\*\*(?=[^\s*])([^\n]*?[^\s*\\])\*\*(?![\p{L}\p{N}*])/gu
/** A line's end in Chinese or Japanese, which is no space between words. */
const brokenLine =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。])\s*\n\s*(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu
/** The line below a heading that Markdown underlines, or between two parts of a text. */
const underline = /^[ \t]*(?:-{3,}|={3,})[ \t]*$/u

/** Longer lines without a sign of code are words (characters). */
const longestPlainLine = 40
/** What manuals set before what a call answers. */
const answered = /^\s*[⇒⊣]\s*\S/u
const endsSentence = /[.!?…:;。！？][)\]"'”’]*\s*$/u

/** A line of a text, and where in it the quotation begins and ends. */
interface Line extends Range {
  readonly whole: string
  readonly from: number
  readonly to: number
}

/**
 * What is quoted, as words and, with their lines, as code: what stands between fences, and lines one after the other that
 * look like code. Words are paragraphs, or keep their lines too. Rows of a table come with its head, which tells what
 * stands in them.
 */
export function quotedBlocks(
  text: string,
  range: Range,
  words: 'paragraphs' | 'lines' = 'paragraphs',
): QuotedBlock[] {
  const lines = linesOf(text, range)
  const isCode = codeLines(text, lines)
  const blocks: QuotedBlock[] = []
  for (let first = 0; first < lines.length; ) {
    let last = first
    while (last + 1 < lines.length && isCode[last + 1] === isCode[first]) last++
    const some = lines.slice(first, last + 1)
    const inWords = words === 'lines' ? ownLines : linesInWords
    const written = isCode[first] === true ? asWritten(text, some) : inWords(text, some)
    const head = first === 0 && isCode[first] !== true ? headAbove(text, range) : []
    if (written.length > 0) blocks.push({ isCode: isCode[first] === true, lines: [...head, ...written] })
    first = last + 1
  }
  return blocks
}

/** The head of a table whose rows are quoted without it. */
function headAbove(text: string, { start }: Range): string[] {
  const head = tableHead(text, start)
  return head === null ? [] : [exceptInlineCode(rowInWords(text.slice(head.start, head.end)), plainWords)]
}

function linesOf(text: string, { start, end }: Range): Line[] {
  const lines: Line[] = []
  for (let from = start; from < end; ) {
    const lineStart = text.lastIndexOf('\n', from - 1) + 1
    const lineEnd = text.indexOf('\n', from)
    const to = lineEnd === -1 ? text.length : lineEnd
    lines.push({ whole: text.slice(lineStart, to), start: lineStart, end: to, from, to: Math.min(to, end) })
    from = to + 1
  }
  return lines
}

/** Which lines are code. A single line without fences is told from words by nothing but that it tells how to call a function. */
function codeLines(text: string, lines: readonly Line[]): boolean[] {
  const fences = fencedRanges(text)
  const isFenced = ({ start, end }: Line) => fences.some((fence) => fence.start <= start && end <= fence.end)
  const inFences = lines.map(isFenced)
  const isLike = lines.map(({ whole }) => isLikeCode(whole))
  const isBetween = ({ whole }: Line) => whole.trim().length <= longestPlainLine && !endsSentence.test(whole)
  const isCode = [...inFences]
  for (let first = 0; first < lines.length; first++) {
    if (isLike[first] !== true || isCode[first] === true) continue
    let last = first
    for (let at = first + 1; at < lines.length; at++) {
      const line = lines[at]
      if (line === undefined || (isLike[at] !== true && !isBetween(line))) break
      if (isLike[at] === true) last = at
    }
    if (last > first || isSignature(lines[first]?.whole ?? '')) isCode.fill(true, first, last + 1)
    first = last
  }
  return isCode
}

/** Whether a line looks like code: by its signs, as a call, or as what a call answered. */
function isLikeCode(line: string): boolean {
  if (isSignature(line) || answered.test(line)) return true
  return line.trim() !== '' && !isTableRow(line) && isCodeText(line.trim())
}

/** Code without its fences, empty lines around it and what all of its lines are indented by. */
function asWritten(text: string, some: readonly Line[]): string[] {
  const lines = some
    .filter(({ whole }) => !codeFence.test(whole))
    // A quotation begins behind white space, which indents code.
    .map(({ start, from, to }) =>
      text.slice(text.slice(start, from).trim() === '' ? start : from, to).trimEnd(),
    )
  while (lines[0] === '') lines.shift()
  while (lines.at(-1) === '') lines.pop()
  const indents = lines.filter((line) => line !== '').map((line) => line.length - line.trimStart().length)
  return lines.map((line) => line.slice(Math.min(...indents)))
}

/** Words line by line, without empty lines. */
function ownLines(text: string, some: readonly Line[]): string[] {
  return some.map(({ from, to }) => text.slice(from, to).trim()).filter((line) => line !== '')
}

/** Words as a paragraph, with each point of a list and each row of a table on a line of its own. */
function linesInWords(text: string, some: readonly Line[]): string[] {
  const lines: string[] = []
  let paragraph = ''
  let isPoint = false
  let wasRecord = false
  let before = ''
  const endParagraph = () => {
    const words = paragraph.replace(brokenLine, '').replace(/\s+/gu, ' ').trim()
    if (words !== '') lines.push(exceptInlineCode(words, plainWords))
    paragraph = ''
    isPoint = false
  }
  for (const { whole, from, to } of some) {
    const quoted = text.slice(from, to)
    const isRow = isTableRow(whole)
    const mayBegin = isPoint || before.trim() === '' || endsSentence.test(before)
    const begins = bullet.test(whole) || (mayBegin && numbered.test(whole))
    const isRecord = !isRow && isRecordLine(text, from)
    if (isRow || begins || isRecord || wasRecord || whole.trim() === '') endParagraph()
    wasRecord = isRecord
    if (begins) isPoint = true
    before = whole
    if (isRow) {
      if (!isTableRule(whole)) lines.push(exceptInlineCode(rowInWords(quoted), plainWords))
    } else if (!underline.test(whole)) paragraph += `${quoted}\n`
  }
  endParagraph()
  return lines
}

/** Words without the marks that people set in any text: bold, links, breaks; the rest of it stands as it is written. */
function plainWords(words: string): string {
  return linksAsText(words)
    .replace(bold, '$1')
    .replace(/<br ?\/?>|&nbsp;/giu, ' ')
    .replace(/ {2,}/gu, ' ')
}
