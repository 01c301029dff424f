import type { Correction, Passage } from '../../../shared/contract/passages'
import type { Analyzer } from '../analysis/analyze'
import { folded, plainText } from '../analysis/fold'
import type { ParsedQuery } from './query'
import type { WeighedWord } from './weigh'

/** Passages in which the words are looked for that stand for a misspelt one: the first that are shown. */
const PASSAGES_READ = 20

const word = /[\p{L}\p{M}\p{N}]+/gu

/** A word of a query that stands nowhere, with the words of the passages that stand for it. */
export function correctionsIn(
  query: string,
  words: readonly WeighedWord[],
  passages: readonly Passage[],
  analyzers: readonly Analyzer[],
): Correction[] {
  // The words of a compound are asked for one by one, under its own form.
  const corrected = [
    ...new Map(words.filter((each) => each.corrected !== null).map((each) => [each.form, each])).values(),
  ]
  if (corrected.length === 0) return []
  const texts = passages
    .slice(0, PASSAGES_READ)
    .map(({ title, section, text }) => `${title}\n${section ?? ''}\n${text}`)
  return corrected.flatMap(({ form, terms, corrected, parts }) => {
    const instead = writtenAs(new Set(parts?.flat() ?? terms), texts, analyzers)
    const written = query.match(word)?.find((each) => folded(each) === form) ?? form
    if (instead.length === 0) return []
    const shown = parts?.flatMap((part) => writtenAs(new Set(part), texts, analyzers).slice(0, 1))
    return [{ word: written, instead, sure: corrected === 'sure', ...(shown && { parts: shown }) }]
  })
}

/** How terms are written in some texts, the commonest first. */
function writtenAs(
  terms: ReadonlySet<string>,
  texts: readonly string[],
  analyzers: readonly Analyzer[],
): string[] {
  const times = new Map<string, number>()
  for (const text of texts) {
    const forms = new Set<string>()
    for (const analyzer of analyzers) {
      analyzer.eachWord(text, (each) => {
        if (each.terms.some((term) => terms.has(term))) forms.add(each.form)
      })
    }
    for (const [written] of forms.size === 0 ? [] : text.matchAll(word)) {
      if (!forms.has(folded(written))) continue
      const plain = plainText(written)
      times.set(plain, (times.get(plain) ?? 0) + 1)
    }
  }
  return [...times].sort(([, a], [, b]) => b - a).map(([written]) => written)
}

/**
 * The words of a query to be marked where passages are shown: without the small words and those that are not wanted,
 * and with what stands for misspelt ones instead of them.
 */
export function wordsToMark(
  query: string,
  { leftOut, excluded }: Pick<ParsedQuery, 'leftOut' | 'excluded'>,
  corrections: readonly Correction[],
): string[] {
  const unmarked = new Set([...leftOut, ...excluded].map(({ form }) => form))
  const instead = new Map(corrections.map((each) => [folded(each.word), each.instead]))
  const marked = (query.match(word) ?? []).flatMap((written) => {
    const form = folded(written)
    return unmarked.has(form) ? [] : (instead.get(form) ?? [written])
  })
  return [...new Set(marked)]
}
