import type { Passage } from '../../../shared/contract/passages'
import type { AttachedRecord, ModelBlock } from '../port'
import { contentWords } from '../question-words'
import { asQuote } from './answer'
import { bestSentences } from './best-sentences'
import { codeFence } from './code-in-text'
import { coverageOf } from './coverage'
import { type QuotedBlock, quotedBlocks } from './quoted-blocks'
import { recordWordsDe } from './record-words-de'
import type { OfflineTexts } from './texts'

/** What attached records and files say to a question. */
export interface QuotedRecords {
  readonly text: string
  /** Whether one of them has enough of the question, so that the library need not be asked. */
  readonly isEnough: boolean
}

/** A record is quoted whole up to so many characters: the answer may stand under a name that the question does not use. */
const longestWhole = 600

/**
 * Of a longer text only the parts with most words of the question are looked through (characters): a file may have six
 * times as many, which takes a quarter of a second, and the window waits meanwhile.
 */
const longestSearched = 20_000
/** Lines go into parts of so many characters; a longer line is one by itself. */
const partLength = 1000

/** Files whose first line says what stands in the others. */
const delimited = /\.(?:csv|tsv)$/iu
/** Files each line of which says something by itself. */
const recordALine = /\.(?:csv|tsv|log|jsonl|ndjson)$/iu

// Ids are for models.
const ids = /,? \(?(?:[a-z]+ )?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\)?/gu

/** Quotes the contacts, notes, tasks and text files of a message; null where it has none. */
export function quotedRecords(
  question: string,
  attached: readonly ModelBlock[],
  texts: Pick<OfflineTexts, 'fromRecord'>,
  language: 'en' | 'de',
): QuotedRecords | null {
  const records = attached.flatMap((block) =>
    block.type === 'text' && block.record !== undefined ? [inLanguage(block.record, language)] : [],
  )
  if (records.length === 0) return null
  const quoted = records.map((record) => quotedRecord(question, record))
  return {
    text: records
      .map(({ kind, title }, index) => `${texts.fromRecord(kind, title)}\n\n${quoted[index]?.text ?? ''}`)
      .join('\n\n'),
    isEnough: quoted.some(({ isEnough }) => isEnough),
  }
}

function quotedRecord(question: string, record: AttachedRecord): QuotedRecords {
  const passage = asPassage(question, record)
  const whole = { passage, range: { start: 0, end: passage.text.length } }
  const quotations = passage.text.length <= longestWhole ? [whole] : bestSentences(question, [passage])
  const head = delimited.test(record.title) ? headEnd(passage.text) : 0
  // The first line says what stands in the others; it is quoted with them, not as an answer.
  const rows = quotations.filter(({ range }) => range.start >= head)
  const text = (rows.length === 0 ? quotations : rows)
    .map(({ range }) => {
      const blocks = quotedBlocks(passage.text, range, 'lines')
      return asQuote(range.start < head ? blocks : withHead(passage.text.slice(0, head).trim(), blocks))
    })
    .join('\n\n')
  return { text, ...coverageOf(question, [passage], quotations, { asked: [], corrections: [] }) }
}

/** Where the first line of a table ends whose lines are set apart. */
function headEnd(text: string): number {
  const end = text.indexOf('\n')
  return end === -1 ? 0 : end
}

function withHead(head: string, blocks: readonly QuotedBlock[]): readonly QuotedBlock[] {
  const [first, ...others] = blocks
  if (head === '' || first === undefined) return blocks
  return first.isCode
    ? [{ isCode: false, lines: [head] }, ...blocks]
    : [{ ...first, lines: [head, ...first.lines] }, ...others]
}

function inLanguage(record: AttachedRecord, language: 'en' | 'de'): AttachedRecord {
  return language === 'de' ? { ...record, words: recordWordsDe(record.kind, record.words) } : record
}

/** As what a search finds, of which sentences are chosen. */
function asPassage(question: string, { kind, title, words }: AttachedRecord): Passage {
  const found = worthSearching(question, words.replace(ids, '').trim())
  const text = kind === 'file' && recordALine.test(title) ? found.replaceAll('\n', '\n\n') : found
  const place = { start: 0, end: text.length, score: 1, similarity: 1 }
  return { chunk_id: '', document_id: '', title, ...place, text }
}

/** The parts of a long text with most words of the question, in their order. */
function worthSearching(question: string, text: string): string {
  if (text.length <= longestSearched) return text
  const asked = [...new Set(contentWords(question))]
  const parts = partsOf(text).map((part, at) => {
    const plain = part.text.toLowerCase()
    return { part, at, having: asked.filter((word) => plain.includes(word)).length }
  })
  const best = parts
    .toSorted((a, b) => b.having - a.having)
    .slice(0, Math.floor(longestSearched / partLength))
    .toSorted((a, b) => a.at - b.at)
  return best
    .map(({ part, at }, index) => asCut(part, best[index - 1]?.at === at - 1, best[index + 1]?.at === at + 1))
    .join('\n')
}

/** A part whose neighbours may be left out: code ends and begins where it was cut, or all that follows would be code. */
function asCut({ text, begins, ends }: Part, follows: boolean, isFollowed: boolean): string {
  const before = follows || begins === null ? '' : `${begins}\n`
  const after = isFollowed || ends === null ? '' : `\n${ends}`
  return `${before}${text}${after}${isFollowed ? '' : '\n'}`
}

/** Some lines of a text. */
interface Part {
  readonly text: string
  /** The fence of the block of code in the middle of which it begins, and of that in which it ends; null in none. */
  readonly begins: string | null
  readonly ends: string | null
}

function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let fence: string | null = null
  for (const line of text.split('\n')) {
    const begins: string | null = fence
    const mark = codeFence.exec(line)?.[0].trim()
    if (fence === null) fence = mark ?? null
    else if (mark?.startsWith(fence) === true) fence = null
    const last = parts.at(-1)
    if (last !== undefined && last.text.length + line.length < partLength) {
      parts.splice(-1, 1, { ...last, text: `${last.text}\n${line}`, ends: fence })
    } else parts.push({ text: line, begins, ends: fence })
  }
  return parts
}
