import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ContactData, contactFieldSchemas, contactLimits } from '../../shared/contract/contacts'
import { type Placeless, placelessKinds } from '../../shared/sentences/contacts'
import { say } from '../../shared/sentences/say'
import type { Sentence } from '../../shared/sentences/sentence'
import { oneLine } from '../../shared/text/one-line'
import { startOf } from '../../shared/text/start-of'
import { isWebAddress } from '../../shared/web/web-address'
import { spellMs } from '../async/stepwise'
import { type CardProperty, type FoundCard, partsOf, textOf } from './card-lines'
import {
  addressOf,
  birthdayOf,
  type CardReader,
  type LabelLanguage,
  labelOf,
  nameOfParts,
  phoneOf,
  readerOf,
  relatedIn,
  relationOf,
  webAddressOf,
} from './card-values'

/** A contact as a card has it; organizations have no ids there. */
export interface CardContact {
  readonly data: ContactData & { readonly organization: null }
  /** The name of the organization that it belongs to; empty for none. */
  readonly organization: string
  /** What of the contact's fields is no such thing or more than a contact holds, and is not taken. */
  readonly leftOut: readonly (keyof ContactData)[]
}

/** What files of cards hold. */
export interface CardsRead {
  readonly contacts: readonly CardContact[]
  /** Cards that become no contact, each with the reason. */
  readonly refused: readonly { readonly name: string; readonly reason: Sentence }[]
  /** What contacts have no place for, with how many times it is there. */
  readonly noPlace: ReadonlyMap<Placeless, number>
}

/** What several files hold, one after the other. */
export function together(all: readonly CardsRead[]): CardsRead {
  const noPlace = new Map<Placeless, number>()
  for (const each of all) {
    for (const [kind, count] of each.noPlace) noPlace.set(kind, (noPlace.get(kind) ?? 0) + count)
  }
  return {
    contacts: all.flatMap(({ contacts }) => contacts),
    refused: all.flatMap(({ refused }) => refused),
    noPlace,
  }
}

/** How cards are read. */
export interface CardReading {
  readonly language: LabelLanguage
  readonly most: number
  /** The name of their file, by which a refusal tells a card. */
  readonly file: string
  /** Whether they are rows of a table. */
  readonly rows?: boolean
}

/** Reads the cards of a file, at most so many: one that is broken costs itself. */
export async function readCards(
  cards: AsyncIterable<FoundCard> | Iterable<FoundCard>,
  { language, most, file, rows = false }: CardReading,
): Promise<CardsRead & { readonly more: boolean }> {
  const contacts: CardContact[] = []
  const refused: { name: string; reason: Sentence }[] = []
  const noPlace = new Map<Placeless, number>()
  let since = performance.now()
  for await (const card of cards) {
    if (performance.now() - since > spellMs) {
      await nextTurn()
      since = performance.now()
    }
    if (contacts.length + refused.length >= most) return { contacts, refused, noPlace, more: true }
    const read = contactOf(card, { file, rows }, language)
    if ('reason' in read) refused.push(read)
    else contacts.push(read)
    for (const property of card.properties) {
      const { name } = property
      if (taken.has(name) || isProfilePage(property, card.version) || isRelation(property, card.version))
        continue
      const kind = placeless.get(name) ?? 'other'
      noPlace.set(kind, (noPlace.get(kind) ?? 0) + 1)
    }
  }
  return { contacts, refused, noPlace, more: false }
}

/** What is taken over, and what says nothing of the contact itself. */
const taken = new Set(
  [
    'FN N NICKNAME ORG TITLE ROLE EMAIL TEL ADR URL BDAY CATEGORIES NOTE KIND X-ABLABEL X-ABSHOWAS X-PART-OF',
    'UID REV PRODID SOURCE NAME PROFILE CLASS MAILER LABEL SORT-STRING XML CLIENTPIDMAP CREATED LANGUAGE',
    'X-ABADR X-ABUID X-ADDRESSBOOKSERVER-KIND X-MS-OL-DEFAULT-POSTAL-ADDRESS X-MS-OL-DESIGN',
  ].flatMap((names) => names.split(' ')),
)

