import type { UnreadDocument } from '../../../shared/contract/passages'
import { assertNever } from '../../../shared/errors'
import { languageName } from '../../../shared/text/language-name'
import type { AttachedRecord } from '../port'
import { escapeMarkdown } from './answer'
import type { CommandProblem } from './command'
import { type FieldHelp, fieldLines } from './field-words'

/** What is said of a tool to whoever asks how it is used. */
export interface ToolHelp {
  readonly title: string
  readonly about: string
  readonly needed: readonly FieldHelp[]
  readonly others: readonly FieldHelp[]
  /** The field that follows the name without one of its own. */
  readonly primary: string | null
  readonly example: string
}

/** What the offline assistant says in one of the languages it knows, and which that is. */
export interface TextsOfLanguage {
  readonly texts: OfflineTexts
  readonly language: 'en' | 'de'
}

/** What the offline assistant says, in the languages it knows. */
export interface OfflineTexts {
  readonly introduction: string
  readonly found: string
  readonly nothingFound: string
  /** Said before passages that were found by another word than the one that was asked, which nothing says. */
  readonly shownFor: (instead: string, word: string) => string
  /** Said of a question in a language that hardly anything in the library is in. */
  readonly foreign: (language: string) => string
  /** Said before passages that lack words of the question. */
  readonly notFound: (words: readonly string[]) => string
  /** Said before passages each of which has few of the question's words. */
  readonly scattered: string
  /** Said of a document that was asked for by its name, and whose text is not read. */
  readonly unread: (document: UnreadDocument) => string
  /** The same where so many documents alone were asked about. */
  readonly nothingInThese: (documents: number) => string
  /** Said to a request for a change, with the commands that make one. */
  readonly changeByHand: (commands: readonly string[]) => string
  readonly emptyLibrary: string
  /** Said to a greeting, with a few of the commands there are. */
  readonly welcome: (commands: readonly string[], looks: boolean) => string
  /** Said to thanks. */
  readonly courtesy: string
  /** Says how tools are run by hand, and lists them. */
  readonly help: (list: string) => string
  /** The same where a model answers all else. */
  readonly commands: (list: string) => string
  /** Says how one of them is. */
  readonly helpOn: (tool: ToolHelp) => string
  readonly unknownCommand: (name: string, near: readonly string[]) => string
  readonly badArguments: (name: string, problem: CommandProblem, fields: readonly string[]) => string
  readonly failed: (content: string) => string
  /** Leads to what a tool takes. */
  readonly helpFor: (name: string) => string
  readonly rejected: string
  /** Said of a proposal that nobody decides while the run waits. */
  readonly proposed: (number: number) => string
  /** Said before an answer to a message with pictures, or with files that have no text. */
  readonly noPictures: string
  readonly noFiles: string
  /** Said before what is quoted of an attached record. */
  readonly fromRecord: (kind: AttachedRecord['kind'], title: string) => string
  /** Said before the sentences of a document that sum it up. */
  readonly ownWords: (title: string) => string
  /** Said before what is quoted of attached pages. */
  readonly fromPages: string
  readonly clipped: string
  readonly noTools: string
  /** Said where the assistant of the conversation has no search. */
  readonly noSearch: string
  /** Answers a message of attachments alone. */
  readonly noWords: string
}

const unreadInEnglish: Readonly<Record<UnreadDocument['why'], string>> = {
  locked:
    'its text could not be read: it is locked. Unlock it with its password in the library, then ask again.',
  pictures:
    'its text was not read: it consists of pictures. Choose “Read with OCR” in the library, then ask again.',
  failed: 'its text could not be read. The library says why, and what you can do.',
  stopped: 'its reading was stopped. Choose “Try again” in the library, then ask again.',
  at_work: 'it is still being read. Ask again once it is ready.',
}

const unreadInGerman: Readonly<Record<UnreadDocument['why'], string>> = {
  locked:
    'sein Text konnte nicht gelesen werden: Es ist gesperrt. Entsperre es in der Bibliothek mit seinem Passwort und frage dann noch einmal.',
  pictures:
    'sein Text wurde nicht gelesen: Es besteht aus Bildern. Wähle in der Bibliothek „Mit OCR lesen“ und frage dann noch einmal.',
  failed: 'sein Text konnte nicht gelesen werden. Die Bibliothek sagt, warum, und was du tun kannst.',
  stopped: 'das Lesen wurde abgebrochen. Wähle in der Bibliothek „Noch einmal“ und frage dann noch einmal.',
  at_work: 'es wird noch gelesen. Frage noch einmal, sobald es bereit ist.',
}

