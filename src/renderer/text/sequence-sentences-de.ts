import type { sequenceSentences } from '../../shared/sentences/sequences'
import { count } from './language'
import { inQuotesDe as inQuotes } from './told-de'

const step = ({ number, title }: { readonly number: number; readonly title: string }) =>
  `Schritt ${number} (${inQuotes(title)})`

const named = ({ source, name }: { readonly source: string; readonly name: string }) =>
  source === 'input' ? `der Eingabe ${inQuotes(name)}` : inQuotes(name)

/** What is refused of sequences, and why their steps fail, in German. */
export const sequenceSentencesDe: typeof sequenceSentences = {
  'sequence.none': () => 'Diesen Ablauf gibt es nicht.',
  'sequence.changed': () =>
    'Dieser Ablauf wurde inzwischen geändert. Nichts wurde gespeichert. Öffne ihn neu, um zu sehen, wie er jetzt ist.',
  'sequence.in_trash': ({ name }) => `${inQuotes(name)} ist im Papierkorb. Stell ihn zuerst wieder her.`,
  'sequence.too_large': ({ limit }) =>
    `Dieser Ablauf ist zu lang: Mit allem darin sind höchstens ${count(limit, 'Zeichen', 'Zeichen')} möglich. Nichts wurde gespeichert. Teile ihn in zwei.`,
  'sequence.has_problems': ({ name, count: n }) =>
    `${inQuotes(name)} lässt sich noch nicht ausführen: ${count(n, 'Stelle darin ist', 'Stellen darin sind')} zuerst zu berichtigen. Nichts wurde getan.`,
  'sequence.input_missing': ({ name }) => `${inQuotes(name)} wird gebraucht. Nichts wurde getan.`,
  'sequence.input_wrong': ({ name }) =>
    `Was für ${inQuotes(name)} angegeben wurde, passt nicht. Nichts wurde getan.`,
  'sequence.input_unknown': ({ name }) =>
    `Dieser Ablauf hat keine Eingabe ${inQuotes(name)}. Nichts wurde getan.`,
  'sequence.value_missing': ({ field, ...of }) =>
    `${step(of)} wurde nicht ausgeführt: Für ${inQuotes(field)} steht nichts in ${named(of)}.`,
  'sequence.no_text': ({ field, ...of }) =>
    `${step(of)} wurde nicht ausgeführt: Was für ${inQuotes(field)} aus ${named(of)} kommt, kann nicht in einem Text stehen.`,
  'sequence.too_many': ({ field, limit, ...of }) =>
    `${step(of)} wurde nicht ausgeführt: Für ${inQuotes(field)} kommen aus ${named(of)} mehr als ${count(limit, 'Wert', 'Werte')}.`,
  'sequence.text_too_long': ({ field, limit, ...of }) =>
    `${step(of)} wurde nicht ausgeführt: Der Text für ${inQuotes(field)} wäre länger als ${count(limit, 'Zeichen', 'Zeichen')}.`,
  'sequence.step_failed': ({ number, title, why }) =>
    `Der Ablauf endete bei Schritt ${number} (${inQuotes(title)}): ${why}`,
  'sequence.no_file': () => 'Das ist nicht die Datei eines Ablaufs.',
  'sequence.newer_file': () =>
    'Dieser Ablauf wurde von einer neueren Version von Countersign exportiert. Aktualisiere Countersign und importiere ihn dann noch einmal.',
  'sequence.damaged_file': ({ place, why }) =>
    `Die Datei des Ablaufs ist beschädigt${place === '' ? '' : `, und zwar bei ${place}`}: ${why}. Nichts wurde importiert.`,
}
