import type { Examples } from './examples'

const title = 'Gezeiten'

/** Of notes. */
export const noteExamples = {
  'notes.extent': { lines: 12 },
  'notes.create': { title, lines: 12 },
  'notes.change': { title, fields: ['title', 'tags'] },
  'notes.edit': { title, count: 2, added: 5, removed: 4 },
  'notes.append': { title, lines: 12 },
  'notes.delete': { title, lines: 12 },
  'notes.delete_many': { count: 9, names: ['Ebbe', 'Flut'], more: 7 },
  'note.none': { id: 'n1' },
  'note.deletion_waits': { title },
  'note.unchanged': { title },
  'note.too_long': { title, count: 200_123, limit: 200_000 },
  'note.changed_since': { title },
  'note.gone_since': { title },
  'note.changed_stays': { title },
  'note.not_there': { title },
} satisfies Examples