const en: OfflineTexts = {
  introduction:
    'I am the offline assistant: no model is connected, so I quote what your library says and don’t reason about it.',
  found: 'From your library:',
  ownWords: (title) => `“${title}” in its own words:`,
  shownFor: (instead, word) => `Shown for “${instead}”; nothing in your library says “${word}”.`,
  foreign: (language) =>
    `Your question is in ${languageName(language, 'en')}, and hardly anything in your library is in that language: without a model I find only words that are spelt alike. Ask in the language of your documents.`,
  notFound: (words) =>
    `I found nothing about ${words.map((word) => `“${word}”`).join(', ')}. The nearest that your library has:`,
  scattered:
    'I found no passage about all of this, only some with single words of it. The nearest that your library has:',
  nothingFound:
    'Nothing in your library answers this. Try other words, or add documents: drop files or folders anywhere on the window.',
  unread: ({ title, why }) => `“${escapeMarkdown(title)}” is in your library, but ${unreadInEnglish[why]}`,
  nothingInThese: (documents) =>
    `Nothing in ${documents === 1 ? 'this document' : 'these documents'} answers this. Try other words, or take ${documents === 1 ? 'it' : 'them'} away above the message box to ask all of your library.`,
  changeByHand: (commands) =>
    `I can’t do this from your words: no model is connected. You can do it by hand with ${commands.map((name) => `\`/${name}\``).join(' or ')}; type it into the message box to see what it takes. The change is shown to you before it happens.\n\nIf you meant to ask your library about it, put it as a question.`,
  emptyLibrary:
    'Your library is empty. Drop files or folders anywhere on the window to add them (PDF, Word, PowerPoint, Excel, OpenDocument, e-books, web pages, Markdown, RTF, e-mail, calendars, notebooks, CSV, JSON and text files); then ask again.',
  welcome: (commands, looks) =>
    `Ask a question, and I answer with quoted passages from your library. To add documents, drop files or folders anywhere on the window.${looks ? ' Ask for your tasks, notes, contacts or documents, and I list them; write a sum such as 12 × 7, and I work it out.' : ''}\n\nOr run a tool by hand, for example ${commands.map((name) => `\`/${name}\``).join(' or ')}; \`/help\` lists all of them. Changes are shown to you before they happen.\n\nFor an assistant that reasons, connect a model in Settings.`,
  courtesy: 'You’re welcome. Ask on whenever you like.',
  help: (list) =>
    `Ask a question, and I answer with quoted passages from your library. To add documents, drop files or folders anywhere on the window.\n\n${en.commands(list)}\n\nFor an assistant that reasons, connect a model in Settings.`,
  commands: (list) =>
    `You can run a tool by hand: type \`/\` and its name, then what it is about, then further fields as \`field=value\`, texts of several words in quotes; or all of it as one JSON object. An example:\n\n\`/search_library high tide top_k=3\`\n\n\`/help\` and a tool’s name, as in \`/help create_note\`, tell what that tool takes. Changes are shown to you before they happen.\n\n${list}`,
  helpOn: ({ title, about, needed, others, primary, example }) =>
    [
      `**${title}**`,
      about,
      ...(needed.length === 0 ? [] : [`It needs:\n\n${fieldLines(needed, 'en')}`]),
      ...(others.length === 0 ? [] : [`It also takes:\n\n${fieldLines(others, 'en')}`]),
      ...(primary === null ? [] : [`What follows the name at once is \`${primary}\`.`]),
      `It is typed so:\n\n\`${example}\``,
    ].join('\n\n'),
  unknownCommand: (name, near) =>
    `There is no tool \`/${name}\`.${near.length > 0 ? ` Did you mean ${near.map((other) => `\`/${other}\``).join(' or ')}?` : ''} \`/help\` lists all of them.`,
  badArguments: (name, problem, fields) =>
    `\`/${name}\` was not run: ${problemInEnglish(problem)}.${fields.length > 0 ? ` Its fields: ${fields.map((field) => `\`${field}\``).join(', ')}.` : ''} Write \`field=value\` or one JSON object. ${en.helpFor(name)}`,
  failed: (content) => `That did not work: ${content}`,
  helpFor: (name) => `\`/help ${name}\` tells what it takes.`,
  rejected: 'You rejected this; nothing was changed.',
  proposed: (number) =>
    `Proposed as no. ${number}: it waits in the Inbox for your decision, and nothing happens before.`,
  noPictures:
    'I can’t look at pictures: no model is connected. Yours stays in this conversation; connect a model in Settings and ask again.',
  noFiles: 'An attached file is empty, or has no text that I can read without a model.',
  fromRecord: (kind, title) => `From the ${kind} “${title}” that you attached:`,
  fromPages: 'From the page that you attached:',
  clipped: 'The whole result is in the tool call above.',
  noTools: 'That was the last turn of this run. Ask again to go on.',
  noWords: 'Your message has no words to look for. Ask a question about your documents.',
  noSearch:
    'The assistant of this conversation can’t search the library. Choose another one above the messages, or give it the search under Assistants.',
}

