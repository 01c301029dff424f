import { parsedJson } from '../json/parsed-json'

/** What encloses a place in JSON, from the inside out. */
interface Enclosing {
  readonly close: '}' | ']'
  readonly outer: Enclosing | null
}

/**
 * What can be read already of JSON that is still arriving: everything that is whole, and of a string that is not, what
 * there is of it where `keeps` says so. Undefined where nothing can be read yet, or it is no JSON.
 */
export function partialInput(json: string, keeps: (unfinished: string) => boolean = () => true): unknown {
  let inside: Enclosing | null = null
  /** Whether the next string is the name of a field. */
  let names = false
  let whole: { readonly end: number; readonly inside: Enclosing | null } = { end: 0, inside: null }
  let at = 0
  while (at < json.length) {
    switch (json[at]) {
      case '{':
      case '[':
        names = json[at] === '{'
        inside = { close: names ? '}' : ']', outer: inside }
        whole = { end: at + 1, inside }
        break
      case '}':
      case ']':
        inside = outerOf(inside)
        names = false
        whole = { end: at + 1, inside }
        break
      case ':':
        names = false
        break
      case ',':
        // A number is whole only once something follows it.
        whole = { end: at, inside }
        names = inside?.close === '}'
        break
      case '"': {
        const { end, isWhole } = stringAt(json, at)
        if (!isWhole) {
          const begun = names ? undefined : parsedJson(`${json.slice(at, end)}"`)
          return typeof begun === 'string' && keeps(begun)
            ? parsedJson(`${json.slice(0, end)}"${closing(inside)}`)
            : parsedJson(json.slice(0, whole.end) + closing(whole.inside))
        }
        if (!names) whole = { end, inside }
        at = end - 1
        break
      }
      default:
      // Of a number and a word the comma or the end that follows tells.
    }
    at++
  }
  return parsedJson(json.slice(0, whole.end) + closing(whole.inside))
}

/** The longest text in a value, looked for as deep as arguments of tools go; empty where there is none. */
export function longestText(value: unknown, depth = 4): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || depth === 0) return ''
  let longest = ''
  for (const each of Object.values(value)) {
    const found = longestText(each, depth - 1)
    if (found.length > longest.length) longest = found
  }
  return longest
}

/** Where a string ends, or what there is of it without an escape that was cut. */
function stringAt(json: string, start: number): { readonly end: number; readonly isWhole: boolean } {
  let at = start + 1
  while (at < json.length) {
    if (json[at] === '"') return { end: at + 1, isWhole: true }
    const length = json[at] !== '\\' ? 1 : json[at + 1] === 'u' ? 6 : 2
    if (at + length > json.length) break
    at += length
  }
  return { end: at, isWhole: false }
}

function outerOf(inside: Enclosing | null): Enclosing | null {
  return inside?.outer ?? null
}

function closing(inside: Enclosing | null): string {
  let text = ''
  for (let each = inside; each !== null; each = each.outer) text += each.close
  return text
}
