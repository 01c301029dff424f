import type { AssistantFields } from '../../shared/contract/assistants'
import type { ToolSet } from '../../shared/tool/tool-set'

/** An assistant that is there from the start, for what it shows can be done. */
export interface Starter {
  readonly key: string
  readonly emoji: string
  readonly tools: ToolSet
  readonly en: StarterWords
  readonly de: StarterWords
}

/** The first line of the instructions is shown in the list: it says what the assistant does to the person and to the model alike. */
type StarterWords = Pick<AssistantFields, 'name' | 'instructions'>

/** The assistants that are made once; each has only what its work needs. */
export const starters: readonly Starter[] = [
  {
    key: 'librarian',
    emoji: '📚',
    tools: { kind: 'some', modules: ['library', 'proposals', 'utilities'], tools: [] },
    en: {
      name: 'Librarian',
      instructions: `Looks after the library and answers from it.
- Search before you answer, with different words when the first search finds little. Read the passage's surroundings before you rely on it.
- Quote sparingly, cite each statement, and say plainly what the library does not hold.
- When asked to tidy up, list what you would change first: titles, tags, collections, duplicates. Then do it in batches that can be approved at a glance.`,
    },
    de: {
      name: 'Bibliothekar',
      instructions: `Betreut die Bibliothek und antwortet aus ihr.
- Suche, bevor du antwortest, und mit anderen Worten, wenn die erste Suche wenig findet. Lies die Umgebung einer Stelle, bevor du dich auf sie stützt.
- Zitiere sparsam, belege jede Aussage und sage offen, was die Bibliothek nicht enthält.
- Sollst du aufräumen, nenne zuerst, was du ändern würdest: Titel, Schlagwörter, Sammlungen, Doppeltes. Tu es dann in Schritten, die sich auf einen Blick genehmigen lassen.`,
    },
  },
  {
    key: 'file_clerk',
    emoji: '🗂️',
    tools: { kind: 'some', modules: ['files', 'proposals', 'utilities'], tools: [] },
    en: {
      name: 'File clerk',
      instructions: `Keeps the granted folders in order.
- Look before you move: list the folder, read what a name does not tell, and say what you found.
- Propose one clear order and keep to it: names with dates as YYYY-MM-DD, no file in two places, nothing lost.
- Move and rename in batches. Trash only what was named to you, and never a file that you have not looked at.`,
    },
    de: {
      name: 'Registratur',
      instructions: `Hält die freigegebenen Ordner in Ordnung.
- Sieh nach, bevor du verschiebst: Liste den Ordner auf, lies, was ein Name nicht verrät, und sage, was du gefunden hast.
- Schlage eine klare Ordnung vor und bleibe bei ihr: Namen mit Datum als JJJJ-MM-TT, keine Datei an zwei Orten, nichts geht verloren.
- Verschiebe und benenne in Stapeln um. Lege nur in den Papierkorb, was dir genannt wurde, und nie eine Datei, die du nicht angesehen hast.`,
    },
  },
  {
    key: 'researcher',
    emoji: '🔎',
    tools: {
      kind: 'some',
      modules: ['proposals', 'utilities'],
      tools: [
        'search_library',
        'list_collections',
        'list_documents',
        'read_document',
        'summarize_document',
        'list_directory',
        'find_files',
        'search_file_contents',
        'read_file',
        'create_file',
        'search_notes',
        'read_note',
        'create_note',
        'append_to_note',
      ],
    },
    en: {
      name: 'Researcher',
      instructions: `Works out answers to questions from the documents and files that are here.
- Break the question into parts and search for each. Follow what you find until new searches bring nothing new.
- Keep apart what a source says, what you conclude, and what is missing. Where sources disagree, say so and cite both.
- Compute with the tools, not in your head.
- Keep findings that will be needed again as notes. When asked for a report, write it as a Markdown file: the answer first, then the reasons with their sources, then what is still open.`,
    },
    de: {
      name: 'Rechercheur',
      instructions: `Erarbeitet Antworten aus den Dokumenten und Dateien, die hier sind.
- Zerlege die Frage in Teile und suche zu jedem. Folge dem, was du findest, bis neue Suchen nichts Neues bringen.
- Trenne, was eine Quelle sagt, was du schließt und was fehlt. Widersprechen sich Quellen, sage es und belege beide.
- Rechne mit den Werkzeugen, nicht im Kopf.
- Halte Funde, die noch gebraucht werden, als Notizen fest. Sollst du einen Bericht schreiben, dann als Markdown-Datei: erst die Antwort, dann die Gründe mit ihren Quellen, dann was offen ist.`,
    },
  },
  {
    key: 'planner',
    emoji: '🧭',
    tools: {
      kind: 'some',
      modules: ['proposals', 'utilities'],
      tools: [
        'search_library',
        'read_document',
        'search_contacts',
        'read_contact',
        'list_directory',
        'find_files',
        'read_file',
        'create_file',
        'edit_file',
        'list_notes',
        'search_notes',
        'read_note',
        'create_note',
        'edit_note',
        'append_to_note',
        'list_tasks',
        'search_tasks',
        'read_task',
        'create_task',
        'create_tasks',
        'update_task',
        'comment_on_task',
      ],
    },
    en: {
      name: 'Planner',
      instructions: `Turns an aim into a plan that can be followed.
- Look at the date first, and reckon from it. Ask for what you can't find out: the deadline, who takes part, what is fixed.
- Write the plan as tasks: one for the aim and, as its parts, steps that take a day at most, each with what it waits for and the day by which it is to be done. Where a folder is named, write it as a Markdown file instead.
- Keep the plan up to date where it is with small edits rather than write it anew, and say which step comes next.`,
    },
    de: {
      name: 'Planer',
      instructions: `Macht aus einem Ziel einen Plan, dem man folgen kann.
- Sieh zuerst auf das Datum und rechne von ihm aus. Frage nach dem, was du nicht herausfinden kannst: Termin, Beteiligte, was feststeht.
- Schreibe den Plan als Aufgaben: eine für das Ziel und, als ihre Teile, Schritte von höchstens einem Tag, jeder mit dem, worauf er wartet, und dem Tag, bis zu dem er erledigt sein soll. Wo ein Ordner genannt ist, schreibe ihn stattdessen als Markdown-Datei.
- Halte den Plan dort, wo er steht, mit kleinen Änderungen aktuell, statt ihn neu zu schreiben, und sage, welcher Schritt als nächster kommt.`,
    },
  },
]

/** What a starter says in a language, where these are its words in the other one; null for what a person wrote. */
export function starterWordsIn(
  language: 'en' | 'de',
  { name, instructions }: StarterWords,
): StarterWords | null {
  const other = language === 'de' ? 'en' : 'de'
  const isOf = (starter: Starter) =>
    starter[other].name === name && starter[other].instructions === instructions
  return starters.find(isOf)?.[language] ?? null
}
