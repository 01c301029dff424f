import { basename } from 'node:path'
import { contactImportLimit } from '../../shared/contract/contacts'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { LabelLanguage } from './card-values'
import { readContactFile } from './contact-file'
import { type CardsRead, together } from './read-vcard'

/** Reads files of contacts, as many contacts as one import takes; throws where there are more, or none in one of them. */
export async function readCardFiles(
  paths: readonly string[],
  signal: AbortSignal,
  language: LabelLanguage,
): Promise<CardsRead> {
  const all: CardsRead[] = []
  let left = contactImportLimit
  for (const [place, path] of paths.entries()) {
    const field = `paths.${place}`
    const { more, ...read } = await readContactFile(path, signal, { language, most: left })
    if (more) {
      throw new AppError('too_large', say('contact.too_many_cards', { limit: contactImportLimit }), {
        field,
      })
    }
    const cards = read.contacts.length + read.refused.length
    if (cards === 0) {
      throw new AppError('unsupported', say('contact.no_cards', { file: basename(path) }), { field })
    }
    left -= cards
    all.push(read)
  }
  return together(all)
}
