import type { catalogEn } from './catalog-en'
import type { Widened } from './language'

/** What every screen of a catalogue says of its entries, in German: assistants, missions and sequences. */
export const catalogDe: Widened<typeof catalogEn> = {
  edit: 'Bearbeiten',
  duplicate: 'Duplizieren',
  remove: 'Löschen…',
  removeTitle: (name) => `„${name}“ löschen?`,
  removeConfirm: 'In den Papierkorb',
  removed: (name) => `„${name}“ liegt im Papierkorb.`,
  undo: 'Rückgängig',
  restore: 'Wiederherstellen',
  restored: (name) => `„${name}“ ist wieder da.`,
  writtenKept: 'Was du geschrieben hast, ist nicht verloren: Nach dem Wiederherstellen ist es wieder da.',
  trash: 'Im Papierkorb',
  actions: (name) => `Aktionen für ${name}`,
  unsaved: 'Nicht gespeichert',
  name: 'Name',
  save: 'Speichern',
  saved: (name) => `„${name}“ ist gespeichert.`,
}