/** The names of properties by what they are, where contacts have no place for it; all others are `other`. */
const placelessNames: Readonly<Record<Exclude<Placeless, 'other'>, string>> = {
  picture: 'PHOTO LOGO X-MS-CARDPICTURE',
  chat: 'IMPP X-AIM X-ICQ X-JABBER X-MSN X-QQ X-SKYPE X-SKYPE-USERNAME X-YAHOO X-MS-IMADDRESS',
  relation:
    'RELATED X-ABRELATEDNAMES X-SPOUSE X-ASSISTANT X-MANAGER X-MS-SPOUSE X-MS-ASSISTANT X-MS-MANAGER AGENT',
  anniversary: 'ANNIVERSARY X-ANNIVERSARY X-MS-ANNIVERSARY X-ABDATE',
  profile: 'X-SOCIALPROFILE SOCIALPROFILE X-TWITTER',
}
const placeless: ReadonlyMap<string, Placeless> = new Map(
  placelessKinds.flatMap((kind) =>
    kind === 'other' ? [] : placelessNames[kind].split(' ').map((name) => [name, kind] as const),
  ),
)

/** Whether it is somebody's page at a network, and not only their name there. */
function isProfilePage(property: CardProperty, version: string): boolean {
  return placeless.get(property.name) === 'profile' && isWebAddress(webAddressOf(property, version))
}

/** Whether it says who somebody is related to, and does not only refer to another card. */
function isRelation(property: CardProperty, version: string): boolean {
  return placeless.get(property.name) === 'relation' && relatedIn(property, version) !== null
}

const profileNames = placelessNames.profile.split(' ')
const relationNames = placelessNames.relation.split(' ')

interface Refused {
  readonly name: string
  readonly reason: Sentence
}

function contactOf(
  card: FoundCard,
  { file, rows }: { readonly file: string; readonly rows: boolean },
  language: LabelLanguage,
): CardContact | Refused {
  const read = readerOf(card)
  const organizations = read.parts('ORG').map(oneLine)
  const named = oneLine(read.text('FN')) || nameOfParts(read.parts('N'))
  const kind = kindOf(read, named, organizations)
  const name = named || organizations[0] || oneLine(read.text('NICKNAME')) || emailOf(read.text('EMAIL'))
  const here = { file, place: card.place }
  const reason = refusalOf(card, { ...here, rows }, { name, kind })
  if (reason !== null || kind === null) {
    return { name: startOf(name, contactLimits.name), reason: reason ?? say('contact.card_no_contact', here) }
  }
  const fit = fitting()
  const belongsTo = kind === 'person' ? (organizations[0] ?? '') : oneLine(read.text('X-PART-OF'))
  const organization = kind === 'organization' && belongsTo === name ? '' : belongsTo
  return {
    data: {
      ...{ kind, name, organization: null },
      ...entriesOf(read, language, fit),
      role: fit.field('role', roleOf(read, kind === 'person' ? organizations.slice(1) : []), ''),
      birthday: fit.field('birthday', birthdayOf(read.all('BDAY')[0], card.version), null),
      tags: fit.list('tags', tagsOf(read, card), contactLimits.tags),
      notes: notesOf(read, card, language, fit),
    },
    organization: organization.length > contactLimits.name ? fit.without('organization', '') : organization,
    leftOut: fit.leftOut(),
  }
}

function emailOf(value: string): string {
  return oneLine(value).replace(/^mailto:/i, '')
}

function refusalOf(
  { whole }: FoundCard,
  { rows, ...here }: { readonly file: string; readonly place: number; readonly rows: boolean },
  { name, kind }: { readonly name: string; readonly kind: ContactData['kind'] | null },
): Sentence | null {
  if (!whole) return say('contact.card_cut_off', here)
  if (kind === null) return say('contact.card_no_contact', here)
  if (name === '') return say(rows ? 'contact.row_without_name' : 'contact.card_without_name', here)
  if (name.length <= contactLimits.name) return null
  const values = { ...here, limit: contactLimits.name }
  return say(rows ? 'contact.row_name_too_long' : 'contact.card_name_too_long', values)
}

type Fitting = ReturnType<typeof fitting>

