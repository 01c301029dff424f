import type { EnglishOf, TitlesOf } from '../../shared/tool/titles'
import type proposalsModule from './module'

/** What this module and its tools are called, and what the tools do, in German. */
export const german: TitlesOf<typeof proposalsModule> = {
  module: 'Vorschläge',
  tools: { get_proposal: 'Vorschlag nachsehen' },
  about: {
    get_proposal:
      'Zeigt, was aus einem eigenen Vorschlag geworden ist: ob er noch wartet, was davon angewandt oder rückgängig gemacht wurde, oder warum nicht.',
  },
  fields: {
    'The proposal_id, or the short number such as #12, that your call was answered.':
      'Die ID des Vorschlags oder seine kurze Nummer, etwa #12.',
  },
}

/** What these tools do, and what their fields take, for people who read English. */
export const english: EnglishOf<typeof proposalsModule> = {
  about: {
    get_proposal:
      'Shows what became of a proposal of one’s own: whether it still waits, what of it was applied or undone, or why not.',
  },
  fields: {
    'The proposal_id, or the short number such as #12, that your call was answered.':
      'The proposal’s id, or its short number such as #12.',
  },
}
