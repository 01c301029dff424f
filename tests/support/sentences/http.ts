import type { Examples } from './examples'

const host = 'wetter.example'
const named = 'Wetter'
const name = 'ort'

/** Of tools that ask an address. */
export const httpExamples = {
  'http.call': { tool: named, method: 'POST', host },
  'http.no_undo': { host },
  'http.gets_all': { host },
  'http.moved': { tool: named },
  'http.gone': { tool: named },
  'http.switched_off': { tool: named },
  'http.failed': { host, status: 404, text: 'no such place' },
  'http.redirects': { host, to: 'https://wetter.example/neu' },
  'http.may_have_done': { host },
  'http.title_taken': { title: named },
  'http.odd_field': { name: 'a b' },
  'http.no_such_field': { name },
  'http.needed_in_path': { name },
  'http.odd_segment': { name },
} as const satisfies Examples
