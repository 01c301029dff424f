import iconv from 'iconv-lite'
import { appendAll } from '../../shared/append-all'

// The lines of vCard 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350), which differ in how they fold, escape and encode.

/** One line of a card, put together from its folds. */
export interface CardProperty {
  /** What ties it to others, such as a number to its label; empty for none. */
  readonly group: string
  /** In capitals. */
  readonly name: string
  /** By their names in capitals; what 2.1 writes without a name is a `TYPE`. */
  readonly parameters: ReadonlyMap<string, readonly string[]>
  /** As it stands in the file. */
  readonly value: string
}

/** A card as it was found in a file. */
export interface FoundCard {
  /** Which one of the file it is, from 1. */
  readonly place: number
  readonly version: string
  readonly properties: readonly CardProperty[]
  /** Whether its end was found; what was cut off says half of what it said. */
  readonly whole: boolean
}

/** Pictures, sounds and keys: whole files, for which contacts have no place, and which are not even put together. */
const bulky = new Set(['PHOTO', 'LOGO', 'SOUND', 'KEY', 'X-ICON', 'X-WAB-GENDER-ICON'])
/** Characters of one line that is put together; what is longer says nothing that a contact holds. */
const longestLine = 200_000
/** Lines of one card; more is no card. */
const mostProperties = 2_000
/** Characters of one card, without its pictures; what comes after them is not taken. */
const longestCard = 1_000_000

/** Finds the cards in a text that comes in parts; what is in none is passed over. */
export async function* cardsIn(parts: AsyncIterable<string>): AsyncGenerator<FoundCard> {
  let place = 0
  let card: { version: string; properties: CardProperty[]; length: number } | null = null
  /** Cards within the card, such as an assistant's. */
  let inner = 0
  let line: Unfolded | null = null
  const ended: FoundCard[] = []
  const close = (whole: boolean) => {
    if (card !== null) ended.push({ place, version: card.version, properties: card.properties, whole })
    card = null
    inner = 0
  }

  const take = ({ pieces }: Unfolded) => {
    const whole = pieces.join('')
    const property = propertyOf(whole)
    if (property === null) return
    const { name, value } = property
    const isCard = /^\s*vcard\s*$/i.test(value)
    if (name === 'BEGIN' && isCard) {
      if (card?.properties.at(-1)?.name === 'AGENT') inner++
      else {
        close(false)
        place++
        card = { version: '', properties: [], length: 0 }
      }
    } else if (name === 'END' && isCard && inner > 0) inner--
    else if (name === 'END' && isCard) close(true)
    else if (card !== null && inner === 0) {
      card.length += bulky.has(name) ? 0 : whole.length
      if (name === 'VERSION') card.version = value.trim()
      else if (card.properties.length < mostProperties && card.length < longestCard) {
        card.properties.push(property)
      }
    }
  }

  for await (const physical of linesOf(parts)) {
    if (line !== null && continues(line, physical)) goOn(line, physical, card)
    else {
      if (line !== null) take(line)
      line = beginning(physical)
    }
    yield* ended.splice(0)
  }
  if (line !== null) take(line)
  close(false)
  yield* ended
}

async function* linesOf(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  let end = ''
  for await (const part of parts) {
    const text = end + part
    // Its other half may come with the next part.
    end = text.endsWith('\r') ? '\r' : ''
    const [first = '', ...others] = text.slice(0, text.length - end.length).split(/\r\n|\n|\r/)
    // A file that is one line is not put together again with each of its parts.
    const whole = rest.length > longestLine ? rest : rest + first
    const last = others.pop()
    if (last === undefined) rest = whole
    else {
      yield whole
      yield* others
      rest = last
    }
  }
  yield rest
}

/** A line as its folds come. */
interface Unfolded {
  /** Its first letters, which say what it is. */
  start: string
  readonly pieces: string[]
  length: number
}

/** Characters in which a line says what it is, and how it is written. */
const startLength = 1000

function beginning(physical: string): Unfolded {
  return { start: physical.slice(0, startLength), pieces: [physical], length: physical.length }
}

/** A line that begins with a blank goes on, and so does one of quoted-printable after an equals sign, but not over the card's end. */
function continues(line: Unfolded, next: string): boolean {
  return /^[ \t]/.test(next) || (isBroken(line) && !/^END:VCARD\s*$/i.test(next))
}

function isBroken({ start, pieces }: Unfolded): boolean {
  return pieces.at(-1)?.endsWith('=') === true && isQuotedPrintable(start)
}

function goOn(line: Unfolded, next: string, card: { readonly version: string } | null): void {
  if (line.length > longestLine || bulky.has(nameOf(line.start))) return
  const broken = isBroken(line)
  if (broken) line.pieces.push((line.pieces.pop() ?? '').slice(0, -1))
  // In 2.1 a line is folded where a blank is, which stays one.
  const keeps = broken || (card?.version === '2.1' && !isBase64(line.start))
  const piece = keeps ? next : next.slice(1)
  line.pieces.push(piece)
  line.length += piece.length
  if (line.start.length < startLength) line.start = line.pieces.join('').slice(0, startLength)
}

