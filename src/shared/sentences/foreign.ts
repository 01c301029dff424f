import { inQuotes } from './english'

/** What holds for every tool that leads out of Countersign, of another MCP server as well as of an address. */
export const foreignSentences = {
  'foreign.not_for_programs': () =>
    'Tools of other MCP servers and HTTP tools are not passed on to programs.',
  'foreign.http_only_here': () =>
    'An address that begins with http:// is taken on this computer alone. All others begin with https://.',
  'foreign.odd_header': ({ name }: { name: string }) =>
    `${inQuotes(name)} is not a name of a header that can be set.`,
  'foreign.name_twice': ({ name }: { name: string }) => `${inQuotes(name)} is there twice.`,
  'foreign.changed': () =>
    'It was changed elsewhere in the meantime. Nothing was saved. Look at what it is now.',
  'foreign.no_value': ({ name }: { name: string }) => `${inQuotes(name)} has no value. Enter it once more.`,
  'foreign.odd_header_value': () => 'There is a character in it that no header can have.',
}
