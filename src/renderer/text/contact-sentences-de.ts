import { type contactSentences, type Placeless, placelessKinds } from '../../shared/sentences/contacts'
import { told } from '../../shared/sentences/english'
import { fieldNameDe } from './field-names-de'
import { count } from './language'
import { inQuotesDe as inQuotes } from './told-de'

const few = (all: readonly string[]) => {
  const { names, more } = told(all.map((name) => ({ name })))
  return `${names.map(inQuotes).join(', ')}${more > 0 ? ` und ${more} weitere` : ''}`
}
const sameness: Readonly<Record<string, string>> = {
  email: 'hat dieselbe E-Mail-Adresse',
  phone: 'hat dieselbe Telefonnummer',
  name: 'heißt ebenso',
}

// What is changed stands in the accusative.
const named = (fields: readonly string[]) =>
  fields.map((field) => (field === 'name' ? 'Namen' : fieldNameDe(field))).join(', ')

const placeless: Readonly<Record<Placeless, readonly [one: string, many: string]>> = {
  picture: ['Bild', 'Bilder'],
  chat: ['Chat-Adresse', 'Chat-Adressen'],
  relation: ['Beziehung', 'Beziehungen'],
  anniversary: ['Jahrestag', 'Jahrestage'],
  profile: ['Profil', 'Profile'],
  other: ['andere Angabe', 'andere Angaben'],
}

