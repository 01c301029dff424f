import { withoutHidden } from '../../../shared/reveal-hidden'

/** Characters that models' servers take in a name. */
const NAME_CHARACTERS = 64
const SLUG_CHARACTERS = 20

/** What the names of a server's tools begin with, unlike all that were ever given. */
export function slugFor(name: string, taken: ReadonlySet<string>): string {
  return unlike(inSnakeCase(name, 'server').slice(0, SLUG_CHARACTERS), SLUG_CHARACTERS, taken)
}

/** The name under which a tool is known here, unlike all that were ever given; it can't be one of a tool of our own. */
export function storedNameFor(slug: string, name: string, taken: ReadonlySet<string>): string {
  return unlike(`mcp_${slug}_${inSnakeCase(name, 'tool')}`, NAME_CHARACTERS, taken)
}

/** The module that the tools of a server make. */
export function moduleIdOf(slug: string): string {
  return `mcp_${slug}`
}

function inSnakeCase(text: string, otherwise: string): string {
  const words = withoutHidden(text)
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return words === '' ? otherwise : words
}

function unlike(wanted: string, limit: number, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : `_${number}`
    const name = `${wanted.slice(0, limit - ending.length).replace(/_+$/, '')}${ending}`
    if (!taken.has(name)) return name
  }
}
