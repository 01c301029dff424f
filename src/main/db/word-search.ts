import { unspacedScripts } from '../../shared/text/unspaced-scripts'
import { matchEnd, matchStart } from './excerpt'

/** What is looked for, of words as a person types them: all of it. */
export interface WantedWords {
  /** The query for whole words, the last one perhaps not yet whole; null for none. */
  readonly query: string | null
  /**
   * What may stand anywhere: the index takes a run of a script without spaces between words for one word, with what is
   * written next to it.
   */
  readonly parts: readonly string[]
}

const unspacedRun = new RegExp(`[${unspacedScripts}]`, 'u')
const bySpacing = new RegExp(`[${unspacedScripts}]+|[^${unspacedScripts}]+`, 'gu')

/** Takes typed words apart; null where there is no word among them. */
export function wantedWords(typed: string): WantedWords | null {
  const all = typed.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []
  if (all.length === 0) return null
  const words = all.filter((word) => !unspacedRun.test(word))
  const unspaced = all.filter((word) => unspacedRun.test(word))
  const isLast = (index: number) => index === words.length - 1 && words.at(-1) === all.at(-1)
  return {
    query:
      words.length === 0
        ? null
        : words.map((word, index) => `"${word}"${isLast(index) ? '*' : ''}`).join(' '),
    parts: unspaced.flatMap((word) => word.match(bySpacing) ?? []),
  }
}

/** The conditions of a query on a table of words, and what they are given; `words` is all that a row says, in SQL. */
export function wordConditions({ query, parts }: WantedWords, table: string, words: string) {
  return {
    conditions: [
      ...(query === null ? [] : [`${table} MATCH @query`]),
      ...parts.map((_part, index) => `instr(lower(${words}), lower(@part${index})) > 0`),
    ],
    values: {
      ...(query === null ? {} : { query }),
      ...Object.fromEntries(parts.map((part, index) => [`part${index}`, part])),
    },
  }
}

/** What a row says with the words marked that were looked for; `words` is its column by name and by number. */
export function markedWords({ query }: WantedWords, table: string, words: readonly [string, number]): string {
  const [name, number] = words
  return query === null ? name : `highlight(${table}, ${number}, '${matchStart}', '${matchEnd}')`
}

/** Marks what may stand anywhere, which the index does not tell. */
export function withPartMarks(text: string, { parts }: WantedWords): string {
  if (parts.length === 0) return text
  // They are letters and digits alone.
  const any = new RegExp(`(?:${parts.join('|')})+`, 'giu')
  return text.replace(any, `${matchStart}$&${matchEnd}`)
}