/** Takes what a contact holds, and remembers of which field something is left out. */
function fitting() {
  const leftOut = new Set<keyof ContactData>()
  /** What a field makes of a value; nothing where that does not fit. */
  const fitOf = <Field extends keyof ContactData>(name: Field, value: unknown): ContactData[Field][] => {
    const parsed = contactFieldSchemas[name].safeParse(value)
    // What the field's own schema answers.
    if (parsed.success) return [parsed.data as ContactData[Field]]
    leftOut.add(name)
    return []
  }
  return {
    field<Field extends keyof ContactData>(name: Field, value: unknown, none: ContactData[Field]) {
      const [fit = none] = fitOf(name, value)
      return fit
    },
    /** Those of a list that fit, each for itself, and at most so many. */
    list<Field extends 'emails' | 'phones' | 'addresses' | 'urls' | 'tags'>(
      name: Field,
      all: readonly unknown[],
      most: number,
    ): ContactData[Field] {
      const fit = all.flatMap((one): unknown[] => fitOf(name, [one]).flat())
      if (fit.length > most) leftOut.add(name)
      // Each is what the schema of the list makes of one.
      return fit.slice(0, most) as ContactData[Field]
    },
    without<None>(name: keyof ContactData, none: None): None {
      leftOut.add(name)
      return none
    },
    leftOut: () => [...leftOut],
  }
}

function entriesOf(read: CardReader, language: LabelLanguage, fit: Fitting) {
  const entries = <Field extends 'emails' | 'phones' | 'addresses' | 'urls'>(
    field: Field,
    properties: readonly CardProperty[],
    valueOfCard: (property: CardProperty) => string,
  ) => {
    const all = properties
      .map((each) => ({ label: labelOf(each, read, language), value: valueOfCard(each) }))
      .filter(({ value }) => value !== '')
    const unique = new Map(all.map((each) => [`${each.label}\n${each.value}`, each]))
    return fit.list(field, [...unique.values()], contactLimits.entries)
  }
  const { version } = read
  const profiles = profileNames.flatMap(read.all).filter((each) => isProfilePage(each, version))
  return {
    emails: entries('emails', read.all('EMAIL'), (each) => emailOf(textOf(each, version))),
    phones: entries('phones', read.all('TEL'), (each) => phoneOf(textOf(each, version).trim())),
    addresses: entries('addresses', read.all('ADR'), (each) => addressOf(partsOf(each, version, ';'))),
    urls: entries('urls', [...read.all('URL'), ...profiles], (each) => webAddressOf(each, version)),
  }
}

/** Units of an organization say where in it somebody is. */
function roleOf(read: CardReader, units: readonly string[]): string {
  const title = read.text('TITLE').trim() || read.text('ROLE').trim()
  return [title, ...units].filter((part) => part !== '').join(', ')
}

/** Groups that address books put everybody into. */
const ofTheProgram = new Set(['mycontacts', '* mycontacts'])

function tagsOf(read: CardReader, { version }: FoundCard): string[] {
  const all = read.all('CATEGORIES').flatMap((each) => partsOf(each, version, ','))
  return [...new Set(all.map(oneLine))].filter((tag) => tag !== '' && !ofTheProgram.has(tag.toLowerCase()))
}

/** With a line for each relation, for which contacts have no field, where there is room for them. */
function notesOf(
  read: CardReader,
  { version }: FoundCard,
  language: LabelLanguage,
  fit: Fitting,
): ContactData['notes'] {
  const all = read.all('NOTE').map((each) => textOf(each, version))
  const relations = relationNames.flatMap(read.all).flatMap((each) => relationOf(each, read, language) ?? [])
  const joined = (texts: readonly string[]) => texts.filter((note) => note.trim() !== '').join('\n\n')
  // Two blanks end a line of Markdown.
  const whole = joined([...all, relations.join('  \n')])
  if (whole.length <= contactLimits.notes) return fit.field('notes', whole, '')
  return fit.field('notes', fit.without('notes', joined(all)), '')
}

/** Null for what is neither a person nor an organization, such as a list of others. */
function kindOf(
  read: CardReader,
  name: string,
  organizations: readonly string[],
): ContactData['kind'] | null {
  const told = (read.text('KIND') || read.text('X-ADDRESSBOOKSERVER-KIND')).trim().toLowerCase()
  if (told === 'group' || told === 'location' || told === 'application' || told === 'device') return null
  if (told === 'org' || told === 'organization') return 'organization'
  if (told === 'individual') return 'person'
  if (read.text('X-ABSHOWAS').trim().toUpperCase() === 'COMPANY') return 'organization'
  const isNamedSo = organizations[0] !== undefined && (name === '' || name === oneLine(organizations[0]))
  return isNamedSo && nameOfParts(read.parts('N')) === '' ? 'organization' : 'person'
}
