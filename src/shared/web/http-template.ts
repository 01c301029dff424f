/** Where a field stands in the address of a tool: its name between braces. */
export const placeholder = /\{([\w-]+)\}/g

/** The names between braces in an address, each once, as they come. */
export function placeholdersIn(url: string): string[] {
  return [...new Set([...url.matchAll(placeholder)].map(([, name = '']) => name))]
}

/** The same before its query: there a field can't be left out. */
export function placeholdersInPath(url: string): string[] {
  return placeholdersIn(url.replace(/\?.*$/s, ''))
}
