import { z } from 'zod'
import type { Contact, ContactKind, ContactLine, ContactLink } from '../../shared/contract/contacts'
import { parsedJson } from '../../shared/json/parsed-json'
import { folded } from '../library/analysis/fold'
import { foldedWords } from './folded-words'
import { eachIn, partIn } from './json-in-sql'
import { type Database, inTransaction } from './open'
import type { contactLinks, contacts } from './schema'
import { storedActor, storedTexts } from './stored-json'

/** Which contacts are listed. */
export interface ContactsQuery {
  /** Words that must all be found, each anywhere. */
  readonly query?: string | undefined
  readonly kind?: ContactKind | undefined
  readonly tag?: string | undefined
  /** The id of one. */
  readonly organization?: string | undefined
}

/** Where a list goes on: after the contact of this name and id. */
export interface ContactPlace {
  readonly name: string
  readonly id: string
}

/** Records to be stored, or removed, all together. */
export interface ContactWrites {
  readonly put: readonly Contact[]
  readonly remove: readonly string[]
  readonly putLinks: readonly ContactLink[]
  readonly removeLinks: readonly string[]
}

/** Reads and writes contacts and their links. */
export interface ContactTable {
  find(id: string): Contact | null
  /** By name. */
  list(query: ContactsQuery, limit: number, after: ContactPlace | null): Contact[]
  lines(query: ContactsQuery & { readonly limit?: number | undefined }): ContactLine[]
  count(query: ContactsQuery): number
  placeOf(id: string): ContactPlace | null
  line(id: string): ContactLine | null
  /** Who has one of these marks; see {@link marksOf}. */
  marked(marks: readonly string[]): Contact[]
  /** The marks of all, by their ids, without anything else of them. */
  marks(): { readonly id: string; readonly marks: readonly string[] }[]
  /** Whose organization it is, by name. */
  people(organization: string): Contact[]
  findLink(id: string): ContactLink | null
  /** Those from it and those to it, in the order in which they were made; also where the other end is gone. */
  links(id: string): ContactLink[]
  tags(): string[]
  all(): Contact[]
  allLinks(): ContactLink[]
  write(writes: ContactWrites): void
}

/** Digits alone: how a number is divided says nothing. */
export function phoneDigits(phone: string): string {
  return folded(phone).replace(/[^0-9]/g, '')
}

/** Fewer digits are an extension, which many have. */
const TELLING_DIGITS = 5

/** What a contact has in common with a duplicate of it. */
export function marksOf({ name, emails, phones }: Pick<Contact, 'name' | 'emails' | 'phones'>): string[] {
  return [
    `name ${folded(name)}`,
    ...emails.map(({ value }) => `email ${folded(value)}`),
    ...phones
      .map(({ value }) => phoneDigits(value))
      .flatMap((digits) => (digits.length < TELLING_DIGITS ? [] : [`phone ${digits}`])),
  ]
}

type Row = typeof contacts.$inferSelect
type LinkRow = typeof contactLinks.$inferSelect

const columns = `contacts.id, contacts.kind, contacts.name, contacts.folded_name AS foldedName, contacts.emails,
  contacts.phones, contacts.addresses, contacts.urls, contacts.organization, contacts.role, contacts.birthday, contacts.tags,
  contacts.notes, contacts.outside, contacts.words, contacts.marks, contacts.made_by AS madeBy,
  contacts.changed_by AS changedBy, contacts.created_at AS createdAt, contacts.updated_at AS updatedAt, contacts.revision`
const linkColumns =
  'id, from_id AS "from", to_id AS "to", relation, outside, made_by AS madeBy, created_at AS createdAt'
const firstIn = (column: string) => `coalesce(${partIn(column, '$[0].value')}, '')`
const eachTag = `${eachIn('contacts.tags')} AS tag`
const lineColumns = `contacts.id, contacts.kind, contacts.name, contacts.role, coalesce(home.name, '') AS organization,
  ${firstIn('contacts.emails')} AS email, ${firstIn('contacts.phones')} AS phone, contacts.tags`
const home = `LEFT JOIN contacts AS home ON home.id = contacts.organization AND home.kind = 'organization'`

/** As SQLite says that there is no limit. */
const unlimited = -1

