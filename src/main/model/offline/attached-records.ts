import type { Passage } from '../../../shared/contract/passages'
import type { AttachedRecord, ModelBlock } from '../port'
import { escapeMarkdown } from './answer'
import { bestSentences } from './best-sentences'
import { coverageOf } from './coverage'
import type { OfflineTexts } from './texts'

/** What attached records say to a question. */
export interface QuotedRecords {
  readonly text: string
  /** Whether one of them has enough of the question, so that the library need not be asked. */
  readonly isEnough: boolean
}

/** A record is quoted whole up to so many characters: the answer may stand under a name that the question does not use. */
const longestWhole = 600

// Ids are for models.
const ids = /,? \(?(?:[a-z]+ )?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\)?/gu

/** Quotes the contacts, notes and tasks of a message; null where it has none. */
export function quotedRecords(
  question: string,
  attached: readonly ModelBlock[],
  texts: Pick<OfflineTexts, 'fromRecord'>,
): QuotedRecords | null {
  const records = attached.flatMap((block) =>
    block.type === 'text' && block.record !== undefined ? [block.record] : [],
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
  const passage = asPassage(record)
  const whole = { passage, range: { start: 0, end: passage.text.length } }
  const quotations = passage.text.length <= longestWhole ? [whole] : bestSentences(question, [passage])
  const text = quotations
    .map(({ range }) => `> ${linesOf(passage.text.slice(range.start, range.end)).join('\\\n> ')}`)
    .join('\n\n')
  return { text, ...coverageOf(question, [passage], quotations, { asked: [], corrections: [] }) }
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').map(escapeMarkdown)
}

/** As what a search finds, of which sentences are chosen. */
function asPassage({ title, words }: AttachedRecord): Passage {
  const text = words.replace(ids, '').trim()
  const place = { start: 0, end: text.length, score: 1, similarity: 1 }
  return { chunk_id: '', document_id: '', title, ...place, text }
}
