import { stem } from './porter'
import { stopWords } from './stop-words'

/** A word of a query: how the index is asked for it, and its form in the index. */
export type QueryTerm = {
  /** An FTS5 expression that matches this word and nothing else. */
  readonly match: string
  readonly stem: string
}

/** More words than this make a query slower, not better. */
const MAX_TERMS = 24

/** Longer words are not words; the index cuts nothing, so they are matched as they are when short enough. */
const MAX_WORD_LENGTH = 200

// Scripts without spaces between words, and Korean, whose particles stick to words: two letters are the unit.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu
const unspacedTest = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\u{20000}-\u{3ffff}]/u
const word = /[\p{L}\p{N}\p{Co}](?:[\p{L}\p{N}\p{Co}]|[\u0300-\u0331])*/gu

/**
 * What the index is given of a text: compatibility forms resolved (ligatures, full-width letters), soft hyphens
 * gone, and scripts without spaces cut into overlapping pairs, with the last letter alone, so that each letter
 * begins some word and a single one can be asked for by prefix.
 */
export function indexedForm(text: string): string {
  const plain = text.normalize('NFKC').replaceAll('\u00ad', '')
  return unspacedTest.test(plain)
    ? plain.replace(unspaced, (run) => ` ${pairs(run).join(' ')} ${lastOf(run)} `)
    : plain
}

/** The words of a text in the index's own form, in order; `wanted` limits the costly part to what may match. */
export function stemsOf(text: string, mayMatch: (word: string) => boolean = () => true): (string | null)[] {
  const found = indexedForm(text).toLowerCase().match(word) ?? []
  return found.map((each) => {
    const plain = withoutDiacritics(each)
    return mayMatch(plain) ? stem(plain) : null
  })
}

/** Any text as distinct words in order; without those that say nothing, unless nothing else is there. */
export function queryTerms(query: string): QueryTerm[] {
  const normal = query.toWellFormed().normalize('NFKC').replaceAll('\u00ad', '')
  const lonely = new Set<string>()
  const cut = normal.replace(unspaced, (run) => {
    const units = pairs(run)
    if (units.length === 1 && [...run].length === 1) lonely.add(run)
    return ` ${units.join(' ')} `
  })
  const words = (cut.toLowerCase().match(word) ?? []).filter((each) => each.length <= MAX_WORD_LENGTH)
  const telling = words.filter((each) => !stopWords.has(each))
  const terms = new Map<string, QueryTerm>()
  for (const each of telling.length > 0 ? telling : words) {
    const stemmed = stem(withoutDiacritics(each))
    if (terms.size >= MAX_TERMS) break
    // A single character of an unspaced script begins some pair.
    if (!terms.has(stemmed))
      terms.set(stemmed, { match: `"${each}"${lonely.has(each) ? '*' : ''}`, stem: stemmed })
  }
  return [...terms.values()]
}

function pairs(run: string): string[] {
  const characters = [...run]
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

function lastOf(run: string): string {
  const characters = [...run]
  return characters.length > 1 ? (characters.at(-1) ?? '') : ''
}

/** As the index does it: Latin letters only. */
function withoutDiacritics(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII is what is meant
  if (/^[\x00-\x7f]*$/.test(text)) return text
  return text
    .normalize('NFD')
    .replace(/(\p{Script=Latin})[\u0300-\u0331]+/gu, '$1')
    .normalize('NFC')
}
