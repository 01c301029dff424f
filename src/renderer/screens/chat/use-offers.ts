import { useState } from 'react'
import type { ContactLine } from '../../../shared/contract/contacts'
import type { Document } from '../../../shared/contract/document'
import type { NamedFile } from '../../../shared/contract/files'
import type { NoteLine } from '../../../shared/contract/notes'
import type { TaskLine } from '../../../shared/contract/tasks'
import type { ToolInfo } from '../../../shared/contract/tools'
import { attachmentKey } from '../../../shared/run/blocks'
import { hasTitle } from '../../app/document-fields'
import { useCatalog } from '../../app/tool-views'
import { type Ask, useFound } from '../../app/use-found'
import { assistantOf, usable, useAssistants } from '../../stores/assistants'
import { findContacts } from '../../stores/contacts'
import type { Draft } from '../../stores/conversations'
import { filesNamed } from '../../stores/files'
import { documentsNamed } from '../../stores/library'
import { noteLines } from '../../stores/notes'
import { useSettings } from '../../stores/settings'
import { findTool } from '../../stores/system'
import { taskLines } from '../../stores/tasks'
import { currentLanguage } from '../../text/language'
import { type Mention, type MentionOffer, mentionAt, mentionOffers } from './mention'
import { helpQuery, type Suggestion, slashQuery, suggestHelp, suggestTools } from './slash'
import { type SlashDocument, slashDocument, writtenAs } from './slash-document'
import { useNextAssistant } from './use-next-assistant'

/** What can be chosen for what is typed. */
export type Offer =
  | { readonly kind: 'tool'; readonly suggestion: Suggestion }
  /** What the offline assistant can do. */
  | { readonly kind: 'help'; readonly name: string }
  /** A tool that it is asked about. */
  | { readonly kind: 'topic'; readonly suggestion: Suggestion; readonly start: number }
  /** A document that a tool is called with, by what it is written with. */
  | { readonly kind: 'argument'; readonly document: Document; readonly written: string }
  | MentionOffer

/** Contacts that are asked for: those whose name begins with the words go first. */
const askedContacts = 20

/** Files that are asked for; their names all fit, so few more than are offered. */
const askedFiles = 20
/** Fewer characters name too many files. */
const leastForFiles = 2

const noDocuments: readonly Document[] = []
const noContacts: readonly ContactLine[] = []
const noFiles: readonly NamedFile[] = []
const noNotes: readonly NoteLine[] = []
const noTasks: readonly TaskLine[] = []
const askNotes: Ask<readonly NoteLine[]> = () => noteLines()
const askTasks: Ask<readonly TaskLine[]> = () => taskLines()
const askContacts: Ask<readonly ContactLine[]> = async (words, signal) => {
  const found = await findContacts(words, { limit: askedContacts })
  return signal.aborted ? null : found
}
const askFiles: Ask<readonly NamedFile[]> = async (words, signal) =>
  words.trim().length < leastForFiles ? noFiles : filesNamed(words, askedFiles, signal)

/** What is offered at the caret: tools after `/`, documents, notes, tasks, files, contacts and assistants after `@`. */
export function useOffers(
  id: string | null,
  draft: Draft,
  caret: number,
): {
  readonly offers: readonly Offer[]
  readonly mention: Mention | null
  readonly argument: SlashDocument | null
  readonly dismiss: () => void
} {
  const tools = useCatalog()
  const [dismissed, setDismissed] = useState<number | null>(null)
  const slash = slashQuery(draft.text, caret)
  const mention = mentionAt(draft.text, caret)
  const argument = slashDocument(draft.text, caret, (name) => findTool(tools, name))
  const offline = useSettings((state) => state.model?.provider === 'offline')
  const topic = helpQuery(draft.text, caret)
  const start = slash === null ? (mention?.start ?? argument?.start ?? topic?.start ?? null) : 0
  // A list that was closed stays so until something else is typed there.
  if (dismissed !== null && dismissed !== start) setDismissed(null)
  const closed = start === null || dismissed === start
  const mentions = useMentionOffers(id, draft, closed || mention === null ? null : mention.words)
  const named = useArgumentOffers(closed || argument === null ? null : argument.words)
  const slashes = closed || slash === null ? [] : suggestTools(tools, slash)
  const help = closed || slash === null || !offline ? null : suggestHelp(slash, currentLanguage())
  return {
    offers: [
      ...(help === null ? [] : [{ kind: 'help' as const, name: help }]),
      ...slashes.map((suggestion) => ({ kind: 'tool' as const, suggestion })),
      ...(closed || topic === null ? [] : topicOffers(tools, topic)),
      ...named,
      ...mentions,
    ],
    mention,
    argument,
    dismiss: () => setDismissed(start),
  }
}

/** Tools that can be asked about; none once the name of one is complete. */
function topicOffers(
  tools: readonly ToolInfo[],
  { start, words }: { readonly start: number; readonly words: string },
): readonly Offer[] {
  if (tools.some(({ name }) => name === words)) return []
  return suggestTools(tools, words).map((suggestion) => ({ kind: 'topic', suggestion, start }))
}

/** Documents that a tool can be called with; none once exactly one has the title that is typed. */
function useArgumentOffers(words: string | null): readonly Offer[] {
  const documents = useFound(words, documentsNamed, noDocuments)
  if (words === null || documents.filter((document) => hasTitle(document, words)).length === 1) return []
  return mentionOffers(words, { documents, assistants: [] }).flatMap((offer) =>
    offer.kind === 'document'
      ? [{ ...offer, kind: 'argument' as const, written: writtenAs(offer.document, documents) }]
      : [],
  )
}

/** Null is no mention. What is attached and the assistant that is chosen are not offered again. */
function useMentionOffers(id: string | null, draft: Draft, words: string | null): readonly Offer[] {
  const all = useAssistants((state) => state.all)
  const next = useNextAssistant(id)
  const documents = useFound(words, documentsNamed, noDocuments)
  const files = useFound(words, askFiles, noFiles)
  const notes = useFound(forAll(words), askNotes, noNotes)
  const contacts = useFound(words, askContacts, noContacts)
  const tasks = useFound(forAll(words), askTasks, noTasks)
  if (words === null) return []
  const attached = new Set(draft.attachments.map(attachmentKey))
  const current = assistantOf(all, next)
  return mentionOffers(words, {
    documents: documents.filter(
      (document) => !attached.has(attachmentKey({ kind: 'document', documentId: document.id, title: '' })),
    ),
    assistants: usable(all).filter((assistant) => assistant !== current),
    files: files.filter(({ path }) => !attached.has(attachmentKey({ kind: 'file', path, title: '' }))),
    notes: notes.filter(
      ({ id: noteId }) => !attached.has(attachmentKey({ kind: 'note', noteId, title: '' })),
    ),
    contacts: contacts.filter(
      ({ id }) => !attached.has(attachmentKey({ kind: 'contact', contactId: id, title: '' })),
    ),
    tasks: tasks.filter(
      ({ id: taskId }) => !attached.has(attachmentKey({ kind: 'task', taskId, title: '' })),
    ),
  })
}

/** Of what is asked for as a whole the words pick here: each key that is pressed is no reason to ask again. */
function forAll(words: string | null): string | null {
  return words === null ? null : ''
}
