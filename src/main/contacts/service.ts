import { basename } from 'node:path'
import {
  type Contact,
  type ContactDetails,
  type ContactLine,
  type ContactLink,
  contactImportLimit,
  shownMembers,
} from '../../shared/contract/contacts'
import type { RetentionLimits } from '../../shared/contract/retention'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { BlobStore } from '../changes/blobs'
import { createKeptTexts } from '../changes/kept-texts'
import { retentionLimits } from '../changes/retention'
import {
  type ContactsQuery,
  type ContactWrites,
  createContactTable,
  marksOf,
  phoneDigits,
} from '../db/contacts'
import type { Database } from '../db/open'
import { faultPoint } from '../fault-point'
import { newId } from '../identifier'
import { folded } from '../library/analysis/fold'
import type { Publish } from '../publish'
import type { LabelLanguage } from './card-values'
import { readContactFile } from './contact-file'
import { type CardsRead, together } from './read-vcard'

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

/** Somebody who may be the same as another. */
export interface Alike {
  readonly contact: Contact
  /** What they have in common that tells most. */
  readonly same: 'email' | 'phone' | 'name'
}

/** What a person says of a file of contacts that they hand over. */
export interface HandedCards {
  /** Whether it is their own address book: then nobody else wrote what is in it. */
  readonly own: boolean
}

const tellingMarks = ['email', 'phone', 'name'] as const

/** Opens the contacts. */
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
  const handed = new Map<string, readonly HandedCards[]>()
  const table = createContactTable(db)
  const texts = createKeptTexts(blobs, () => say('contact.no_longer_kept'))
  const get = (id: string): Contact => {
    const contact = table.find(id)
    if (contact === null)
      throw new AppError('not_found', say('contact.none', { id }), { field: 'contact_id' })
    return contact
  }
  const leave = (path: string, rest: readonly HandedCards[]): void => {
    if (rest.length > 0) handed.set(path, rest)
    else handed.delete(path)
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
    alike(contact, except) {
      const marks = marksOf(contact)
      return table
        .marked(marks)
        .filter(({ id }) => !except.includes(id))
        .map((other) => alikeBy(marks, other))
    },
    alikeNow() {
      const byMark = new Map<string, string[]>()
      for (const { id, marks } of table.marks()) {
        for (const mark of marks) {
          const ids = byMark.get(mark)
          if (ids === undefined) byMark.set(mark, [id])
          else ids.push(id)
        }
      }
      return (contact) => {
        const marks = marksOf(contact)
        const found = new Set(marks.flatMap((mark) => byMark.get(mark) ?? []))
        return [...found].flatMap((id) => {
          const other = table.find(id)
          return other === null ? [] : [alikeBy(marks, other)]
        })
      }
    },
    async readCards(paths, signal) {
      const all: CardsRead[] = []
      let left = contactImportLimit
      for (const [place, path] of paths.entries()) {
        const field = `paths.${place}`
        const { more, ...read } = await readContactFile(path, signal, { language: language(), most: left })
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
    },
    handOver(path, one) {
      // Of its own, so that it is told from another of the same path.
      const mine = { ...one }
      handed.set(path, [...(handed.get(path) ?? []), mine])
      return () =>
        leave(
          path,
          (handed.get(path) ?? []).filter((other) => other !== mine),
        )
    },
    takeHandedOver(path) {
      const [first, ...rest] = handed.get(path) ?? []
      leave(path, rest)
      return first ?? null
    },
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

/** What another has in common with one of these marks. */
function alikeBy(marks: readonly string[], other: Contact): Alike {
  const marksOfOther = new Set(marksOf(other))
  const common = marks.filter((mark) => marksOfOther.has(mark))
  const same = tellingMarks.find((kind) => common.some((mark) => mark.startsWith(`${kind} `)))
  return { contact: other, same: same ?? 'name' }
}