const de: OfflineTexts = {
  introduction:
    'Ich bin der Offline-Assistent: Es ist kein Modell verbunden, darum zitiere ich, was in deiner Bibliothek steht, und denke nicht darüber nach.',
  found: 'Aus deiner Bibliothek:',
  ownWords: (title) => `„${title}“ in eigenen Worten:`,
  shownFor: (instead, word) => `Gezeigt wird „${instead}“; „${word}“ steht nirgends in deiner Bibliothek.`,
  foreign: (language) =>
    `Deine Frage ist auf ${languageName(language, 'de')}, und in deiner Bibliothek ist so gut wie nichts in dieser Sprache: Ohne Modell finde ich nur Wörter, die gleich geschrieben sind. Frage in der Sprache deiner Dokumente.`,
  notFound: (words) =>
    `Zu ${words.map((word) => `„${word}“`).join(', ')} habe ich nichts gefunden. Am nächsten kommt in deiner Bibliothek:`,
  scattered:
    'Ich habe keine Stelle gefunden, in der es um all das geht, nur solche mit einzelnen Wörtern davon. Am nächsten kommt in deiner Bibliothek:',
  nothingFound:
    'Nichts in deiner Bibliothek beantwortet das. Versuche andere Wörter oder füge Dokumente hinzu: Ziehe Dateien oder Ordner irgendwo auf das Fenster.',
  unread: ({ title, why }) =>
    `„${escapeMarkdown(title)}“ ist in deiner Bibliothek, aber ${unreadInGerman[why]}`,
  nothingInThese: (documents) =>
    `Nichts in ${documents === 1 ? 'diesem Dokument' : 'diesen Dokumenten'} beantwortet das. Versuche andere Wörter oder nimm ${documents === 1 ? 'es' : 'sie'} über dem Nachrichtenfeld weg, um deine ganze Bibliothek zu fragen.`,
  changeByHand: (commands) =>
    `Aus deinen Worten kann ich das nicht tun: Es ist kein Modell verbunden. Von Hand geht es mit ${commands.map((name) => `\`/${name}\``).join(' oder ')}; tippe es in das Nachrichtenfeld, um zu sehen, was dazugehört. Die Änderung wird dir gezeigt, bevor sie geschieht.\n\nWolltest du deine Bibliothek danach fragen, dann schreibe es als Frage.`,
  emptyLibrary:
    'Deine Bibliothek ist leer. Ziehe Dateien oder Ordner irgendwo auf das Fenster, um sie hinzuzufügen (PDF, Word, PowerPoint, Excel, OpenDocument, E-Books, Webseiten, Markdown, RTF, E-Mail, Kalender, Notebooks, CSV, JSON und Textdateien); frage dann noch einmal.',
  welcome: (commands, looks) =>
    `Stelle eine Frage, und ich antworte mit zitierten Stellen aus deiner Bibliothek. Um Dokumente hinzuzufügen, ziehe Dateien oder Ordner irgendwo auf das Fenster.${looks ? ' Frage nach deinen Aufgaben, Notizen, Kontakten oder Dokumenten, und ich zeige sie; schreibe eine Rechnung wie 12 × 7, und ich rechne sie aus.' : ''}\n\nOder führe ein Werkzeug von Hand aus, zum Beispiel ${commands.map((name) => `\`/${name}\``).join(' oder ')}; \`/help\` zeigt alle. Änderungen werden dir gezeigt, bevor sie geschehen.\n\nFür einen Assistenten, der nachdenkt, verbinde in den Einstellungen ein Modell.`,
  courtesy: 'Gern. Frage einfach weiter.',
  help: (list) =>
    `Stelle eine Frage, und ich antworte mit zitierten Stellen aus deiner Bibliothek. Um Dokumente hinzuzufügen, ziehe Dateien oder Ordner irgendwo auf das Fenster.\n\n${de.commands(list)}\n\nFür einen Assistenten, der nachdenkt, verbinde in den Einstellungen ein Modell.`,
  commands: (list) =>
    `Du kannst ein Werkzeug von Hand ausführen: Tippe \`/\` und seinen Namen, dann, worum es geht, dann weitere Felder als \`feld=wert\`, Texte aus mehreren Wörtern in Anführungszeichen; oder alles als ein JSON-Objekt. Ein Beispiel:\n\n\`/search_library hohe Flut top_k=3\`\n\n\`/help\` und der Name eines Werkzeugs, etwa \`/help create_note\`, zeigt, was dieses Werkzeug nimmt. Änderungen werden dir gezeigt, bevor sie geschehen.\n\n${list}`,
  helpOn: ({ title, about, needed, others, primary, example }) =>
    [
      `**${title}**`,
      about,
      ...(needed.length === 0 ? [] : [`Es braucht:\n\n${fieldLines(needed, 'de')}`]),
      ...(others.length === 0 ? [] : [`Es nimmt auch:\n\n${fieldLines(others, 'de')}`]),
      ...(primary === null ? [] : [`Was gleich auf den Namen folgt, ist \`${primary}\`.`]),
      `So wird es getippt:\n\n\`${example}\``,
    ].join('\n\n'),
  unknownCommand: (name, near) =>
    `Es gibt kein Werkzeug \`/${name}\`.${near.length > 0 ? ` Meintest du ${near.map((other) => `\`/${other}\``).join(' oder ')}?` : ''} \`/help\` zeigt alle.`,
  badArguments: (name, problem, fields) =>
    `\`/${name}\` wurde nicht ausgeführt: ${problemInGerman(problem)}.${fields.length > 0 ? ` Seine Felder: ${fields.map((field) => `\`${field}\``).join(', ')}.` : ''} Schreibe \`feld=wert\` oder ein JSON-Objekt. ${de.helpFor(name)}`,
  failed: (content) => `Das ging nicht: ${content}`,
  helpFor: (name) => `\`/help ${name}\` zeigt, was es nimmt.`,
  rejected: 'Du hast das abgelehnt; nichts wurde geändert.',
  proposed: (number) =>
    `Vorgeschlagen als Nr. ${number}: Es wartet im Eingang auf deine Entscheidung, und bis dahin geschieht nichts.`,
  noPictures:
    'Bilder kann ich nicht ansehen: Es ist kein Modell verbunden. Dein Bild bleibt in diesem Gespräch; verbinde in den Einstellungen ein Modell und frage noch einmal.',
  noFiles: 'Eine angehängte Datei ist leer oder hat keinen Text, den ich ohne Modell lesen kann.',
  fromRecord: (kind, title) => {
    const [the, that] =
      kind === 'contact'
        ? ['dem Kontakt', 'den']
        : kind === 'note'
          ? ['der Notiz', 'die']
          : kind === 'task'
            ? ['der Aufgabe', 'die']
            : ['der Datei', 'die']
    return `Aus ${the} „${title}“, ${that} du angehängt hast:`
  },
  fromPages: 'Aus der Seite, die du angehängt hast:',
  clipped: 'Das ganze Ergebnis steht oben im Werkzeugaufruf.',
  noTools: 'Das war der letzte Schritt dieses Laufs. Frage noch einmal, um weiterzumachen.',
  noWords:
    'Deine Nachricht hat keine Wörter, nach denen ich suchen kann. Stelle eine Frage zu deinen Dokumenten.',
  noSearch:
    'Der Assistent dieses Gesprächs kann die Bibliothek nicht durchsuchen. Wähle über den Nachrichten einen anderen oder gib ihm unter Assistenten die Suche.',
}

