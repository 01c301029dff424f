import { contactLimits } from '../../shared/contract/contacts'
import { oneLine } from '../../shared/text/one-line'
import { startOf } from '../../shared/text/start-of'
import { type CardProperty, type FoundCard, partsOf, textOf, typeInWords } from './card-lines'

/** Languages in which the kinds of numbers and addresses are named that a card tells by a word of its format. */
export type LabelLanguage = 'en' | 'de'

/** Looks up what a card has. */
export interface CardReader {
  readonly version: string
  all(name: string): readonly CardProperty[]
  /** Of the first of this name; empty where there is none. */
  text(name: string): string
  parts(name: string): readonly string[]
  inGroup(group: string, name: string): string
}

/** See {@link CardReader}. */
export function readerOf({ properties, version }: FoundCard): CardReader {
  const byName = Map.groupBy(properties, ({ name }) => name)
  const all = (name: string) => byName.get(name) ?? []
  const first = (name: string) => all(name).find(({ value }) => value.trim() !== '')
  return {
    version,
    all,
    text(name) {
      const property = first(name)
      return property === undefined ? '' : textOf(property, version)
    },
    parts(name) {
      const property = first(name)
      return property === undefined ? [] : partsOf(property, version, ';')
    },
    inGroup(group, name) {
      const property = group === '' ? undefined : all(name).find((each) => each.group === group)
      return property === undefined ? '' : textOf(property, version)
    },
  }
}

/** Family name, given names, additional ones, what stands before and what after. */
export function nameOfParts([
  family = '',
  given = '',
  additional = '',
  before = '',
  after = '',
]: readonly string[]): string {
  return oneLine([before, given, additional, family, after].join(' '))
}

const labels: Readonly<Record<string, Readonly<Record<LabelLanguage, string>>>> = {
  home: { en: 'home', de: 'privat' },
  work: { en: 'work', de: 'Arbeit' },
  cell: { en: 'mobile', de: 'mobil' },
  mobile: { en: 'mobile', de: 'mobil' },
  main: { en: 'main', de: 'Zentrale' },
  fax: { en: 'fax', de: 'Fax' },
  homefax: { en: 'home fax', de: 'Fax privat' },
  workfax: { en: 'work fax', de: 'Fax Arbeit' },
  pager: { en: 'pager', de: 'Pager' },
  car: { en: 'car', de: 'Auto' },
  homepage: { en: 'homepage', de: 'Homepage' },
  school: { en: 'school', de: 'Schule' },
  other: { en: '', de: '' },
  spouse: { en: 'spouse', de: 'verheiratet' },
  partner: { en: 'partner', de: 'Partnerschaft' },
  mother: { en: 'mother', de: 'Mutter' },
  father: { en: 'father', de: 'Vater' },
  parent: { en: 'parent', de: 'Elternteil' },
  child: { en: 'child', de: 'Kind' },
  son: { en: 'son', de: 'Sohn' },
  daughter: { en: 'daughter', de: 'Tochter' },
  brother: { en: 'brother', de: 'Bruder' },
  sister: { en: 'sister', de: 'Schwester' },
  sibling: { en: 'sibling', de: 'Geschwister' },
  friend: { en: 'friend', de: 'Freundschaft' },
  manager: { en: 'manager', de: 'Leitung' },
  assistant: { en: 'assistant', de: 'Assistenz' },
}

/** How a thing is sent, or that it comes first, is no kind of it. */
const noKind = new Set([
  ...[
    'internet',
    'pref',
    'voice',
    'msg',
    'text',
    'x400',
    'dom',
    'intl',
    'postal',
    'parcel',
    'video',
    'textphone',
  ],
  ...['isdn', 'modem', 'bbs', 'pcs', 'iphone', 'other', 'x-other', 'uri', 'home page'],
])

