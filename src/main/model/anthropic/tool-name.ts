/** What a server takes as the name of a tool, by the API's reference. */
const foreignToName = /[^a-zA-Z0-9_-]/gu
const longestName = 128

/** The name of a call that was made: a model may have made it up, and one that is no name would be refused for ever. */
export function calledName(name: string): string {
  return name.replace(foreignToName, '_').slice(0, longestName) || 'unnamed'
}
