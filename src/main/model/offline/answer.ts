import type { Passage } from '../../../shared/contract/passages'
import { fenced } from '../../../shared/fenced'
import { citationText } from '../../../shared/run/citation-text'
import { shortened } from '../../../shared/start-of'
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

/** Each quotation as a Markdown quote, followed by where it stands. */
export function quotationsAsAnswer(introduction: string, quotations: readonly Quotation[]): Answer {
  const paragraphs = quotations.map(
    ({ passage, range }) =>
      `${asQuote(quotedBlocks(passage.text, range))}\n\n${citationText(passage.title, passage)}`,
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
    ),
  )
  return {
    text: answers.map(({ text }) => text).join('\n\n'),
    citations: answers.flatMap(({ citations }) => citations),
  }
}

/** Blocks of words and of code as one Markdown quote. */
export function asQuote(blocks: readonly QuotedBlock[]): string {
  const written = blocks.map(({ isCode, lines }) =>
    isCode ? fenced(lines.join('\n')).replaceAll('\n', '\n> ') : lines.map(asWords).join('\\\n> '),
  )
  return `> ${written.join('\n>\n> ')}`
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
    .replace(/[\\`*_[\]<>|~&]/gu, '\\$&')
    .replace(/^([#+-]|=+(?=\s*$))/gmu, '\\$1')
    .replace(/^(\d+)([.)])(?=\s|$)/gmu, '$1\\$2')
}
