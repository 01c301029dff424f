import type { EnglishOf, TitlesOf } from '../../shared/tool/titles'
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
  fields: {
    'IANA name such as Europe/Berlin or UTC; the machine’s own when absent.':
      'IANA-Name, etwa Europe/Berlin oder UTC; ohne Angabe die des Rechners.',
    'Expression such as (17.5% * 1240) + 80.': 'Ausdruck, etwa (17.5% * 1240) + 80.',
    'The text.': 'Der Text.',
    'sort_lines sorts by the rules of the language with numbers by value; unique_lines keeps first occurrences; count gives characters, words, lines and bytes.':
      'sort_lines sortiert nach den Regeln der Sprache, Zahlen nach ihrem Wert; unique_lines behält das erste Vorkommen; count zählt Zeichen, Wörter, Zeilen und Bytes.',
  },
}

/** What these tools do, and what their fields take, for people who read English. */
export const english: EnglishOf<typeof utilitiesModule> = {
  about: {
    get_current_time: 'Tells date, time, weekday and time zone; without one, those of this computer.',
    calculate:
      'Works out an expression exactly: arithmetic, functions, statistics over lists, percentages and units, for example 5 inch to cm.',
    transform_text:
      'Does exactly one thing with a text: change upper and lower case, sort lines or leave out repeated ones, count, convert Base64, URLs or JSON, SHA-256.',
  },
  fields: {
    'IANA name such as Europe/Berlin or UTC; the machine’s own when absent.':
      'A name such as Europe/Berlin or UTC; that of this computer when absent.',
  },
}
