import type { Contact, ContactEntry } from '../../shared/contract/contacts'
import { withoutBreaks } from '../../shared/web/web-address'

// vCard 4.0 (RFC 6350). Lines end in CR LF and have at most 75 bytes, without it.

const LINE_BYTES = 75
const lineEnd = '\r\n'

/** What an address book needs of a contact. */
export interface CardOf {
  readonly contact: Contact
  /** The name of the organization that it names, where that is there. */
  readonly organization: string | null
}

// Of its own for a kind of entry that has a name: `TYPE` knows two by their names, and address books read this beside it.
const labelProperty = 'X-ABLabel'

/** Contacts as a file that address books read, one card after the other. */
export function writeCards(all: Iterable<CardOf>): string {
  return [...all].map(cardOf).join('')
}

function cardOf({ contact, organization }: CardOf): string {
  const { id, kind, name, emails, phones, addresses, urls, role, birthday, tags, notes, updatedAt } = contact
  const inGroup = groups()
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `UID:urn:uuid:${id}`,
    `KIND:${kind === 'person' ? 'individual' : 'org'}`,
    `FN:${text(name)}`,
    ...(kind === 'organization' ? [`ORG:${text(name)}`] : []),
    ...(organization === null
      ? []
      : // The format has no place for what an organization is a part of.
        [`${kind === 'organization' ? 'X-PART-OF' : 'ORG'}:${text(organization)}`]),
    ...(role === '' ? [] : [`TITLE:${text(role)}`]),
    ...entries(inGroup, 'EMAIL', emails, text),
    ...entries(inGroup, 'TEL;VALUE=text', phones, text),
    // As a whole in the place of the street: nobody knows which part is which.
    ...entries(inGroup, 'ADR', addresses, (value) => `;;${text(value)};;;;`),
    // An address is no text: nothing in it is escaped, and a second line would be a property of its own.
    ...entries(inGroup, 'URL', urls, withoutBreaks),
    ...(birthday === null
      ? []
      : [
          `BDAY:${birthday.startsWith('--') ? `--${birthday.slice(2).replace('-', '')}` : birthday.replaceAll('-', '')}`,
        ]),
    ...(tags.length === 0 ? [] : [`CATEGORIES:${tags.map(text).join(',')}`]),
    ...(notes === '' ? [] : [`NOTE:${text(notes)}`]),
    `REV:${new Date(updatedAt).toISOString().replace(/[-:]|\.\d+/g, '')}`,
    'END:VCARD',
  ]
  return lines.map((line) => folded(line) + lineEnd).join('')
}

/** Counts the groups of a card, which tie a label to what it is the label of. */
function groups(): () => string {
  let count = 0
  return () => `item${++count}`
}

function entries(
  inGroup: () => string,
  property: string,
  all: readonly ContactEntry[],
  write: (value: string) => string,
): string[] {
  return all.flatMap(({ label, value }) => {
    const line = `${property}${typeOf(label)}:${write(value)}`
    if (label === '') return [line]
    const group = inGroup()
    return [`${group}.${line}`, `${group}.${labelProperty}:${text(label)}`]
  })
}

const types: ReadonlyMap<string, string> = new Map([
  ['home', 'home'],
  ['private', 'home'],
  ['privat', 'home'],
  ['work', 'work'],
  ['office', 'work'],
  ['arbeit', 'work'],
  ['büro', 'work'],
])

/** The two kinds that the format knows by their names, any other as it is written. */
function typeOf(label: string): string {
  if (label === '') return ''
  const known = types.get(label.toLowerCase())
  return `;TYPE=${known ?? parameter(label)}`
}

/** A parameter can't be escaped: what it can't hold is written otherwise (RFC 6868). */
function parameter(value: string): string {
  const written = value.replaceAll('^', '^^').replace(/\r?\n/g, '^n').replaceAll('"', '^’')
  return `"${written.replaceAll('^’', "^'")}"`
}

function text(value: string): string {
  return value
    .replaceAll('\\', '\\\\')
    .replaceAll(',', '\\,')
    .replaceAll(';', '\\;')
    .replace(/\r\n|\r|\n/g, '\\n')
}

/** A long line in pieces, none of which cuts a letter apart. */
function folded(line: string): string {
  const pieces: string[] = []
  let piece = ''
  let bytes = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (bytes + size > LINE_BYTES) {
      pieces.push(piece)
      // The space that begins the next line counts.
      piece = ''
      bytes = 1
    }
    piece += letter
    bytes += size
  }
  return [...pieces, piece].join(`${lineEnd} `)
}
