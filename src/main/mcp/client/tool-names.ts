import { inSnakeCase, NAME_CHARACTERS, unlike } from '../../agent/given-names'

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