/** As the person called it, else by its types. */
export function labelOf(
  { group, parameters }: CardProperty,
  read: CardReader,
  language: LabelLanguage,
): string {
  const given = read.inGroup(group, 'X-ABLABEL').trim()
  const ofProgram = /^_\$!<(.*)>!\$_$/.exec(given)?.[1]?.toLowerCase()
  const words =
    ofProgram === undefined
      ? given
      : (labels[ofProgram]?.[language] ?? (noKind.has(ofProgram) ? '' : ofProgram))
  if (given !== '') return startOf(oneLine(words), contactLimits.label)
  // A page at a network is named by the network (RFC 9554, 4.7).
  const types = [...(parameters.get('SERVICE-TYPE') ?? []), ...(parameters.get('TYPE') ?? [])]
    .map(typeInWords)
    .flatMap((type) => type.split(','))
  const kinds = types
    .map((type) => oneLine(type))
    .filter((type) => type !== '' && !noKind.has(type.toLowerCase()))
  const known = kinds.map((kind) => labels[kind.toLowerCase()]?.[language] ?? kind.replace(/^x-/i, ''))
  return startOf(oneLine([...new Set(known)].join(' ')), contactLimits.label)
}

/** As people write it: `tel:+49-30-1;ext=5` is a web address of a number. */
export function phoneOf(value: string): string {
  if (!/^tel:/i.test(value)) return value
  const [number = '', ...more] = value.slice('tel:'.length).split(';')
  const extension = more.map((each) => /^ext=(.*)$/i.exec(each)?.[1]).find((each) => each !== undefined)
  return extension === undefined ? number : `${number} ext. ${extension}`
}

/** Post-office box, what is added, street, town, region, postal code, country: one line each as they are written. */
export function addressOf([
  box = '',
  added = '',
  street = '',
  town = '',
  region = '',
  code = '',
  country = '',
]: string[]): string {
  const place = [code, town].filter((part) => part !== '').join(' ')
  return [street, added, box, place, region, country].filter((part) => part !== '').join('\n')
}

/** An address of the web, in which some escape the colon. */
export function webAddressOf(property: CardProperty, version: string): string {
  const value = textOf(property, version).trim()
  return value.replace(/^http(s?)\\?:/i, 'http$1:')
}

/** What Apple writes for a year that is not known; not all of its programs say so. */
const noYear = '1604'

/** A day, with or without its year; null where there is none. What is no day stays as it is, which no contact takes. */
export function birthdayOf(property: CardProperty | undefined, version: string): string | null {
  const value = property === undefined ? '' : textOf(property, version).trim()
  if (property === undefined || value === '') return null
  const withoutYear = /^--(\d{2})-?(\d{2})(?:T.*)?$/.exec(value)
  if (withoutYear !== null) return `--${withoutYear[1]}-${withoutYear[2]}`
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ].*)?$/.exec(value) ?? []
  if (year === undefined) return value
  const isOmitted = year === noYear || property.parameters.get('X-APPLE-OMIT-YEAR')?.[0] === year
  return isOmitted ? `--${month}-${day}` : `${year}-${month}-${day}`
}

/** Who a card names as related; null where it only refers to another card, whose number says nothing to a person. */
export function relatedIn(property: CardProperty, version: string): string | null {
  const value = oneLine(textOf(property, version))
  return value === '' || /^(?:urn|cid|data):|^BEGIN:VCARD/i.test(value) ? null : value
}

const relationWords: Readonly<Record<LabelLanguage, string>> = { en: 'Relation', de: 'Beziehung' }

/** A line for people: `Relation (spouse): Grace`; null as in {@link relatedIn}. */
export function relationOf(property: CardProperty, read: CardReader, language: LabelLanguage): string | null {
  const related = relatedIn(property, read.version)
  if (related === null) return null
  // Programs have had names of their own for it: X-SPOUSE, X-MS-SPOUSE.
  const named = /^X-(?:MS-)?(SPOUSE|ASSISTANT|MANAGER)$/.exec(property.name)?.[1]?.toLowerCase() ?? ''
  const label = labelOf(property, read, language) || (labels[named]?.[language] ?? '')
  return `${relationWords[language]}${label === '' ? '' : ` (${label})`}: ${related}`
}
