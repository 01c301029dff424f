import type { assistantSentences } from '../../shared/sentences/assistants'
import { formatNumber } from './language'
import { inQuotesDe as inQuotes } from './told-de'

const called = ({ tool, german }: { readonly tool: string; readonly german?: string }) =>
  german === undefined ? tool : inQuotes(german)

const floors: Readonly<Record<string, string>> = {
  removes: 'Was etwas entfernt, wird immer gefragt.',
  no_undo: 'Was sich nicht rückgängig machen lässt, wird immer gefragt.',
}
const policies: Readonly<Record<string, string>> = {
  auto: 'Automatisch',
  propose: 'Vorschlagen',
  deny: 'Verbieten',
}

/** What is refused of assistants and their tools, and what remembered approvals cover, in German. */
export const assistantSentencesDe: typeof assistantSentences = {
  'assistant.none': () => 'Diesen Assistenten gibt es nicht.',
  'assistant.changed': () =>
    'Dieser Assistent wurde inzwischen geändert. Nichts wurde gespeichert. Öffne ihn neu, um zu sehen, wie er jetzt ist.',
  'assistant.name_taken': ({ name }) =>
    `Einen Assistenten namens ${inQuotes(name)} gibt es schon. Gib diesem einen anderen Namen.`,
  'assistant.usual': () => 'Der übliche Assistent ist immer da. Er lässt sich ändern, aber nicht löschen.',
  'assistant.in_trash': ({ name }) => `${inQuotes(name)} ist im Papierkorb. Hol ihn zuerst zurück.`,
  'assistant.in_trash_for_conversation': ({ name }) =>
    `Der Assistent ${inQuotes(name)} ist im Papierkorb. Hol ihn zurück, oder wähle für dieses Gespräch einen anderen.`,
  'assistant.unknown_tool': ({ tool }) =>
    `In dieser Version gibt es kein Werkzeug ${tool}. Nimm es heraus, und speichere noch einmal.`,
  'assistant.no_collection': () => 'Die Sammlung gibt es nicht mehr. Wähle eine andere.',
  'assistant.emoji': () => 'Gib ein Emoji ein, oder wähle ein Bild.',
  'assistant.no_picture': () => 'Das ist kein Bild für einen Assistenten. Wähle es noch einmal.',
  'assistant.newer_file': () =>
    'Dieser Assistent stammt aus einer neueren Version von Countersign. Aktualisiere Countersign, und importiere ihn dann noch einmal.',
  'assistant.no_file': () => 'Das ist keine Datei eines Assistenten.',
  'assistant.damaged_file': ({ place, why }) =>
    `Die Datei des Assistenten ist beschädigt${place === '' ? '' : ` bei ${place}`}: ${why}. Nichts wurde importiert.`,
  'policy.not_allowed': ({ title, policy, floor, german = title }) =>
    `${inQuotes(german)} lässt sich nicht auf „${policies[policy] ?? policy}“ stellen. ${floors[floor] ?? floor}`,
  'policy.denied': (named) =>
    `Für ${called(named)} gilt „Verbieten“. Nichts wurde getan. Ändern kannst nur du das, unter Werkzeuge.`,
  'policy.would_ask': (named) =>
    `Für ${called(named)} gilt „Jedes Mal fragen“, und hier lässt sich niemand fragen. Nichts wurde gelesen. Ändern kannst nur du das, unter Werkzeuge.`,
  'policy.not_its_tool': (named) =>
    `Dieser Assistent hat das Werkzeug ${called(named)} nicht. Nichts wurde getan. Ändern kannst nur du das, unter Assistenten.`,
  'approval.none': () => 'Diese gemerkte Freigabe gibt es nicht.',
  'approval.not_so': () => 'Das lässt sich so nicht merken. Nichts wurde freigegeben.',
  'approval.over': () => 'Diese Zeit ist schon vorbei. Nichts wurde freigegeben.',
  'approval.target': ({ label, more, exactly, run }) =>
    `nur ${inQuotes(label)}${more === 0 ? '' : ` und ${formatNumber(more)} weitere`}${exactly ? ', genau dieser Aufruf' : ''}${run ? ', in diesem Lauf' : ''}`,
  'approval.collection': ({ label }) => `die Sammlung ${inQuotes(label)}`,
  'approval.host': ({ host, collection }) =>
    `Seiten von ${host}${collection === '' ? '' : `, in die Sammlung ${inQuotes(collection)}`}`,
  'approval.folder': ({ path }) => `der Ordner ${inQuotes(path)} und was darin ist`,
  'approval.run': () => 'dieser Lauf',
  'approval.conversation': () => 'dieses Gespräch',
}
