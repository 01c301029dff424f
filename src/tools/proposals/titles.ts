import type { TitlesOf } from '../../shared/tool/titles'
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
      'Die proposal_id oder die kurze Nummer, etwa #12, aus der Antwort auf den Aufruf.',
  },
}
