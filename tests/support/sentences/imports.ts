import type { Examples } from './examples'

const name = 'Reise nach Lissabon'

/** Of what comes from other programs. */
export const importExamples = {
  'import.bring_in': {
    ...{ conversations: 12, notes: 3, contacts: 5, tasks: 1 },
    ...{ source: 'chatgpt', name: 'chatgpt-export.zip' },
  },
  'import.left_out': {
    ...{ reason: 'not_text', count: 4 },
    ...{ names: ['a.md', 'b.md', 'c.md'], more: 1 },
  },
  'import.here': { count: 5, trash: 2 },
  'import.beside': { count: 2 },
  'import.changed_here': { count: 3 },
  'import.for_nobody': { count: 2 },
  'import.too_many_files': { limit: 50_000 },
  'import.none_readable': { name: 'Reise.md' },
  'import.moved': { name },
  'import.meanwhile': { name },
  'import.changed': { name },
  'import.no_longer_kept': { name },
} satisfies Examples
