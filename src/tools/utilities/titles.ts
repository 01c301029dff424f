import type { TitlesOf } from '../../shared/tool/titles'
import type utilitiesModule from './module'

/** What this module and its tools are called in German. */
export const german: TitlesOf<typeof utilitiesModule> = {
  module: 'Hilfsmittel',
  tools: {
    get_current_time: 'Uhrzeit und Datum nachsehen',
    calculate: 'Rechnen',
    transform_text: 'Text umformen',
  },
}
