import {
  type Contact,
  type ContactDetails,
  type ContactLine,
  type ContactLink,
  shownMembers,
} from '../../shared/contract/contacts'
import type { RetentionLimits } from '../../shared/contract/retention'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { BlobStore } from '../changes/blobs'
import { createKeptTexts } from '../changes/kept-texts'
import { retentionLimits } from '../changes/retention'
import { type ContactsQuery, type ContactWrites, createContactTable, phoneDigits } from '../db/contacts'
import type { Database } from '../db/open'
import { faultPoint } from '../disk/fault-point'
import { createHandedOver } from '../files/handed-over'
import { newId } from '../identifier'
import { folded } from '../library/analysis/fold'
import type { Publish } from '../publish'
import { type Alike, alikeIn, alikeNowIn } from './alike'
import { readCardFiles } from './card-files'
import type { LabelLanguage } from './card-values'
import type { CardsRead } from './read-vcard'

/** What a person says of a file of contacts that they hand over. */
export interface HandedCards {
  /** Whether it is their own address book: then nobody else wrote what is in it. */
  readonly own: boolean
}

/** People and organizations as the tools and the window see them. */
export interface ContactService {
  newId(): string
  /** Milliseconds since 1970. */
  now(): number
  /** How long, and how much, is kept of what was deleted. */
  keptForUndo(): RetentionLimits
  find(id: string): Contact | null
  /** Throws `not_found`. */
  get(id: string): Contact
  /** By name; `cursor` of the answer before goes on, null at the end. */
  page(query: ContactsQuery & { readonly limit: number; readonly cursor?: string | undefined }): {
    readonly contacts: readonly Contact[]
    readonly cursor: string | null
    readonly total: number
  }
  /** As a list shows them; all without a limit. */
  lines(query: ContactsQuery & { readonly limit?: number | undefined }): readonly ContactLine[]
  /** With whom it has to do with; throws `not_found`. */
  details(id: string): ContactDetails
  /** Others with the same e-mail address, phone number or name. */
  alike(contact: Pick<Contact, 'name' | 'emails' | 'phones'>, except: readonly string[]): readonly Alike[]
  /** The same for very many, among those that are there now. */
  alikeNow(): (contact: Pick<Contact, 'name' | 'emails' | 'phones'>) => readonly Alike[]
  /** Reads the contacts of files at checked paths; throws where one has none, or all have more than one change adds. */
  readCards(paths: readonly string[], signal: AbortSignal): Promise<CardsRead>
  /** A person handed over this file in the window, for one call; answers how to forget it again. */
  handOver(path: string, handed: HandedCards): () => void
  /** Once for each time that the path was handed over; then null. */
  takeHandedOver(path: string): HandedCards | null
  /** The same for two values that say the same in such a list. */
  keyOf(list: 'emails' | 'phones' | 'addresses' | 'urls', value: string): string
  /** Whose organization it is, by name. */
  people(organization: string): readonly Contact[]
  findLink(id: string): ContactLink | null
  /** Those from it and those to it, whether or not the other end is there. */
  links(id: string): readonly ContactLink[]
  tags(): readonly string[]
  all(): { readonly contacts: readonly Contact[]; readonly links: readonly ContactLink[] }
  /** Keeps a text for undo, under the limits of everything that is kept for it; answers its hash. */
  keep(text: string): Promise<string>
  /** What was kept; throws `unavailable` once it is gone. */
  kept(sha256: string): Promise<string>
  /** Stores all of it or nothing, and tells everyone. */
  write(writes: ContactWrites): void
}

/** Starts with no files handed over; `now` is in milliseconds since 1970. */
export function createContacts({
  db,
  blobs,
  publish,
  now,
  language = () => 'en',
}: {
  readonly db: Database
  readonly blobs: Pick<BlobStore, 'putBytes' | 'read'>
  readonly publish: Publish
  readonly now: () => number
  /** In which kinds of numbers and addresses are named that a file tells by words of its format. */
  readonly language?: () => LabelLanguage
}): ContactService {
  const handed = createHandedOver<HandedCards>()
  const table = createContactTable(db)
  const texts = createKeptTexts(blobs, () => say('contact.no_longer_kept'))
  const get = (id: string): Contact => {
    const contact = table.find(id)
    if (contact === null)
      throw new AppError('not_found', say('contact.none', { id }), { field: 'contact_id' })
    return contact
  }
  const lineOf = (id: string): ContactLine[] => {
    const line = table.line(id)
    return line === null ? [] : [line]
  }
  return {
    newId,
    now,
    keptForUndo: () => retentionLimits(db),
    find: table.find,
    get,
    page({ limit, cursor, ...query }) {
      const after = cursor === undefined ? null : table.placeOf(cursor)
      if (cursor !== undefined && after === null) {
        throw new AppError('invalid_input', say('contact.list_moved'), { field: 'cursor' })
      }
      const found = table.list(query, limit + 1, after)
      const contacts = found.slice(0, limit)
      const last = contacts.at(-1)
      const cut = found.length > limit && last !== undefined
      return { contacts, cursor: cut ? last.id : null, total: table.count(query) }
    },
    lines: table.lines,
    details(id) {
      const contact = get(id)
      const links = table.links(id).flatMap(({ id: link, from, to, relation }) => {
        const direction = from === id ? ('from' as const) : ('to' as const)
        return lineOf(direction === 'from' ? to : from).map((other) => ({
          id: link,
          relation,
          direction,
          other,
        }))
      })
      return {
        contact,
        organization: lineOf(contact.organization ?? '')[0] ?? null,
        links,
        people: table.lines({ organization: id, limit: shownMembers }),
        members: table.count({ organization: id }),
      }
    },
    alike: (contact, except) => alikeIn(table, contact, except),
    alikeNow: () => alikeNowIn(table),
    readCards: (paths, signal) => readCardFiles(paths, signal, language()),
    handOver: handed.handOver,
    takeHandedOver: handed.take,
    keyOf: (list, value) => (list === 'phones' ? phoneDigits(value) : folded(value)),
    people: table.people,
    findLink: table.findLink,
    links: table.links,
    tags: table.tags,
    all: () => ({ contacts: table.all(), links: table.allLinks() }),
    keep: async (text) => (await texts.keep(text)).sha256,
    kept: texts.kept,
    write(writes) {
      table.write(writes)
      faultPoint('contacts written')
      publish({ type: 'contacts' })
    },
  }
}
