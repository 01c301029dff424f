import type { Assistant } from '../../../shared/contract/assistants'
import type { ContactLine } from '../../../shared/contract/contacts'
import type { Document } from '../../../shared/contract/document'
import type { NamedFile } from '../../../shared/contract/files'
import type { NoteLine } from '../../../shared/contract/notes'
import { isEnded, type TaskLine } from '../../../shared/contract/tasks'
import { byRank, holdsWords, rankOf } from '../fitting-names'
import { slashTool } from './slash'

/** What is typed after an `@`. */
export interface Mention {
  /** The place of the `@`. */
  readonly start: number
  readonly words: string
}

/** What an `@` can name. */
export type MentionOffer =
  | { readonly kind: 'document'; readonly document: Document }
  | { readonly kind: 'assistant'; readonly assistant: Assistant }
  | { readonly kind: 'file'; readonly file: NamedFile }
  | { readonly kind: 'note'; readonly note: NoteLine }
  | { readonly kind: 'contact'; readonly contact: ContactLine }
  | { readonly kind: 'task'; readonly task: TaskLine }

/** What is offered of each at once: a list that is looked through at a glance. */
const documentsLimit = 5
const assistantsLimit = 4
const filesLimit = 5
const notesLimit = 5
const contactsLimit = 5
const tasksLimit = 5

/** What is typed after an `@` at the start or after a space, up to the caret; null elsewhere and in a call of a tool. */
export function mentionAt(text: string, caret: number): Mention | null {
  if (slashTool(text) !== null) return null
  // What is longer than 80 characters is no name any more, unless it is a path.
  const words = /(?:^|\s)@((?!\s)(?:[^@\n]{0,80}|[^@\n/\\]{0,80}[/\\][^@\n]{0,300}))$/.exec(
    text.slice(0, caret),
  )?.[1]
  return words === undefined ? null : { start: caret - words.length - 1, words }
}

/** The text once what was named is attached or chosen: titles come from outside and are no words of the person. */
export function withoutMention(text: string, { start }: Mention, caret: number): string {
  const before = text.slice(0, start)
  const after = text.slice(caret)
  // The space after it would stand beside the one before.
  return before + (after.startsWith(' ') ? after.slice(1) : after)
}

/** The name of the file or page that a document was made from; the folders before it name many others too. */
export function sourceName(source: string): string {
  return source.split(/[\\/]/).findLast((part) => part !== '') ?? source
}

/** What may be meant, of each kind. */
export interface Named {
  readonly documents: readonly Document[]
  readonly assistants: readonly Assistant[]
  readonly files?: readonly NamedFile[]
  readonly notes?: readonly NoteLine[]
  readonly contacts?: readonly ContactLine[]
  readonly tasks?: readonly TaskLine[]
}

/** What is offered: names that begin with what is typed, then those that contain it, then those found by their file. */
export function mentionOffers(
  words: string,
  { documents, assistants, files = [], notes = [], contacts = [], tasks = [] }: Named,
): MentionOffer[] {
  const titled = documents.filter(({ title, source }) => holdsWords(`${title}\n${sourceName(source)}`, words))
  const named = assistants.filter(({ name }) => holdsWords(name, words))
  const { name: fileWords, fits } = fileQuery(words)
  const noted = notes.filter(({ title }) => holdsWords(title, words))
  // What is still to be done is meant more often than what is done.
  const todo = tasks
    .filter(({ title }) => holdsWords(title, words))
    .toSorted((a, b) => Number(isEnded(a.status)) - Number(isEnded(b.status)))
  return [
    ...byRank(titled, ({ title }) => title, words)
      .slice(0, documentsLimit)
      .map((document) => ({ kind: 'document' as const, document, name: document.title })),
    ...byRank(noted, ({ title }) => title, words)
      .slice(0, notesLimit)
      .map((note) => ({ kind: 'note' as const, note, name: note.title })),
    ...byRank(todo, ({ title }) => title, words)
      .slice(0, tasksLimit)
      .map((task) => ({ kind: 'task' as const, task, name: task.title })),
    ...byRank(named, ({ name }) => name, words)
      .slice(0, assistantsLimit)
      .map((assistant) => ({ kind: 'assistant' as const, assistant, name: assistant.name })),
    ...byRank(files.filter(fits), ({ name }) => name, fileWords)
      .slice(0, filesLimit)
      .map((file) => ({ kind: 'file' as const, file, name: file.name })),
    // They are found by what else is known of them too.
    ...byRank(contacts, ({ name }) => name, words)
      .slice(0, contactsLimit)
      .map((contact) => ({ kind: 'contact' as const, contact, name: contact.name })),
  ]
    .toSorted((a, b) => rankOf(a.name, words) - rankOf(b.name, words))
    .map(({ name: _, ...offer }) => offer)
}

/** How files are looked for by what is typed: by name, or by path where folders are named too. */
function fileQuery(words: string): { readonly name: string; readonly fits: (file: NamedFile) => boolean } {
  const typed = words.split(/[/\\]/)
  if (typed.length === 1) return { name: words, fits: ({ name }) => holdsWords(name, words) }
  return {
    name: typed.at(-1) ?? '',
    fits: ({ path }) => holdsWords(path.replaceAll('\\', '/'), typed.join(' ')),
  }
}
