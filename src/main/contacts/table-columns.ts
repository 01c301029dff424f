import { keysOf } from '../../shared/json/keys-of'

/** What a column of a table of contacts holds, as its heading says. */
export type Column =
  | {
      readonly kind:
        | 'full name'
        | 'given name'
        | 'family name'
        | 'additional name'
        | 'name before'
        | 'name after'
        | 'nickname'
        | 'organization'
        | 'department'
        | 'role'
        | 'tags'
        | 'notes'
        | 'picture'
    }
  /** `types` as vCards call them; `group` ties a value to the column that has its label. */
  | {
      readonly kind: 'email' | 'phone' | 'url'
      readonly types: readonly string[]
      readonly group: string
    }
  | {
      readonly kind: 'address'
      readonly part: AddressPart
      readonly types: readonly string[]
      readonly group: string
    }
  | { readonly kind: 'label'; readonly group: string }
  /** A day of birth, or what a contact has no place of its own for: where it can’t be taken, its heading says what it was. */
  | { readonly kind: 'birthday'; readonly heading: string }
  | { readonly kind: 'other'; readonly heading: string; readonly half?: Half | undefined }

/** One of two columns, of which the one names what stands in the other, as in “Relation 1 - Label” and “Relation 1 - Value”. */
export interface Half {
  /** What both headings begin with. */
  readonly of: string
  readonly is: 'label' | 'value'
}

/** A line of a postal address, or all of it in one. */
export type AddressPart = 'whole' | 'street' | 'box' | 'added' | 'town' | 'region' | 'code' | 'country'

type PlainKind = Exclude<Column['kind'], 'email' | 'phone' | 'url' | 'address' | 'label' | 'other'>

// Headings as Google, Outlook and Thunderbird write them, and as people do in English and German.

const plainNames: Readonly<Record<PlainKind, string>> = {
  'full name': 'name|full name|display name|contact name|member name|anzeigename|vollständiger name',
  'given name': 'first name|firstname|given name|forename|vorname|vornamen|rufname',
  'family name': 'last name|lastname|family name|surname|nachname|familienname|zuname',
  'additional name': 'middle name|middle names|additional name|weitere vornamen|zweiter vorname',
  'name before': 'prefix|name prefix|titel|namenspräfix',
  'name after': 'suffix|name suffix|namenszusatz|namenssuffix',
  nickname: 'nickname|spitzname',
  organization:
    'organization|organisation|organization name|organisation name|company|company name|employer|association|club|firma|unternehmen|verein|arbeitgeber',
  department: 'department|organization department|abteilung',
  role: 'job title|role|position|function|occupation|organization title|funktion|beruf|amt|rolle|tätigkeit',
  birthday: 'birthday|birth date|birthdate|date of birth|dob|geburtstag|geburtsdatum|geboren|geboren am',
  tags: 'tags|labels|categories|category|groups|group|group membership|kategorien|kategorie|gruppen|gruppe|schlagwörter',
  notes:
    'notes|note|comments|comment|remarks|remark|notizen|notiz|bemerkungen|bemerkung|anmerkungen|anmerkung|kommentar',
  picture: 'photo|picture|foto|bild',
}

const entryNames = {
  email:
    'e mail|email|mail|e mails|emails|e mail address|email address|e mail adresse|email adresse|mailadresse',
  phone: 'phone|telephone|phone number|telephone number|tel|telefon|telefonnummer|tel nr|rufnummer',
  url: 'web page|webpage|website|web site|homepage|url|webseite|internet|internetseite',
} as const

const addressNames: Readonly<Record<AddressPart, string>> = {
  whole: 'address|postal address|address formatted|adresse|anschrift|postanschrift|postadresse',
  street:
    'street|street address|address street|address line|street and number|straße|strasse|straße und hausnummer|straße nr|house number|hausnummer|hausnr',
  box: 'po box|p o box|address po box|postfach',
  added: 'extended address|address extended address|adresszusatz',
  town: 'city|town|address city|ort|stadt|wohnort',
  region: 'state|region|county|province|address region|bundesland|kanton',
  code: 'zip|zip code|zipcode|postal code|postcode|address postal code|plz|postleitzahl',
  country: 'country|country region|address country|land|land region',
}

const byName = <Kind extends string>(names: Readonly<Record<Kind, string>>): ReadonlyMap<string, Kind> =>
  new Map(keysOf(names).flatMap((kind) => names[kind].split('|').map((name) => [name, kind] as const)))
const plain = byName(plainNames)
const entries = byName<'email' | 'phone' | 'url'>(entryNames)
const addressParts = byName(addressNames)

