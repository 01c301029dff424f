import { ownValue } from '../../shared/json/own-value'
import { spelledOut } from './field-names-en'

/** Fields that previews and forms show, by the names that tools give them. */
const fieldNames: Readonly<Record<string, string>> = {
  add_tags: 'Schlagwörter dazu',
  added_from: 'Hinzugefügt ab',
  added_to: 'Hinzugefügt bis',
  address: 'Adresse',
  addresses: 'Anschriften',
  assistant: 'Assistent',
  birthday: 'Geburtstag',
  case: 'Groß- und Kleinschreibung',
  characters: 'Zeichen',
  collection: 'Sammlung',
  collection_id: 'Sammlung',
  command: 'Befehl',
  command_id: 'Laufender Befehl',
  comment_id: 'Kommentar',
  comments: 'Kommentare',
  contact_id: 'Kontakt',
  contact_ids: 'Kontakte',
  content: 'Text',
  context: 'Zeilen darum herum',
  cursor: 'Fortsetzung',
  depth: 'Tiefe',
  description: 'Beschreibung',
  doc_id: 'Dokument',
  doc_ids: 'Dokumente',
  dry_run: 'Nur ansehen',
  due: 'Fällig',
  'e-mail': 'E-Mail',
  edits: 'Ersetzungen',
  emails: 'E-Mail-Adressen',
  encoding: 'Kodierung',
  expression: 'Ausdruck',
  extract: 'Text entnehmen',
  fields: 'Felder',
  folder: 'Ordner',
  folder_id: 'Beobachteter Ordner',
  from_id: 'Von',
  from_ids: 'Zusammenzuführende',
  from_page: 'Von Seite',
  glob: 'Dateimuster',
  host: 'Server',
  include_ignored: 'Auch Ignoriertes',
  into_id: 'Zusammenführen in',
  items: 'Einträge',
  key: 'Schlüssel',
  kind: 'Art',
  length: 'Länge',
  limit: 'Höchstens',
  link_id: 'Verknüpfung',
  links: 'Verknüpfungen',
  max_chunks: 'Stellen höchstens',
  max_lines: 'Zeilen höchstens',
  max_pages: 'Seiten höchstens',
  messages: 'Nachrichten',
  metadata: 'Angaben',
  min_similarity: 'Wie gut Stellen passen müssen',
  mode: 'Umfang',
  multiline: 'Über mehrere Zeilen',
  name: 'Name',
  names: 'Namen',
  needs: 'Wartet auf',
  network: 'Netz',
  new_line: 'Neue Zeile',
  note_id: 'Notiz',
  note_ids: 'Notizen',
  notes: 'Notizen',
  operation: 'Umwandlung',
  organization: 'Organisation',
  pages: 'Seiten',
  parent: 'Teil von',
  parent_id: 'Teil von',
  'part of': 'Teil von',
  path: 'Pfad',
  paths: 'Pfade',
  pattern: 'Muster',
  phone: 'Telefon',
  phones: 'Telefonnummern',
  'postal address': 'Anschrift',
  priority: 'Priorität',
  program: 'Programm',
  proposal_id: 'Vorschlag',
  query: 'Suche',
  recognize_text: 'Text erkennen',
  regex: 'Regulärer Ausdruck',
  relation: 'Beziehung',
  remove_tags: 'Schlagwörter weg',
  role: 'Aufgabe',
  scripts: 'Skripte',
  shell: 'Shell-Zeile',
  'shell line': 'Shell-Zeile',
  size: 'Größe',
  sort: 'Reihenfolge',
  source: 'Quelle',
  start: 'Anfang',
  start_line: 'Ab Zeile',
  status: 'Stand',
  tag: 'Schlagwort',
  tags: 'Schlagwörter',
  task_id: 'Aufgabe',
  task_ids: 'Aufgaben',
  tasks: 'Aufgaben',
  text: 'Text',
  'time limit': 'Zeitgrenze',
  time_limit_seconds: 'Zeitgrenze (Sekunden)',
  time_zone: 'Zeitzone',
  title: 'Titel',
  title_prefix: 'Vor den Titeln',
  to_id: 'Zu',
  to_page: 'Bis Seite',
  top_k: 'Treffer höchstens',
  types: 'Arten',
  updated: 'Zuletzt geändert',
  url: 'Adresse',
  urls: 'Webseiten',
  variables: 'Variablen',
  wait_seconds: 'Warten (Sekunden)',
  'waits for': 'Wartet auf',
  'web page': 'Webseite',
}

/** Values that tools put into such a field themselves; what a person or a model wrote stays as it is. */
const fieldValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: {
    person: 'Person',
    organization: 'Organisation',
    conversation: 'Gespräch',
    note: 'Notiz',
    contact: 'Kontakt',
    task: 'Aufgabe',
  },
  priority: { low: 'niedrig', normal: 'normal', high: 'hoch', urgent: 'dringend' },
  status: {
    open: 'offen',
    'in progress': 'in Arbeit',
    in_progress: 'in Arbeit',
    done: 'erledigt',
    waiting: 'wartet',
    'being read': 'wird gelesen',
    ready: 'bereit',
    failed: 'fehlgeschlagen',
    // As proposals of before have it.
    pending: 'wartet',
    processing: 'wird gelesen',
    complete: 'bereit',
    error: 'fehlgeschlagen',
    cancelled: 'abgebrochen',
  },
  scripts: {
    'run where a page shows little without them; may load from other hosts':
      'laufen, wo eine Seite ohne sie wenig zeigt; sie dürfen von anderen Servern laden',
  },
  network: { yes: 'ja', no: 'nein', 'not asked for, not prevented': 'nicht verlangt, nicht verhindert' },
}

/** The German name of a field. */
export function fieldNameDe(name: string): string {
  const argument = /^argument (\d+)$/.exec(name)?.[1]
  if (argument !== undefined) return `Argument ${argument}`
  return ownValue(fieldNames, name) ?? spelledOut(name)
}

/** Whether a field has a German name of its own. */
export function hasFieldNameDe(name: string): boolean {
  return Object.hasOwn(fieldNames, name)
}

/** The German words of a value in a field of this name. */
export function fieldValueDe(name: string, value: string): string {
  if (name === 'content') return value.replace(/ line$/, ' Zeile').replace(/ lines$/, ' Zeilen')
  if (name === 'time limit') return value.replace(/ seconds?$/, ' Sekunden')
  const words = ownValue(fieldValues, name)
  return (words === undefined ? undefined : ownValue(words, value)) ?? value
}