function isQuotedPrintable(line: string): boolean {
  return /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(line)
}

function isBase64(line: string): boolean {
  return /^[^:]*;(?:ENCODING=)?(?:B|BASE64)[;:]/i.test(line)
}

function nameOf(line: string): string {
  return (/^(?:[\w-]+\.)?([\w-]+)[;:]/.exec(line)?.[1] ?? '').toUpperCase()
}

function propertyOf(line: string): CardProperty | null {
  const head = /^(?:([\w-]+)\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):/.exec(line)
  if (head === null) return null
  const [whole, group = '', name = '', parameters = ''] = head
  return {
    group: group.toLowerCase(),
    name: name.toUpperCase(),
    parameters: parametersOf(parameters),
    value: bulky.has(name.toUpperCase()) ? '' : line.slice(whole.length),
  }
}

const encodings = new Set(['QUOTED-PRINTABLE', 'BASE64', '7BIT', '8BIT', 'B', 'Q'])

function parametersOf(written: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [, one = ''] of written.matchAll(/;((?:"[^"]*"|[^";])*)/g)) {
    const named = /^([\w-]+)=(.*)$/s.exec(one)
    const values = [...(named?.[2] ?? one).matchAll(/"([^"]*)"|((?:\([^()]*\)|[^",])+)/g)].map(
      ([, quoted, plain]) => unescapedParameter(quoted ?? plain ?? '').trim(),
    )
    const first = values[0]?.toUpperCase() ?? ''
    const name = named?.[1]?.toUpperCase() ?? (encodings.has(first) ? 'ENCODING' : 'TYPE')
    const before = found.get(name)
    if (before === undefined) found.set(name, values)
    else appendAll(before, values)
  }
  return found
}

/** A label as Android writes it: `X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=46=65)`; another type as it is. */
export function typeInWords(type: string): string {
  const [, charset = '', written] =
    /^X-CUSTOM\((?:CHARSET=([\w-]+),)?ENCODING=QUOTED-PRINTABLE,(.*)\)$/i.exec(type) ?? []
  return written === undefined ? type : decodedBytes(quotedPrintable(written), charset || 'utf-8')
}

/** RFC 6868. */
function unescapedParameter(value: string): string {
  return value.replace(/\^(n|'|\^)/g, (_, what: string) => (what === 'n' ? '\n' : what === "'" ? '"' : '^'))
}

/** The text of a value that has one part. */
export function textOf(property: CardProperty, version: string): string {
  return unescaped(decoded(property, property.value), version)
}

/** The parts of a value, such as those of a name or of an address, each a text. */
export function partsOf(property: CardProperty, version: string, divider: ';' | ','): string[] {
  const parts = splitBefore(property.value, divider)
  return parts.map((part) => unescaped(decoded(property, part), version).trim())
}

function splitBefore(value: string, divider: string): string[] {
  const parts = ['']
  for (let at = 0; at < value.length; at++) {
    const letter = value[at] ?? ''
    if (letter === divider) parts.push('')
    else if (letter === '\\') parts[parts.length - 1] += letter + (value[++at] ?? '')
    else parts[parts.length - 1] += letter
  }
  return parts
}

function unescaped(value: string, version: string): string {
  // 2.1 knows no sign for the end of a line: a path of Windows may have those two characters.
  const breaks = version !== '2.1'
  return value.replace(/\\([nN,;:\\])/g, (whole, letter: string) =>
    letter.toLowerCase() !== 'n' ? letter : breaks ? '\n' : whole,
  )
}

function decoded({ parameters }: CardProperty, value: string): string {
  const encoding = parameters.get('ENCODING')?.[0]?.toUpperCase()
  const charset = parameters.get('CHARSET')?.[0] ?? 'utf-8'
  if (encoding === 'QUOTED-PRINTABLE' || encoding === 'Q') {
    return decodedBytes(quotedPrintable(value.replace(/=$/, '')), charset).replace(/\r\n?/g, '\n')
  }
  if (encoding === 'BASE64' || encoding === 'B') return decodedBytes(Buffer.from(value, 'base64'), charset)
  return value
}

function quotedPrintable(value: string): Buffer {
  // Letters that were left as they are stand among the encoded ones.
  const bytes = [...value.matchAll(/((?:=[0-9A-Fa-f]{2})+)|([^=]+|=)/g)].map(([, encoded, plain]) =>
    encoded === undefined ? Buffer.from(plain ?? '') : Buffer.from(encoded.replaceAll('=', ''), 'hex'),
  )
  return Buffer.concat(bytes)
}

/** What the bytes say in this encoding; what is no such text is read as UTF-8 or as Windows wrote it. */
function decodedBytes(bytes: Buffer, charset: string): string {
  if (!/^utf-?8$/i.test(charset) && iconv.encodingExists(charset)) return iconv.decode(bytes, charset)
  const text = bytes.toString()
  return text.includes('\ufffd') ? iconv.decode(bytes, 'windows-1252') : text
}
