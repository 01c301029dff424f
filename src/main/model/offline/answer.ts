import type { Passage } from '../../../shared/contract/passages'
import { fenced } from '../../../shared/markdown/fenced'
import { citationText } from '../../../shared/run/citation-text'
import { shortened } from '../../../shared/text/start-of'
import type { CitationClaim } from '../port'
import { exceptInlineCode } from './inline-code'
import type { Quotation } from './quotations'
import { type QuotedBlock, quotedBlocks } from './quoted-blocks'

/** Text with the citations that belong to it. */
export interface Answer {
  readonly text: string
  readonly citations: readonly CitationClaim[]
}

/** The longest result of a tool that is repeated in words, in characters. */
const longestContent = 2000

/** Each quotation as a Markdown quote, followed by where it stands; its words are paragraphs, or keep their lines too. */
export function quotationsAsAnswer(
  introduction: string,
  quotations: readonly Quotation[],
  words: 'paragraphs' | 'lines' = 'paragraphs',
): Answer {
  const paragraphs = quotations.map(
    ({ passage, range }) =>
      `${asQuote(quotedBlocks(passage.text, range, words))}\n\n${citationText(passage.title, passage)}`,
  )
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

/** What sums documents up in their own sentences, one after the other. */
export function sumsAsAnswer(
  sums: readonly (readonly Passage[])[],
  texts: { ownWords(title: string): string },
): Answer {
  const answers = sums.map((sentences) =>
    quotationsAsAnswer(
      texts.ownWords(escapeMarkdown(sentences[0]?.title ?? '')),
      sentences.map((passage) => ({ passage, range: { start: 0, end: passage.text.length } })),
      // Rows of a table come as lines.
      'lines',
    ),
  )
  return {
    text: answers.map(({ text }) => text).join('\n\n'),
    citations: answers.flatMap(({ citations }) => citations),
  }
}

/** Blocks of words and of code as one Markdown quote. */
export function asQuote(blocks: readonly QuotedBlock[]): string {
  const written = blocks.flatMap(({ isCode, lines }) =>
    isCode ? [fenced(lines.join('\n'))] : listsApart(lines).map(asList),
  )
  return `> ${written.map((each) => each.replaceAll('\n', '\n> ')).join('\n>\n> ')}`
}

/** The mark of a point and what it says. */
const point = /^(?:[-*+•‣▪◦●]|(?<number>\d{1,3})[.)])\s+(?<words>\S.*)$/su

/** Lines that stand together: as a list of Markdown, or as they are. */
interface Lines {
  readonly isList: boolean
  readonly lines: readonly string[]
}

/** Lines, with the points of each list for themselves. */
function listsApart(lines: readonly string[]): Lines[] {
  const groups: string[][] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (last !== undefined && isSameList(last.at(-1) ?? '', line)) last.push(line)
    else groups.push([line])
  }
  const apart: { isList: boolean; lines: string[] }[] = []
  for (const [index, group] of groups.entries()) {
    const last = apart.at(-1)
    const isList = canBeList(group, groups[index - 1], groups[index + 1])
    if (last !== undefined && !last.isList && !isList) last.lines.push(...group)
    else apart.push({ isList, lines: [...group] })
  }
  return apart
}

/** Whether lines can stand as a list of Markdown that shows their own numbers, between what stands above and below them. */
function canBeList(
  lines: readonly string[],
  above: readonly string[] | undefined,
  below: readonly string[] | undefined,
): boolean {
  // One line with a mark may be words that begin so.
  if (lines.length === 1) return false
  const numbers = lines.map(numberOf)
  if (numbers[0] === undefined) return true
  // Markdown counts on from the list above, and writes no zero in front.
  const isAlone = [above?.at(-1), below?.[0]].every((line) => numberOf(line ?? '') === undefined)
  return isAlone && numbers.every((number) => number === String(Number(number)))
}

/** The number of a point, as it is written; undefined where it has none. */
function numberOf(line: string): string | undefined {
  return point.exec(line)?.groups?.number
}

/** Whether two lines are points one after the other: with marks, or with numbers that follow each other. */
function isSameList(line: string, next: string): boolean {
  if (!point.test(line) || !point.test(next)) return false
  const [one, other] = [numberOf(line), numberOf(next)]
  if (one === undefined || other === undefined) return one === other
  return Number(other) === Number(one) + 1
}

/** Points as a list of Markdown, other lines as lines. */
function asList({ isList, lines }: Lines): string {
  if (!isList) return lines.map(asWords).join('\\\n')
  return lines
    .map((line) => {
      const { number, words = '' } = point.exec(line)?.groups ?? {}
      return `${number === undefined ? '-' : `${number}.`} ${asWords(words)}`
    })
    .join('\n')
}

/** A quoted line, with what is marked as code in it as code and all else as it stands. */
function asWords(line: string): string {
  return exceptInlineCode(line, escapeMarkdown)
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
  const text = shortened(content, longestContent)
  const note = text !== content ? `\n\n${clippedNote}` : ''
  if (!text.includes('\n')) return `${escapeMarkdown(text)}${note}`
  return `${fenced(text)}${note}`
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
    .replace(/[\\`*_[\]<>|~&$]/gu, '\\$&')
    .replace(/^([#+-]|=+(?=\s*$))/gmu, '\\$1')
    .replace(/^(\d+)([.)])(?=\s|$)/gmu, '$1\\$2')
}
