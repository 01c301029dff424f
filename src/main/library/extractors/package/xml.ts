import { Parser } from 'htmlparser2'
import iconv from 'iconv-lite'
import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { xmlEncoding } from '../declared-encoding'
import { MAX_XML_DEPTH } from '../limits'

/** Attributes of an element by their local names. */
export type XmlAttributes = Readonly<Record<string, string>>

/** What is told of an XML part, in its order; names are local, without their namespace's prefix. */
export type XmlHandler = {
  open?(name: string, attributes: XmlAttributes): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Reads XML as a stream of elements. Document types are not read: no entity but the five of XML is known, nothing
 * outside is ever fetched, so entity bombs and external entities are only text. Throws `corrupt` for nesting that no
 * document has.
 */
export function readXml(bytes: Uint8Array, handler: XmlHandler): void {
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth++
        if (depth > MAX_XML_DEPTH) throw new AppError('corrupt', say('document.nested_too_deep'))
        handler.open?.(localName(name), attributes)
      },
      ontext(text) {
        handler.text?.(text)
      },
      onclosetag(name) {
        depth--
        handler.close?.(localName(name))
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(decodeXml(bytes))
}

/** The handler, told nothing of elements of these names nor of what is inside of them. */
export function leavingOut(names: ReadonlySet<string>, handler: XmlHandler): XmlHandler {
  let depth = 0
  return {
    open(name, attributes) {
      if (names.has(name)) depth++
      if (depth === 0) handler.open?.(name, attributes)
    },
    text(text) {
      if (depth === 0) handler.text?.(text)
    },
    close(name) {
      if (depth === 0) handler.close?.(name)
      if (names.has(name)) depth--
    },
  }
}

/** An attribute by its local name, whatever prefix it has. */
export function attribute(attributes: XmlAttributes, name: string): string | undefined {
  const plain = attributes[name]
  if (plain !== undefined) return plain
  for (const key in attributes) {
    const colon = key.indexOf(':')
    if (colon !== -1 && key.length - colon - 1 === name.length && key.endsWith(name)) return attributes[key]
  }
  return undefined
}

const localNames = new Map<string, string>()
/** Names of real formats number some hundreds; a hostile file must not fill memory with its own. */
const MAX_NAMES = 10_000

function localName(name: string): string {
  const known = localNames.get(name)
  if (known !== undefined) return known
  const local = name.slice(name.indexOf(':') + 1)
  if (localNames.size < MAX_NAMES) localNames.set(name, local)
  return local
}

/** XML is UTF-8 unless a mark or its declaration says otherwise (XML 1.0, appendix F). */
function decodeXml(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [a, b] = buffer
  if (a === 0xff && b === 0xfe) return iconv.decode(buffer, 'utf-16le')
  if (a === 0xfe && b === 0xff) return iconv.decode(buffer, 'utf-16be')
  const declared = xmlEncoding(buffer)
  if (declared === null || /^utf-?8$/i.test(declared) || !iconv.encodingExists(declared))
    return buffer.toString('utf8')
  return iconv.decode(buffer, declared)
}

/** The text of the first element of a name, or null. */
export function firstText(bytes: Uint8Array | null, name: string): string | null {
  if (bytes === null) return null
  let text: string | null = null
  let inside = false
  readXml(bytes, {
    open(opened) {
      if (opened === name && text === null) {
        inside = true
        text = ''
      }
    },
    text(part) {
      if (inside) text += part
    },
    close(closed) {
      if (closed === name) inside = false
    },
  })
  return text
}
