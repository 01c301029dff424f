import type { Widened } from './language'
import type { toolsEn } from './tools-en'

/** The German texts of the Tools screen. */
export const toolsDe: Widened<typeof toolsEn> = {
  title: 'Werkzeuge',
  intro:
    'Alles, was Assistenten benutzen können. Öffne eines, um zu sehen, was es braucht und wer es hat, und um es selbst auszuprobieren.',
  search: 'Werkzeuge durchsuchen',
  nothing: 'Zu diesen Wörtern passt kein Werkzeug.',
  back: 'Alle Werkzeuge',
  gone: (name) => `Das Werkzeug ${name} gibt es in dieser Version nicht.`,
  name: 'Name',
  aliases: 'Frühere Namen',
  module: 'Modul',
  try: 'Ausprobieren',
  tryRead: 'Läuft sofort und ändert nichts.',
  tryWrite: 'Macht einen Vorschlag. Nichts ändert sich, bevor du ihn genehmigst.',
  noFields: 'Es braucht nichts.',
  run: 'Ausführen',
  propose: 'Vorschlagen',
  stop: 'Anhalten',
  optional: (name) => `${name} (optional)`,
  usual: (value) => `Üblich: ${value}.`,
  lines: 'Eines je Zeile.',
  linesOrJson: 'Eines je Zeile, oder eine Liste als JSON.',
  document: 'Mit dem Titel oder der Kennung.',
  unset: '–',
  yes: 'Ja',
  no: 'Nein',
  problems: {
    several_documents:
      'Mehrere Dokumente haben diesen Titel. Wähle eines aus der Liste oder gib seine Kennung ein.',
    missing: 'Das muss ausgefüllt werden.',
    no_number: 'Gib eine Zahl ein.',
    no_whole_number: 'Gib eine ganze Zahl ein.',
    no_json: 'Das ist kein gültiges JSON. Prüfe Klammern, Kommas und Anführungszeichen.',
  },
  result: 'Ergebnis',
  proposed: 'Vorschlag',
  proposedText: 'Er wartet auch im Eingang, bis du entscheidest.',
  holders: 'Wer es hat',
  without: (names) => `Nicht gegeben: ${names}.`,
  policyOf: (name) => `Was ${name} damit darf`,
  schema: 'Schema',
  inputSchema: 'Was es nimmt',
  outputSchema: 'Was es antwortet',
}
