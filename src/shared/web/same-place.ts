/** Where an MCP server is: what is told to one place is not told to another. */
type Place =
  | { readonly kind: 'command'; readonly program: string; readonly folder: string }
  | { readonly kind: 'address'; readonly url: string }

/**
 * Whether both are one place. Other arguments of a program, or another path at a host, are none: a yes to the whole command
 * or address is asked for before it is used.
 */
export function isSamePlace(one: Place, other: Place): boolean {
  if (one.kind === 'address' && other.kind === 'address') return originOf(one.url) === originOf(other.url)
  // What a name or an argument leads to depends on the folder.
  return (
    one.kind === 'command' &&
    other.kind === 'command' &&
    one.program === other.program &&
    one.folder === other.folder
  )
}

/** What is no address has none but itself. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url
}
