import { count, type Widened } from './language'
import type { loopToolsEn } from './loop-tools-en'

/** German texts of loading tools. */
export const loopToolsDe: Widened<typeof loopToolsEn> = {
  loading: (n) => (n === 0 ? 'Lädt Werkzeuge' : `Lädt ${count(n, 'Werkzeug', 'Werkzeuge')}`),
  looking: (words) => `Sucht Werkzeuge für „${words}“`,
  loaded: (n) =>
    n === 0 ? 'Kein weiteres Werkzeug geladen' : `${count(n, 'Werkzeug', 'Werkzeuge')} geladen`,
  why: 'Es gibt so viele Werkzeuge, dass das Modell die meisten nur mit Namen kennt. Hier liest es die ganze Beschreibung derer, die es braucht; ausgeführt oder geändert wurde nichts.',
  nowLoaded: 'Geladen',
  present: 'Schon vorher geladen',
  found: 'Auch gefunden, nicht geladen',
  refused: 'Kein Platz im Kontextfenster des Modells',
  unknown: 'So ein Werkzeug gibt es nicht',
}
