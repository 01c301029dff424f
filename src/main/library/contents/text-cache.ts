import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { inSpells } from '../../async/stepwise'
import { createRecent } from '../../recent'

type Version = { readonly number: number; readonly updatedAt: number }

/** The texts of the documents that are read just now. */
export type TextCache = {
  /** Throws `not_found` where it is gone. */
  text(document: Version): Promise<string>
}

/** Reading goes back and forth between few documents. */
const KEPT = 2

/** Keeps the last texts, because offsets count UTF-16 units and SQLite can't cut by those. */
export function createTextCache(load: (number: number) => Generator<void, string | undefined>): TextCache {
  const kept = createRecent<string, Promise<string>>(KEPT)
  const loaded = async (number: number): Promise<string> => {
    const text = await inSpells(load(number))
    if (text === undefined) throw new AppError('not_found', say('document.text_gone'))
    return text
  }
  return {
    text({ number, updatedAt }) {
      const key = `${number} ${updatedAt}`
      const text = kept.of(key, () => loaded(number))
      text.catch(() => kept.forget(key))
      return text
    },
  }
}
