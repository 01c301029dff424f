import { basename } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { readCardFile } from './card-file'
import { cardsIn } from './card-lines'
import type { LabelLanguage } from './card-values'
import { type CardsRead, readCards } from './read-vcard'
import { cardsInTable } from './table-cards'

/** Bytes of a table: a thousand contacts with much to say of each; it is taken apart in one go. */
const tableLimit = 8_000_000

/**
 * Reads the contacts of a file at a checked path, at most so many: of a table by its ending, else of cards. Throws
 * `unsupported` for a table whose first row names no column that tells who somebody is.
 */
export function readContactFile(
  path: string,
  signal: AbortSignal,
  { language, most }: { readonly language: LabelLanguage; readonly most: number },
): Promise<CardsRead & { readonly more: boolean }> {
  const how = { language, most, file: basename(path) }
  if (!/\.[ct]sv$/i.test(path)) return readCardFile(path, signal, (parts) => readCards(cardsIn(parts), how))
  return readCardFile(
    path,
    signal,
    async (parts) => {
      let text = ''
      for await (const part of parts) text += part
      const { named, cards } = cardsInTable(text, most)
      if (!named) throw new AppError('unsupported', say('contact.no_columns', { file: how.file }))
      return await readCards(cards, { ...how, rows: true })
    },
    tableLimit,
  )
}
