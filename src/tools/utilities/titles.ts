import type { TitlesOf } from '../../shared/tool/titles'
import type utilitiesModule from './module'

/** What this module and its tools are called, and what the tools do, in German. */
export const german: TitlesOf<typeof utilitiesModule> = {
  module: 'Hilfsmittel',
  tools: {
    get_current_time: 'Uhrzeit und Datum nachsehen',
    calculate: 'Rechnen',
    transform_text: 'Text umformen',
  },
  about: {
    get_current_time: 'Nennt Datum, Uhrzeit, Wochentag und Zeitzone, ohne Angabe die dieses Rechners.',
    calculate:
      'Rechnet einen Ausdruck genau aus: Grundrechenarten, Funktionen, Statistik über Listen, Prozente und Einheiten, zum Beispiel 5 inch to cm.',
    transform_text:
      'Tut genau eine Sache mit einem Text: Groß- und Kleinschreibung ändern, Zeilen sortieren oder entdoppeln, zählen, Base64, URLs oder JSON umwandeln, SHA-256.',
  },
}
