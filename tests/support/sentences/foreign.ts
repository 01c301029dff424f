import type { Examples } from './examples'

/** Of tools of other MCP servers and of addresses alike. */
export const foreignExamples = {
  'foreign.odd_header': { name: 'Host' },
  'foreign.name_twice': { name: 'TOKEN' },
  'foreign.no_value': { name: 'TOKEN' },
} as const satisfies Examples
