import { count, defineTexts } from '../../renderer/text/language'

/** The texts of the view of imports. */
export const text = defineTexts(
  {
    importVerb: 'Import',
    importing: 'Importing conversations and notes',
    imported: (conversations: number, notes: number) =>
      conversations + notes === 0
        ? 'Imported nothing'
        : `Imported ${[
            ...(conversations === 0 ? [] : [count(conversations, 'conversation', 'conversations')]),
            ...(notes === 0 ? [] : [count(notes, 'note', 'notes')]),
          ].join(' and ')}`,
    conversations: 'Conversations',
    notes: 'Notes',
    here: 'Here already',
    leftOut: 'Left out',
  },
  {
    importVerb: 'Importieren',
    importing: 'Importiert Gespräche und Notizen',
    imported: (conversations, notes) =>
      conversations + notes === 0
        ? 'Nichts importiert'
        : `${[
            ...(conversations === 0 ? [] : [count(conversations, 'Gespräch', 'Gespräche')]),
            ...(notes === 0 ? [] : [count(notes, 'Notiz', 'Notizen')]),
          ].join(' und ')} importiert`,
    conversations: 'Gespräche',
    notes: 'Notizen',
    here: 'Schon da',
    leftOut: 'Weggelassen',
  },
)