/** Opens the tables of contacts. */
export function createContactTable(db: Database): ContactTable {
  const { raw } = db
  const rows = (where: string) => {
    const statement = raw.prepare<unknown[], Row>(`SELECT ${columns} FROM contacts ${where}`)
    return (...values: unknown[]): Contact[] => statement.all(...values).map(fromRow)
  }
  const linkRows = (where: string) => {
    const statement = raw.prepare<unknown[], LinkRow>(
      `SELECT ${linkColumns} FROM contact_links ${where} ORDER BY created_at, id`,
    )
    return (...values: unknown[]): ContactLink[] => statement.all(...values).map(fromLinkRow)
  }
  // An import asks for these a thousand times.
  const [byId, linkById, linksOf] = [
    rows('WHERE id = ?'),
    linkRows('WHERE id = ?'),
    linkRows('WHERE from_id = ? OR to_id = ?'),
  ]
  const allMarks = raw.prepare<[], Pick<Row, 'id' | 'marks'>>('SELECT id, marks FROM contacts')
  return {
    find: (id) => byId(id)[0] ?? null,
    list(query, limit, after) {
      const { where, values } = conditions(query, after)
      return rows(`${home} ${where} ORDER BY contacts.folded_name, contacts.id LIMIT ?`)(...values, limit)
    },
    lines({ limit = unlimited, ...query }) {
      const { where, values } = conditions(query, null)
      return raw
        .prepare<unknown[], LineRow>(
          `SELECT ${lineColumns} FROM contacts ${home} ${where} ORDER BY contacts.folded_name, contacts.id LIMIT ?`,
        )
        .all(...values, limit)
        .map(fromLineRow)
    },
    line(id) {
      const row = raw
        .prepare<[string], LineRow>(`SELECT ${lineColumns} FROM contacts ${home} WHERE contacts.id = ?`)
        .get(id)
      return row === undefined ? null : fromLineRow(row)
    },
    count(query) {
      const { where, values } = conditions(query, null)
      return Number(
        raw
          .prepare<unknown[]>(`SELECT count(*) FROM contacts ${home} ${where}`)
          .pluck()
          .get(...values),
      )
    },
    placeOf(id) {
      const row = raw
        .prepare<[string], ContactPlace>('SELECT folded_name AS name, id FROM contacts WHERE id = ?')
        .get(id)
      return row ?? null
    },
    marked(marks) {
      if (marks.length === 0) return []
      const having = marks.map(() => 'instr(marks, ?) > 0').join(' OR ')
      return rows(`WHERE ${having} ORDER BY folded_name, id`)(...marks.map(asLine))
    },
    marks: () => allMarks.all().map(({ id, marks }) => ({ id, marks: fromLines(marks) })),
    people: (organization) => rows('WHERE organization = ? ORDER BY folded_name, id')(organization),
    findLink: (id) => linkById(id)[0] ?? null,
    links: (id) => linksOf(id, id),
    tags: () =>
      raw
        .prepare<[], string>(
          `SELECT DISTINCT tag.value FROM contacts, ${eachTag} WHERE tag.type = 'text'
            ORDER BY tag.value COLLATE NOCASE`,
        )
        .pluck()
        .all(),
    all: () => rows('ORDER BY folded_name, id')(),
    allLinks: () => linkRows('')(),
    write({ put, remove, putLinks, removeLinks }) {
      inTransaction(db, () => {
        const [removeLink, removeContact] = [
          raw.prepare('DELETE FROM contact_links WHERE id = ?'),
          raw.prepare('DELETE FROM contacts WHERE id = ?'),
        ]
        for (const id of removeLinks) removeLink.run(id)
        for (const id of remove) removeContact.run(id)
        const [store, storeLink] = [contactPut(db), linkPut(db)]
        for (const contact of put) store(contact)
        for (const link of putLinks) storeLink(link)
      })
    },
  }
}

/** What narrows a list down. */
function conditions({ query = '', kind, tag, organization }: ContactsQuery, after: ContactPlace | null) {
  const words = foldedWords(query)
  const all = words.map((word): [sql: string, ...values: unknown[]] => [
    "(instr(contacts.words, ?) > 0 OR instr(coalesce(home.folded_name, ''), ?) > 0)",
    word,
    word,
  ])
  if (kind !== undefined) all.push(['contacts.kind = ?', kind])
  if (organization !== undefined) all.push(['contacts.organization = ?', organization])
  if (tag !== undefined) all.push([`EXISTS (SELECT 1 FROM ${eachTag} WHERE tag.value = ?)`, tag])
  if (after !== null) all.push(['(contacts.folded_name, contacts.id) > (?, ?)', after.name, after.id])
  return {
    where: all.length === 0 ? '' : `WHERE ${all.map(([sql]) => sql).join(' AND ')}`,
    values: all.flatMap(([, ...values]) => values),
  }
}

