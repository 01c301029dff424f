import type { TitlesOf } from '../../shared/tool/titles'
import type proposalsModule from './module'

/** What this module and its tools are called in German. */
export const german: TitlesOf<typeof proposalsModule> = {
  module: 'Vorschläge',
  tools: { get_proposal: 'Vorschlag nachsehen' },
}
