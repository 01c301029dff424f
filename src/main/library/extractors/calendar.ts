import { dayMs } from '../../../shared/durations'
import { foldSpace, normalizeText, titleLine } from './normalize'
import type { Block } from './structure/block'
import { writeBlocks } from './structure/write-blocks'
import type { ExtractedDocument } from './types'

/** A line of a calendar: its name in capitals, its parameters, its value as it is written. */
interface Property {
  readonly name: string
  readonly parameters: string
  readonly value: string
}

/** What a calendar has entries of (RFC 5545, 3.6). */
const ENTRIES = new Set(['VEVENT', 'VTODO', 'VJOURNAL'])

/** Reads a calendar (iCalendar, RFC 5545): each event, task or entry is a section with when, where, who and what is said of it. */
export function extractCalendar(text: string): ExtractedDocument {
  const entries: Property[][] = []
  let entry: Property[] | null = null
  /** Parts of an entry, such as its alarms, are not it. */
  let depth = 0
  let calendarName: string | null = null
  for (const { name, parameters, value } of propertiesOf(text)) {
    if (name === 'BEGIN') {
      if (ENTRIES.has(value.trim().toUpperCase())) {
        // An entry is in no other, so that what is open has lost its end.
        if (entry !== null) entries.push(entry)
        entry = []
        depth = 0
      } else if (entry !== null) depth++
    } else if (name === 'END') {
      if (depth > 0) depth--
      else if (entry !== null) {
        entries.push(entry)
        entry = null
      }
    } else if (entry === null) {
      if (name === 'X-WR-CALNAME') calendarName = titleLine(unescaped(value))
    } else if (depth === 0) entry.push({ name, parameters, value })
  }
  // The file may be cut short.
  if (entry !== null) entries.push(entry)
  const written = writeBlocks(entries.flatMap(blocksOf))
  return {
    title: calendarName ?? (entries.length === 1 ? (written.headings[0]?.title ?? null) : null),
    mime: 'text/calendar',
    text: written.text,
    pages: [],
    headings: written.headings,
    warnings: [],
  }
}

/** The bytes of a calendar with its lines whole: a line may be folded inside a character of UTF-8 (RFC 5545, 3.1). */
export function unfolded(bytes: Uint8Array): Uint8Array {
  // In UTF-16 such bytes can be halves of other characters.
  if (bytes.includes(0)) return bytes
  const whole = new Uint8Array(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const end = byte === CR && bytes[at + 1] === LF ? at + 1 : at
    const next = bytes[end + 1]
    if (bytes[end] === LF && (next === SPACE || next === TAB)) at = end + 1
    else whole[length++] = byte
  }
  return whole.subarray(0, length)
}

const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20

/** Lines of content, put together where they were folded in another encoding than UTF-8, or by other ends of lines. */
function* propertiesOf(text: string): Generator<Property> {
  for (const line of text.replace(/\n[ \t]/g, '').split('\n')) {
    const name = /^[\w-]+/.exec(line)?.[0] ?? ''
    const colon = name === '' ? -1 : colonAfter(line, name.length)
    if (colon === -1) continue
    yield {
      name: name.toUpperCase(),
      parameters: line.slice(name.length, colon),
      value: line.slice(colon + 1),
    }
  }
}

/** Where the parameters of a line end; one in quotes may have colons. -1 for a line without a value. */
function colonAfter(line: string, from: number): number {
  for (let at = from; at < line.length; at++) {
    if (line[at] === ':') return at
    if (line[at] === '"') {
      at = line.indexOf('"', at + 1)
      if (at === -1) return -1
    }
  }
  return -1
}

function blocksOf(entry: readonly Property[]): Block[] {
  const all = (name: string) => entry.filter((property) => property.name === name)
  const textOf = (name: string) => unescaped(all(name)[0]?.value ?? '').trim()
  const facts: [string, string | null][] = [
    ['When', when(all('DTSTART')[0], all('DTEND')[0], all('DURATION')[0])],
    ['Due', momentOf(all('DUE')[0])],
    ['Repeats', repeats(all('RRULE')[0]?.value)],
    ['Except', listOf(all('EXDATE').flatMap(momentsOf))],
    ['Where', titleLine(textOf('LOCATION'))],
    ['From', persons(all('ORGANIZER'))],
    ['With', persons(all('ATTENDEE'))],
    ['Contact', listOf(all('CONTACT').map(({ value }) => unescaped(value)))],
    ['Categories', listOf(all('CATEGORIES').flatMap(textsOf))],
    ['Status', titleLine(textOf('STATUS').toLowerCase())],
    // Cut short it would be another address.
    ['Address', foldSpace(all('URL')[0]?.value ?? '').trim()],
  ]
  const head = facts.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])).join('\n')
  const said = [...all('DESCRIPTION'), ...all('COMMENT')].map(({ value }) => unescaped(value))
  const paragraphs = said.flatMap((text) => text.split(/\n\s*\n/)).filter((text) => text.trim() !== '')
  return [
    { kind: 'heading', level: 1, text: titleLine(textOf('SUMMARY')) ?? 'Without a title' },
    ...[head, ...paragraphs]
      .filter((text) => text !== '')
      .map((text): Block => ({ kind: 'paragraph', text })),
  ]
}

