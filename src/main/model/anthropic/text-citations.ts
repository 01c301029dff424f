import type { Passage } from '../../../shared/contract/library'
import type { Citation } from '../../../shared/run/blocks'
import { citePassage } from '../cite-passage'
import { contentWords } from '../question-words'
import { findQuote } from '../quote'
import { splitSentences } from '../sentences'

const marker = /\[([^[\]\n]{1,300})\]/gu
const pageSuffix = /^(.*?),\s*(?:p|pp|page|S|Seite)\.?\s*(\d+)(?:\s*[-–]\s*\d+)?$/u
const quotation = /[“"„]([^“”"„]{8,600})[”"“]\s*$/u

/**
 * Citations of an answer whose server has none of its own: each `[Title, p. N]` that names a passage the model was
 * given. Quoted words before it are checked against the passage; without any, the passage's sentence that has most
 * in common with the statement is taken.
 */
export function findTextCitations(text: string, passages: readonly Passage[]): Citation[] {
  const citations: Citation[] = []
  for (const match of text.matchAll(marker)) {
    const label = match[1]?.trim() ?? ''
    const named = passagesNamed(label, passages)
    if (named.length === 0) continue
    const before = text.slice(0, match.index).replace(/\s*(?:\[[^[\]\n]*\]\s*)*$/u, '')
    const citation = cite(before, named)
    if (citation !== null) citations.push(citation)
  }
  return citations
}

function passagesNamed(label: string, passages: readonly Passage[]): Passage[] {
  const paged = pageSuffix.exec(label)
  const same = (first: string, second: string): boolean =>
    first.normalize('NFKC').trim().toLowerCase() === second.normalize('NFKC').trim().toLowerCase()
  const page = Number(paged?.[2])
  const title = paged?.[1]
  if (title !== undefined) {
    const exact = passages.filter((passage) => passage.page === page && same(passage.title, title))
    if (exact.length > 0) return exact
  }
  return passages.filter((passage) => same(passage.title, label))
}

function cite(before: string, passages: readonly Passage[]): Citation | null {
  const quoted = quotation.exec(before)?.[1]
  if (quoted !== undefined) {
    for (const passage of passages) {
      const range = findQuote(passage.text, quoted)
      if (range !== null) return citePassage(passage, range, quoted, true)
    }
    const first = passages[0]
    return first === undefined
      ? null
      : citePassage(first, { start: 0, end: first.text.length }, quoted, false)
  }
  const statement = new Set(contentWords(lastSentence(before)))
  let best: { passage: Passage; start: number; end: number; common: number } | null = null
  for (const passage of passages) {
    for (const { start, end } of splitSentences(passage.text)) {
      const words = new Set(contentWords(passage.text.slice(start, end)))
      const common = [...words].filter((word) => statement.has(word)).length
      if (best === null || common > best.common) best = { passage, start, end, common }
    }
  }
  return best === null
    ? null
    : citePassage(best.passage, best, best.passage.text.slice(best.start, best.end), true)
}

function lastSentence(text: string): string {
  const last = splitSentences(text).at(-1)
  return last === undefined ? '' : text.slice(last.start, last.end)
}
