import { isRecord } from '../../shared/json/is-record'

/** The shortest value that is made out in a text: shorter ones stand in other words too. */
const VALUE_CHARACTERS = 4
/** The same of a key of a model's server: what local servers take in place of one, as “ollama”, is shorter. */
const KEY_CHARACTERS = 12

/** What stands for a value. */
export const hiddenValue = '•••'

/**
 * A text without the values of secrets, nor what follows the scheme in one of a header (RFC 9110, 11.6.2): as they are,
 * and as they stand in JSON and in an address.
 */
export function withoutValues(text: string, values: readonly string[]): string {
  return without(values)(text)
}

/** See {@link withoutValues}, for many texts. */
function without(values: readonly string[]): (text: string) => string {
  const spellings = values
    .flatMap((value) => [value, /^(?:bearer|basic|token|apikey)\s+(\S+)$/i.exec(value)?.[1] ?? ''])
    .filter((value) => value.length >= VALUE_CHARACTERS)
    .flatMap(spellingsOf)
    // A longer one first, so that no end of it stays behind.
    .sort((a, b) => b.length - a.length)
  return (text) => spellings.reduce((left, value) => left.replaceAll(value, hiddenValue), text)
}

/** What a model's server says, without the key that it was given. */
export function withoutKey(text: string, key: string | null): string {
  return key === null || key.length < KEY_CHARACTERS ? text : withoutValues(text, [key])
}

/** A value of JSON without the values of secrets in any of its texts and names; the bytes of pictures and files stay. */
export function withoutValuesIn<T>(value: T, values: readonly string[]): T {
  // What comes out has the form of what went in.
  return values.length === 0 ? value : (inTexts(value, without(values)) as T)
}

function inTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => inTexts(each, change))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      change(name),
      isBase64(value, name) ? each : inTexts(each, change),
    ]),
  )
}

/** The fields of MCP's contents that hold bytes, in which a short value may stand by chance. */
function isBase64(content: Readonly<Record<string, unknown>>, name: string): boolean {
  return name === 'data' ? content.type === 'image' || content.type === 'audio' : name === 'blob'
}

/** How a value may stand in a text; some servers write a slash in JSON with a backslash before it. */
function spellingsOf(value: string): string[] {
  const inJson = JSON.stringify(value).slice(1, -1)
  const text = value.toWellFormed()
  const inForm = new URLSearchParams([['', text]]).toString().slice(1)
  const all = [
    value,
    inJson,
    inJson.replaceAll('/', '\\/'),
    encodeURI(text),
    encodeURIComponent(text),
    inForm,
  ]
  return [...new Set(all)]
}
