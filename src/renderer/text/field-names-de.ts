/** Fields that previews show, by the names that tools give them. */
const fieldNames: Readonly<Record<string, string>> = {
  address: 'Adresse',
  birthday: 'Geburtstag',
  collection: 'Sammlung',
  content: 'Text',
  description: 'Beschreibung',
  'e-mail': 'E-Mail',
  folder: 'Ordner',
  host: 'Server',
  kind: 'Art',
  links: 'Verknüpfungen',
  metadata: 'Angaben',
  name: 'Name',
  network: 'Netz',
  notes: 'Notizen',
  organization: 'Organisation',
  pages: 'Seiten',
  path: 'Pfad',
  phone: 'Telefon',
  'postal address': 'Anschrift',
  program: 'Programm',
  role: 'Aufgabe',
  'shell line': 'Shell-Zeile',
  size: 'Größe',
  status: 'Stand',
  tags: 'Schlagwörter',
  'time limit': 'Zeitgrenze',
  title: 'Titel',
  variables: 'Variablen',
  'web page': 'Webseite',
}

/** Values that tools put into such a field themselves; what a person or a model wrote stays as it is. */
const fieldValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: { person: 'Person', organization: 'Organisation' },
  status: {
    pending: 'wartet',
    processing: 'in Arbeit',
    complete: 'fertig',
    error: 'fehlgeschlagen',
    cancelled: 'abgebrochen',
  },
  network: { yes: 'ja', no: 'nein', 'not asked for, not prevented': 'nicht verlangt, nicht verhindert' },
}

/** The German name of a field. */
export function fieldNameDe(name: string): string {
  const argument = /^argument (\d+)$/.exec(name)?.[1]
  if (argument !== undefined) return `Argument ${argument}`
  return fieldNames[name] ?? `${name}`.replaceAll('_', ' ').replace(/^./u, (first) => first.toUpperCase())
}

/** The German words of a value in a field of this name. */
export function fieldValueDe(name: string, value: string): string {
  if (name === 'content') return value.replace(/ line$/, ' Zeile').replace(/ lines$/, ' Zeilen')
  if (name === 'time limit') return value.replace(/ seconds?$/, ' Sekunden')
  return fieldValues[name]?.[value] ?? value
}
