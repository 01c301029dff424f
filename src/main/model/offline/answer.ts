import type { Passage } from '../../../shared/contract/passages'
import { citationLabel } from '../citation-label'
import type { CitationClaim } from '../port'
import type { Quotation } from './quotations'

/** Text with the citations that belong to it. */
export interface Answer {
  readonly text: string
  readonly citations: readonly CitationClaim[]
}

/** The longest result of a tool that is repeated in words, in characters. */
const longestContent = 2000

/** Each quotation as a Markdown quote, followed by where it stands. */
export function quotationsAsAnswer(introduction: string, quotations: readonly Quotation[]): Answer {
  const paragraphs = quotations.map(({ passage, range }) => {
    const lines = linesInWords(passage.text, range).map(escapeMarkdown)
    return `> ${lines.join('\\\n> ')}\n\n[${citationLabel(passage)}]`
  })
  return {
    text: [introduction, ...paragraphs].join('\n\n'),
    citations: quotations.map(({ passage, range }) => ({
      chunkId: passage.chunk_id,
      title: passage.title,
      page: passage.page ?? null,
      section: passage.section ?? null,
      range,
      quote: passage.text.slice(range.start, range.end),
    })),
  }
}

/** A line of Markdown that is a row of a table, and one that only draws the line below its head. */
const tableRow = /^[ \t]*\|.*\|[ \t]*$/u
const tableRule = /^[ \t|:-]+$/u
// What people mark bold in any text; the rest of it stands as it is written.
const bold = /(?<![\p{L}\p{N}*\\])\*\*(?=[^\s*])([^\n]*?[^\s*\\])\*\*(?![\p{L}\p{N}*])/gu
/** A line's end in Chinese or Japanese, which is no space between words. */
const brokenLine =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。])\s*\n\s*(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu
const cellBorder = /(?<!\\)\|/u

/** What is quoted, as a paragraph, with each row of a table on a line of its own and its cells without their borders. */
function linesInWords(text: string, { start, end }: Quotation['range']): string[] {
  const lines: string[] = []
  let paragraph = ''
  const endParagraph = () => {
    const words = paragraph.replace(brokenLine, '').replace(/\s+/gu, ' ').replace(bold, '$1').trim()
    if (words !== '') lines.push(words)
    paragraph = ''
  }
  for (let from = start; from < end; ) {
    const lineEnd = text.indexOf('\n', from)
    const to = lineEnd === -1 ? text.length : lineEnd
    const line = text.slice(text.lastIndexOf('\n', from - 1) + 1, to)
    const quoted = text.slice(from, Math.min(to, end))
    from = to + 1
    if (!tableRow.test(line)) {
      paragraph += `${quoted}\n`
      continue
    }
    endParagraph()
    if (tableRule.test(line)) continue
    const cells = quoted.split(cellBorder).map((cell) => cell.replace(/\\\|/gu, '|').trim())
    lines.push(cells.filter((cell) => cell !== '').join(' · '))
  }
  endParagraph()
  return lines
}

/** Whole passages to quote, shortened where they are long. */
export function wholePassages(passages: readonly Passage[], limit: number): Quotation[] {
  const longest = 600
  return passages.slice(0, limit).map((passage) => {
    const space = passage.text.lastIndexOf(' ', longest)
    const end = passage.text.length <= longest ? passage.text.length : space > 0 ? space : longest
    return { passage, range: { start: 0, end } }
  })
}

/** An id behind the name of what a tool made or changed. */
const idOfNamed = /(?<=[”"]) \((?:[a-z]+ )?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\)/gu

/** What a tool said in one line, for a person: without ids. Several lines are what was asked for, word for word. */
export function forPerson(content: string): string {
  return content.includes('\n') ? content : content.replace(idOfNamed, '')
}

/** What a tool said, as a paragraph when it is one line and as a block otherwise. */
export function contentAsText(content: string, clippedNote: string): string {
  const clipped = content.length > longestContent
  const text = clipped ? `${content.slice(0, longestContent)}…` : content
  const note = clipped ? `\n\n${clippedNote}` : ''
  if (!text.includes('\n')) return `${escapeMarkdown(text)}${note}`
  const longestRun = Math.max(2, ...(text.match(/`+/gu) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longestRun + 1)
  return `${fence}\n${text}\n${fence}${note}`
}

// Without the sign that ends the sentence around it.
const address = /https?:\/\/[^\s<>]*[^\s<>.,;:!?'")\]}]/giu

/** Makes text from outside show as it is: it can't make headings, named links or pictures. */
export function escapeMarkdown(text: string): string {
  let escaped = ''
  let done = 0
  for (const match of text.matchAll(address)) {
    // A backslash in an address would become part of where it leads.
    escaped += `${escapeSigns(text.slice(done, match.index))}<${match[0]}>`
    done = match.index + match[0].length
  }
  return escaped + escapeSigns(text.slice(done))
}

function escapeSigns(text: string): string {
  return text
    .replace(/[\\`*_[\]<>|~&]/gu, '\\$&')
    .replace(/^([#+-]|=+(?=\s*$))/gmu, '\\$1')
    .replace(/^(\d+)([.)])(?=\s|$)/gmu, '$1\\$2')
}