/** A text without its escapes (RFC 5545, 3.3.11). */
function unescaped(value: string): string {
  return normalizeText(value.replace(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign)))
}

/** Texts that stand in one line with commas between them, which a comma in a text has an escape for (RFC 5545, 3.1.1). */
const textsOf = ({ value }: Property): string[] =>
  (value.match(/(?:[^\\,]|\\.?)+/gsu) ?? []).map((text) => unescaped(text).trim())

const momentsOf = ({ value, ...property }: Property): string[] =>
  value.split(',').flatMap((each) => momentOf({ ...property, value: each }) ?? [])

/** Characters that a line of an entry may have: several hundred days, or people with their addresses. */
const MAX_LIST = 2000

const listOf = (all: readonly string[]): string | null => titleLine(all.join(', '), MAX_LIST)

function when(
  start: Property | undefined,
  end: Property | undefined,
  duration: Property | undefined,
): string | null {
  const from = momentOf(start)
  if (from === null) return null
  // A day without a time ends before the day that is named as its end, which some programs forget.
  const isDay = end !== undefined && /^\d{8}$/.test(end.value.trim())
  const to = isDay && end.value.trim() === start?.value.trim() ? from : momentOf(end, isDay ? -dayMs : 0)
  if (to !== null && to !== from) return `${from} – ${to.startsWith(from.slice(0, 10)) ? to.slice(11) : to}`
  const lasts = durationOf(duration?.value)
  return lasts === null ? from : `${from}, ${lasts}`
}

/** A day, or a moment with the zone that it is told in (RFC 5545, 3.3.4 and 3.3.5), moved by some milliseconds. */
function momentOf(property: Property | undefined, moved = 0): string | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(property?.value.trim() ?? '')
  if (parts === null) return titleLine(property?.value)
  const [, year, month, day, hour, minute, , utc] = parts
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)) + moved)
    .toISOString()
    .slice(0, 10)
  if (hour === undefined) return date
  const zone = utc === 'Z' ? 'UTC' : /;TZID="?([^";:]+)/i.exec(property?.parameters ?? '')?.[1]
  return `${date} ${hour}:${minute}${zone === undefined ? '' : ` ${zone === 'UTC' ? zone : `(${zone})`}`}`
}

/** A span of time (RFC 5545, 3.3.6) as people write it. */
function durationOf(value: string | undefined): string | null {
  const parts = /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?$/.exec(value?.trim() ?? '')
  if (parts === null) return null
  const units = ['weeks', 'days', 'h', 'min']
  const told = parts
    .slice(1)
    .flatMap((count, index) => (Number(count) > 0 ? [`${Number(count)} ${units[index]}`] : []))
  return told.length === 0 ? null : told.join(' ')
}

const EACH: Readonly<Record<string, readonly [one: string, several: string]>> = {
  DAILY: ['daily', 'days'],
  WEEKLY: ['weekly', 'weeks'],
  MONTHLY: ['monthly', 'months'],
  YEARLY: ['yearly', 'years'],
}

/** How often something comes again (RFC 5545, 3.3.10), in words where it is simple and as it is written where it isn't. */
function repeats(rule: string | undefined): string | null {
  if (rule === undefined) return null
  const parts = new Map(
    rule.split(';').map((part) => {
      const [name = '', value] = part.split('=', 2)
      return [name, value] as const
    }),
  )
  const each = EACH[parts.get('FREQ') ?? '']
  const known = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST']
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const isSimple =
    [...parts.keys()].every((key) => known.includes(key)) && Number.isInteger(interval) && interval > 0
  if (each === undefined || !isSimple) return titleLine(rule)
  const until = momentOf({ name: 'UNTIL', parameters: '', value: parts.get('UNTIL') ?? '' })
  const count = parts.get('COUNT')
  return [
    interval === 1 ? each[0] : `every ${interval} ${each[1]}`,
    ...(until === null ? [] : [`until ${until}`]),
    ...(count === undefined ? [] : [`${count} times`]),
  ].join(', ')
}

/** Who takes part, by name and address. */
function persons(properties: readonly Property[]): string | null {
  const told = properties.map(({ parameters, value }) => {
    const name = /;CN=(?:"([^"]*)"|([^";:]*))/i.exec(parameters)
    const address = value.replace(/^mailto:/i, '')
    const called = unescaped(name?.[1] ?? name?.[2] ?? '').trim()
    return called === '' || called === address ? address : `${called} <${address}>`
  })
  return listOf(told)
}
