import { count, defineTexts } from '../../renderer/text/language'
import { inSeries } from '../../shared/sentences/english'
import type { ImportCounts } from '../../shared/sentences/imports'

/** The texts of the view of imports. */
export const text = defineTexts(
  {
    importVerb: 'Import',
    importing: 'Importing data',
    imported: ({ conversations, notes, contacts, tasks }: ImportCounts) => {
      const counts = [
        ...(conversations > 0 ? [count(conversations, 'conversation', 'conversations')] : []),
        ...(notes > 0 ? [count(notes, 'note', 'notes')] : []),
        ...(contacts > 0 ? [count(contacts, 'contact', 'contacts')] : []),
        ...(tasks > 0 ? [count(tasks, 'task', 'tasks')] : []),
      ]
      return counts.length === 0 ? 'Imported nothing' : `Imported ${inSeries(counts, 'and')}`
    },
    conversations: 'Conversations',
    notes: 'Notes',
    contacts: 'Contacts',
    tasks: 'Tasks',
    here: 'Here already',
    leftOut: 'Left out',
  },
  {
    importVerb: 'Importieren',
    importing: 'Importiert Daten',
    imported: ({ conversations, notes, contacts, tasks }) => {
      const counts = [
        ...(conversations > 0 ? [count(conversations, 'Gespräch', 'Gespräche')] : []),
        ...(notes > 0 ? [count(notes, 'Notiz', 'Notizen')] : []),
        ...(contacts > 0 ? [count(contacts, 'Kontakt', 'Kontakte')] : []),
        ...(tasks > 0 ? [count(tasks, 'Aufgabe', 'Aufgaben')] : []),
      ]
      return counts.length === 0 ? 'Nichts importiert' : `${inSeries(counts, 'und')} importiert`
    },
    conversations: 'Gespräche',
    notes: 'Notizen',
    contacts: 'Kontakte',
    tasks: 'Aufgaben',
    here: 'Schon da',
    leftOut: 'Weggelassen',
  },
)
