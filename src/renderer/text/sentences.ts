import type { Said, SaidByText } from '../../shared/sentences/sentence'
import { currentLanguage } from './language'
import { sentencesDe } from './sentences-de'

/** Sentences in each other: what was undone, undone again. */
const DEEPEST = 8

/**
 * A sentence of the main process in the language in use: by what it says, where that was told with it, else in its own
 * English words.
 */
export function inLanguage(words: string, ...told: readonly (SaidByText | undefined)[]): string {
  return currentLanguage() === 'en' ? words : translated(words, told, 0)
}

/** The same of the message of an error. */
export function messageInLanguage(message: string, said: Said | undefined): string {
  return said === undefined ? message : inLanguage(message, { [message]: said })
}

function translated(words: string, told: readonly (SaidByText | undefined)[], depth: number): string {
  const said = told.map((sentences) => ownOf(sentences, words)).find((found) => found !== undefined)
  const make = said === undefined ? undefined : ownOf(sentencesDe, said.code)
  if (said === undefined || make === undefined || depth === DEEPEST) return words
  const values = Object.entries(said.values).map(([name, value]) => [
    name,
    typeof value === 'string' ? translated(value, [said.inner, ...told], depth + 1) : value,
  ])
  // What is stored was made by the function of the same code; the compiler can't know that.
  return (make as (values: unknown) => string)(Object.fromEntries(values))
}

function ownOf<V>(record: Readonly<Record<string, V>> | undefined, key: string): V | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
}
