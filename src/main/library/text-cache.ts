import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { createRecent } from '../recent'

type Version = { readonly number: number; readonly updatedAt: number }

/** The texts of the documents that are read just now. */
export type TextCache = {
  text(document: Version): string
}

/** Reading goes back and forth between few documents. */
const KEPT = 2

/** Keeps the last texts, because offsets count UTF-16 units and SQLite can't cut by those. */
export function createTextCache(load: (number: number) => string | undefined): TextCache {
  const kept = createRecent<string, string>(KEPT)
  return {
    text({ number, updatedAt }) {
      const key = `${number} ${updatedAt}`
      const text = kept.get(key) ?? load(number)
      if (text === undefined) throw new AppError('not_found', say('document.text_gone'))
      kept.put(key, text)
      return text
    },
  }
}