function problemInEnglish(problem: CommandProblem): string {
  switch (problem.kind) {
    case 'broken_json':
      return 'what follows the name begins like JSON, but is not one whole JSON object'
    case 'unknown_field':
      return `there is no field “${problem.field}”`
    case 'dashed_field':
      return `a field is written \`${problem.field}=value\`, without \`--\`; a text in which \`--${problem.field}\` is meant goes in quotes`
    case 'unclear_text':
      return `it can’t tell which field “${problem.text}” belongs to`
    default:
      return assertNever(problem)
  }
}

function problemInGerman(problem: CommandProblem): string {
  switch (problem.kind) {
    case 'broken_json':
      return 'Was auf den Namen folgt, beginnt wie JSON, ist aber kein ganzes JSON-Objekt'
    case 'unknown_field':
      return `Ein Feld „${problem.field}“ gibt es nicht`
    case 'dashed_field':
      return `Ein Feld schreibt man \`${problem.field}=wert\`, ohne \`--\`; ein Text, in dem \`--${problem.field}\` gemeint ist, gehört in Anführungszeichen`
    case 'unclear_text':
      return `Zu welchem Feld „${problem.text}“ gehört, ist nicht zu erkennen`
    default:
      return assertNever(problem)
  }
}

/** The texts of a language. */
export function offlineTexts(language: 'en' | 'de'): OfflineTexts {
  return language === 'de' ? de : en
}