/** Words of a heading that say what sort of number or address it is, by what vCards call that. */
const typeWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    work: 'work business office geschäftlich dienstlich arbeit büro',
    home: 'home private personal privat',
    cell: 'mobile cell mobil handy mobiltelefon mobilnummer handynummer',
    fax: 'fax faxnummer',
    pager: 'pager',
  }).flatMap(([type, words]) => words.split(' ').map((word) => [word, type] as const)),
)
/** Words that only tell columns of the same sort apart. */
const countWords = new Set(['primary', 'secondary', 'other', 'main', 'andere', 'weitere', 'value', 'wert'])
const labelWords = new Set(['label', 'type', 'bezeichnung', 'typ'])

/** Kinds of which a contact has one alone; what else is so is kept with its heading. */
const single = new Set<Column['kind']>([
  ...(['full name', 'given name', 'family name', 'organization', 'department', 'role', 'birthday'] as const),
])

/** What the columns of a table hold, by its first row. */
export function columnsOf(headings: readonly string[]): readonly Column[] {
  const first = headings.map(columnOf)
  const has = (kind: Column['kind']) => first.some((column) => column.kind === kind)
  const seen = new Set<Column['kind']>()
  return headings.map((heading, index) => {
    const words = wordsOf(heading).join(' ')
    let column = first[index] ?? { kind: 'other', heading }
    // Beside a column for given names, “Name” is the family’s.
    if (words === 'name' && has('given name') && !has('family name')) column = { kind: 'family name' }
    // Outlook’s stands before the name and has “Job Title” beside it; elsewhere it is what somebody does.
    if (words === 'title') column = { kind: has('role') ? 'name before' : 'role' }
    if (seen.has(column.kind) && single.has(column.kind)) return { kind: 'other', heading }
    seen.add(column.kind)
    return column
  })
}

/** What vCards call a sort of number or address that a person names by a word; undefined for another word. */
export function typeOfWord(word: string): string | undefined {
  return typeWords.get(word.toLowerCase())
}

/** Whether a table with these columns names somebody. */
export function namesSomebody(columns: readonly Column[]): boolean {
  const naming: readonly Column['kind'][] = [
    'full name',
    'given name',
    'family name',
    'organization',
    'email',
  ]
  return columns.some(({ kind }) => naming.includes(kind))
}

function wordsOf(heading: string): readonly string[] {
  return heading
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

function columnOf(heading: string): Column {
  // Spreadsheets have thousands of columns that nobody filled.
  if (heading === '') return { kind: 'other', heading }
  const words = wordsOf(heading)
  const isNumber = (word: string) => /^\d+$/.test(word)
  const kind = plain.get(words.filter((word) => !isNumber(word)).join(' '))
  if (kind !== undefined) return kind === 'birthday' ? { kind, heading } : { kind }
  const types = [...new Set(words.flatMap((word) => typeWords.get(word) ?? []))]
  const bare = words.filter((word) => !typeWords.has(word) && !isNumber(word) && !countWords.has(word))
  const isLabel = labelWords.has(bare.at(-1) ?? '')
  const name = (isLabel ? bare.slice(0, -1) : bare).join(' ')
  const number = words.find(isNumber) ?? ''
  const entry = entries.get(name) ?? (isPhone(name, types) ? 'phone' : undefined)
  if (entry !== undefined) {
    const group = `${entry} ${number}`
    return isLabel ? { kind: 'label', group } : { kind: entry, types, group }
  }
  const part = addressParts.get(name)
  if (part === undefined) return { kind: 'other', heading, half: halfOf(heading) }
  // “Street 2” is a second line; “Address 2 - City” is another address.
  const group = `address ${isLabel || words[0] === 'address' ? number : types.join(' ')}`
  return isLabel ? { kind: 'label', group } : { kind: 'address', part, types, group }
}

/** As Google’s and Apple’s address books head such columns. */
const halfHeading = /^(.*\S) - (\p{L}+)$/u
const valueWords = new Set(['value', 'wert'])

function halfOf(heading: string): Half | undefined {
  const [, of = '', word = ''] = halfHeading.exec(heading.trim()) ?? []
  const last = word.toLowerCase()
  if (labelWords.has(last)) return { of, is: 'label' }
  return valueWords.has(last) ? { of, is: 'value' } : undefined
}

/** Whether a heading such as “Mobile” or “Work number” means a phone. */
function isPhone(name: string, types: readonly string[]): boolean {
  if (name === 'number' || name === 'nummer') return types.length > 0
  return name === '' && types.some((type) => type === 'cell' || type === 'fax' || type === 'pager')
}