/** What the tools of contacts propose, and why they can't, in German. */
export const contactSentencesDe: typeof contactSentences = {
  'contacts.create': ({ kind, name }) =>
    `Die ${kind === 'organization' ? 'Organisation' : 'Person'} ${inQuotes(name)} anlegen.`,
  'contacts.there_already': ({ name, same }) =>
    `${inQuotes(name)} gibt es schon und ${sameness[same] ?? 'ist ähnlich'}.`,
  'contacts.import': ({ files, people, organizations, skipped }) =>
    `${[
      ...(people === 0 ? [] : [count(people, 'Person', 'Personen')]),
      ...(organizations === 0 ? [] : [count(organizations, 'Organisation', 'Organisationen')]),
    ].join(
      ' und ',
    )} aus ${few(files)} anlegen${skipped === 0 ? '' : `; ${count(skipped, 'Karte', 'Karten')} ${skipped === 1 ? 'wird' : 'werden'} übersprungen`}.`,
  'contacts.import_same': ({ names, more }) =>
    `Übersprungen, weil es sie genau so schon gibt: ${names.map(inQuotes).join(', ')}${more === 0 ? '' : ` und ${more} weitere`}.`,
  'contacts.import_twice': ({ count: n }) =>
    `${count(n, 'Karte', 'Karten')} ${n === 1 ? 'steht' : 'stehen'} mehrfach darin und ${n === 1 ? 'kommt' : 'kommen'} nur einmal.`,
  'contacts.import_refused': ({ name, reason }) =>
    `${name === '' ? 'Eine Karte' : inQuotes(name)} wird übersprungen: ${reason}`,
  'contacts.import_more': ({ count: n }) => `Dasselbe gilt für ${n} weitere.`,
  'contacts.import_unfit': ({ name, fields }) =>
    `Von ${inQuotes(name)} lässt sich nicht alles übernehmen, weil es ungültig oder zu viel ist: ${fields.map(fieldNameDe).join(', ')}.`,
  'contacts.import_no_place': (counts) =>
    `Bleibt weg, weil Kontakte dafür keinen Platz haben: ${placelessKinds
      .filter((kind) => counts[kind] > 0)
      .map((kind) => count(counts[kind], ...placeless[kind]))
      .join(', ')}.`,
  'contacts.change': ({ fields, name }) => `${named(fields)} von ${inQuotes(name)} ändern.`,
  'contacts.link': ({ from, relation, to }) =>
    `${inQuotes(from)} mit ${inQuotes(to)} verknüpfen: ${inQuotes(relation)}.`,
  'contacts.unlink': ({ from, relation, to }) =>
    `Die Verknüpfung ${inQuotes(relation)} von ${inQuotes(from)} mit ${inQuotes(to)} entfernen.`,
  'contacts.delete': ({ name, count: n, links }) =>
    `${name === '' ? count(n, 'Kontakt', 'Kontakte') : inQuotes(name)} löschen${links === 0 ? '' : `, mit ${count(links, 'Verknüpfung', 'Verknüpfungen')} zu anderen`}.`,
  'contacts.goes_with': ({ links, people }) =>
    [
      ...(links.length === 0 ? [] : [`Verknüpfungen, die mitgehen: ${few(links)}.`]),
      ...(people.length === 0 ? [] : [`Dann ohne Organisation: ${few(people)}.`]),
    ].join(' '),
  'contacts.merge': ({ name, others }) => `${few(others)} mit ${inQuotes(name)} zusammenführen.`,
  'contact.import_same': () => 'Gibt es genau so schon.',
  'contact.import_twice': () => 'Steht mehrfach darin.',
  'contact.import_meanwhile': ({ name }) =>
    `${inQuotes(name)} ist inzwischen unter den Kontakten. Nichts wurde getan; importiere noch einmal, dann wird der Kontakt übersprungen.`,
  'contact.card_cut_off': ({ file, place }) => `Karte ${place} aus ${inQuotes(file)} hat kein Ende.`,
  'contact.card_no_contact': ({ file, place }) =>
    `Karte ${place} aus ${inQuotes(file)} ist weder eine Person noch eine Organisation.`,
  'contact.card_without_name': ({ file, place }) =>
    `Karte ${place} aus ${inQuotes(file)} hat keinen Namen, keine Organisation und keine E-Mail-Adresse.`,
  'contact.card_name_too_long': ({ file, place, limit }) =>
    `Der Name auf Karte ${place} aus ${inQuotes(file)} hat mehr als ${limit} Zeichen.`,
  'contact.row_without_name': ({ file, place }) =>
    `Zeile ${place} aus ${inQuotes(file)} hat keinen Namen, keine Organisation und keine E-Mail-Adresse.`,
  'contact.row_name_too_long': ({ file, place, limit }) =>
    `Der Name in Zeile ${place} aus ${inQuotes(file)} hat mehr als ${limit} Zeichen.`,
  'contact.no_columns': ({ file }) =>
    `Die erste Zeile von ${inQuotes(file)} sagt von keiner Spalte, dass darin Namen oder E-Mail-Adressen stehen. Gib den Spalten Überschriften wie „Vorname“, „Nachname“, „E-Mail“, „Telefon“ und „Organisation“ und importiere die Datei noch einmal.`,
  'contact.no_cards': ({ file }) =>
    `In ${inQuotes(file)} ist kein Kontakt. Ein Adressbuch exportiert sie als vCard (.vcf), eine Tabelle als CSV.`,
  'contact.too_many_cards': ({ limit }) =>
    `Es sind mehr als ${count(limit, 'Karte', 'Karten')}. Nichts wurde angelegt. Exportiere das Adressbuch in Teilen und importiere sie nacheinander.`,
  'contact.none': ({ id }) => `Es gibt keinen Kontakt ${id}.`,
  'contact.no_link': ({ id }) => `Es gibt keine Verknüpfung ${id} zwischen Kontakten.`,
  'contact.list_moved': () =>
    'Den Kontakt, von dem aus die Liste weiterging, gibt es nicht mehr. Liste sie von vorn auf.',
  'contact.gone': ({ name }) => `${inQuotes(name)} wurde inzwischen gelöscht. Nichts wurde getan.`,
  'contact.changed': ({ name }) => `${inQuotes(name)} wurde inzwischen geändert. Nichts wurde getan.`,
  'contact.links_changed': ({ name }) =>
    `Mit wem ${inQuotes(name)} zu tun hat, wurde inzwischen geändert. Nichts wurde getan.`,
  'contact.organization_gone': ({ name }) =>
    `Die Organisation, zu der ${inQuotes(name)} gehören sollte, wurde inzwischen gelöscht. Nichts wurde getan.`,
  'contact.gone_back': ({ name }) => `${inQuotes(name)} wurde seitdem gelöscht. Nichts wurde getan.`,
  'contact.changed_back': ({ name }) =>
    `${inQuotes(name)} wurde seitdem wieder geändert. Nichts wurde getan.`,
  'contact.no_longer_kept': () =>
    'Was gelöscht wurde, wird nicht mehr aufbewahrt und kann nicht zurückgeholt werden. Wie lange das gilt, steht in den Einstellungen.',
  'contact.unchanged': () => 'Das würde nichts ändern.',
  'contact.no_organization': ({ id }) =>
    `${id} ist keine Organisation unter den Kontakten. Nenne die Kennung einer Organisation oder lege sie zuerst an.`,
  'contact.linked_itself': () => 'Ein Kontakt kann nicht mit sich selbst verknüpft werden.',
  'contact.linked_already': ({ from, relation, to }) =>
    `${inQuotes(from)} und ${inQuotes(to)} sind schon so verknüpft: ${inQuotes(relation)}.`,
  'contact.merged_itself': () => 'Ein Kontakt kann nicht mit sich selbst zusammengeführt werden.',
  'contact.merged_kinds': ({ name, other }) =>
    `${inQuotes(name)} und ${inQuotes(other)} sind eine Person und eine Organisation; sie können nicht zusammengeführt werden.`,
  'contact.merged_too_long': ({ field }) =>
    `Zusammen haben sie mehr, als ein Kontakt fasst (${fieldNameDe(field)}). Sage, was davon der zusammengeführte haben soll.`,
}