/** How one is stored; for many it is prepared once. */
function contactPut({ raw }: Database): (contact: Contact) => void {
  const statement = raw.prepare(
    `INSERT INTO contacts (id, kind, name, folded_name, emails, phones, addresses, urls, organization, role, birthday,
         tags, notes, outside, words, marks, made_by, changed_by, created_at, updated_at, revision)
       VALUES (@id, @kind, @name, @foldedName, @emails, @phones, @addresses, @urls, @organization, @role, @birthday,
         @tags, @notes, @outside, @words, @marks, @madeBy, @changedBy, @createdAt, @updatedAt, @revision)
       ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, name = excluded.name, folded_name = excluded.folded_name,
         emails = excluded.emails, phones = excluded.phones, addresses = excluded.addresses, urls = excluded.urls,
         organization = excluded.organization, role = excluded.role, birthday = excluded.birthday, tags = excluded.tags,
         notes = excluded.notes, outside = excluded.outside, words = excluded.words, marks = excluded.marks,
         made_by = excluded.made_by, changed_by = excluded.changed_by, created_at = excluded.created_at,
         updated_at = excluded.updated_at, revision = excluded.revision`,
  )
  return (contact) => {
    const { emails, phones, addresses, urls, tags, outside, madeBy, changedBy, ...plain } = contact
    const json = { emails, phones, addresses, urls, tags, outside, madeBy, changedBy }
    statement.run({
      ...plain,
      ...Object.fromEntries(Object.entries(json).map(([name, value]) => [name, JSON.stringify(value)])),
      foldedName: folded(contact.name),
      words: wordsOf(contact),
      marks: marksOf(contact).map(asLine).join(''),
    })
  }
}

/** The same for a link. */
function linkPut({ raw }: Database): (link: ContactLink) => void {
  const statement = raw.prepare(
    `INSERT INTO contact_links (id, from_id, to_id, relation, outside, made_by, created_at)
       VALUES (@id, @from, @to, @relation, @outside, @madeBy, @createdAt)
       ON CONFLICT (id) DO UPDATE SET from_id = excluded.from_id, to_id = excluded.to_id, relation = excluded.relation,
         outside = excluded.outside, made_by = excluded.made_by, created_at = excluded.created_at`,
  )
  return ({ outside, madeBy, ...link }) => {
    statement.run({ ...link, outside: JSON.stringify(outside), madeBy: JSON.stringify(madeBy) })
  }
}

/** So that no mark is found as a part of another. */
const asLine = (mark: string) => `\n${mark}\n`
const fromLines = (marks: string) => marks.split('\n').filter((mark) => mark !== '')

/** All that a search looks in, one thing a line. */
function wordsOf(contact: Contact): string {
  const { name, emails, phones, addresses, urls, role, tags, notes } = contact
  const entries = [emails, phones, addresses, urls].flat().map(({ value }) => value)
  const digits = phones.map(({ value }) => phoneDigits(value))
  return folded([name, ...entries, ...digits, role, ...tags, notes].join('\n'))
}

interface LineRow extends Omit<ContactLine, 'tags'> {
  readonly tags: string
}

// A damaged row must not hide all others.
const storedEntries = z.array(z.object({ label: z.string(), value: z.string() })).catch([])

function fromRow({ foldedName: _f, words: _w, marks: _m, ...row }: Row): Contact {
  return {
    ...row,
    emails: storedEntries.parse(parsedJson(row.emails)),
    phones: storedEntries.parse(parsedJson(row.phones)),
    addresses: storedEntries.parse(parsedJson(row.addresses)),
    urls: storedEntries.parse(parsedJson(row.urls)),
    tags: storedTexts.parse(parsedJson(row.tags)),
    outside: storedTexts.parse(parsedJson(row.outside)),
    madeBy: storedActor.parse(parsedJson(row.madeBy)),
    changedBy: storedActor.parse(parsedJson(row.changedBy)),
  }
}

function fromLinkRow(row: LinkRow): ContactLink {
  return {
    ...row,
    outside: storedTexts.parse(parsedJson(row.outside)),
    madeBy: storedActor.parse(parsedJson(row.madeBy)),
  }
}

function fromLineRow(row: LineRow): ContactLine {
  return { ...row, tags: storedTexts.parse(parsedJson(row.tags)) }
}
