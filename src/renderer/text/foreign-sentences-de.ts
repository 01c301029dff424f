import type { foreignSentences } from '../../shared/sentences/foreign'
import { inQuotesDe as inQuotes } from './told-de'

/** What holds for every tool that leads out of Countersign, in German. */
export const foreignSentencesDe: typeof foreignSentences = {
  'foreign.not_for_programs': () =>
    'Werkzeuge anderer MCP-Server und HTTP-Werkzeuge werden nicht an Programme weitergegeben.',
  'foreign.http_only_here': () =>
    'Eine Adresse, die mit http:// beginnt, ist nur auf diesem Computer möglich. Alle anderen beginnen mit https://.',
  'foreign.odd_header': ({ name }) =>
    `${inQuotes(name)} ist kein Name einer Kopfzeile, die gesetzt werden kann.`,
  'foreign.name_twice': ({ name }) => `${inQuotes(name)} kommt zweimal vor.`,
  'foreign.changed': () =>
    'Es wurde inzwischen anderswo geändert. Nichts wurde gespeichert. Sieh nach, was es jetzt ist.',
  'foreign.no_value': ({ name }) => `${inQuotes(name)} hat keinen Wert. Gib ihn noch einmal ein.`,
  'foreign.odd_header_value': () => 'Darin steht ein Zeichen, das keine Kopfzeile haben kann.',
}
