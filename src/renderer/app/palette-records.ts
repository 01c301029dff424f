import type { Assistant } from '../../shared/contract/assistants'
import type { ContactLine } from '../../shared/contract/contacts'
import type { ConversationSummary } from '../../shared/contract/conversation-list'
import type { Document } from '../../shared/contract/document'
import { documentTitleLimit } from '../../shared/contract/document'
import type { Mission } from '../../shared/contract/missions'
import type { NoteLine } from '../../shared/contract/notes'
import type { Sequence } from '../../shared/contract/sequences'
import { isEnded, type TaskLine } from '../../shared/contract/tasks'
import { sourceName } from '../screens/chat/mention'
import { runNow } from '../screens/missions/mission-menu'
import { runNow as runTaskNow } from '../screens/tasks/run-task'
import { usable } from '../stores/assistants'
import { changeDraft } from '../stores/conversations'
import { shownLibrary } from '../stores/library-address'
import { present } from '../stores/missions'
import { goTo, inspectDocument, usePage } from '../stores/page'
import { askToRun, usableSequences } from '../stores/sequences'
import { missionsText } from '../text/missions'
import { sequencesText } from '../text/sequences'
import { tasksText } from '../text/tasks'
import { text } from '../text/text'
import { documentEntry, type PaletteEntry } from './palette-entries'

/** What can be found by its name. */
export interface PaletteRecords {
  readonly conversations: readonly ConversationSummary[]
  readonly tools: readonly { readonly name: string; readonly title: string }[]
  readonly sequences: readonly Sequence[]
  readonly contacts: readonly ContactLine[]
  /** One that is among them twice is offered once. */
  readonly documents: readonly Document[]
  readonly notes: readonly NoteLine[]
  readonly tasks: readonly TaskLine[]
  readonly missions: readonly Mission[]
  readonly assistants: readonly Assistant[]
}

/** Opens each of them; what can be run is offered to be run as well. */
export function recordEntries(all: PaletteRecords): readonly PaletteEntry[] {
  return [
    ...all.conversations.map(conversationEntry),
    ...all.tools.map(toolEntry),
    ...usableSequences(all.sequences).flatMap(sequenceEntries),
    ...all.contacts.map(contactEntry),
    ...withoutTwice(all.documents).map(entryOfDocument),
    ...all.notes.map(noteEntry),
    ...all.tasks.map(taskEntry),
    ...all.tasks.filter(canRun).map(taskRunEntry),
    ...present(all.missions).flatMap(missionEntries),
    ...usable(all.assistants).map(assistantEntry),
  ]
}

function conversationEntry({ id, title }: ConversationSummary): PaletteEntry {
  return {
    id: `conversation ${id}`,
    group: text().palette.conversations,
    title,
    run: () => goTo({ screen: 'chat', id }),
  }
}

function toolEntry({ name, title }: PaletteRecords['tools'][number]): PaletteEntry {
  return {
    id: `tool ${name}`,
    group: text().palette.tools,
    title,
    detail: `/${name}`,
    run: () => callTool(name),
  }
}

/** Begins a call of a tool by hand in the conversation that is open. */
function callTool(name: string): void {
  const { route } = usePage.getState()
  const id = route.screen === 'chat' ? route.id : null
  changeDraft(id, { text: `/${name} ` })
  goTo({ screen: 'chat', id })
}

function sequenceEntries({ id, definition: { name, description } }: Sequence): readonly PaletteEntry[] {
  return [
    {
      id: `sequence ${id}`,
      group: text().nav.sequences,
      title: name,
      detail: firstLine(description),
      run: () => goTo({ screen: 'sequences', id }),
    },
    {
      id: `run sequence ${id}`,
      group: text().palette.actions,
      title: sequencesText().runName(name),
      run: () => askToRun(id),
    },
  ]
}

function contactEntry({ id, name, role, organization, email }: ContactLine): PaletteEntry {
  return {
    id: `contact ${id}`,
    group: text().nav.contacts,
    title: name,
    detail: [role, organization].filter(Boolean).join(', ') || email,
    run: () => goTo({ screen: 'contacts', id }),
  }
}

function withoutTwice(documents: readonly Document[]): readonly Document[] {
  return [...new Map(documents.map((document) => [document.id, document])).values()]
}

function entryOfDocument(document: Document): PaletteEntry {
  return {
    id: `${documentEntry}${document.id}`,
    group: text().palette.documents,
    title: document.title,
    // Two forms of a document often have one title.
    detail: sourceName(document.source),
    run: () => inspectDocument(document),
  }
}

/** Leads to the documents that fit and are not among the entries. */
export function moreDocuments(words: string, left: number): PaletteEntry {
  return {
    id: 'more documents',
    group: text().palette.documents,
    title: text().palette.moreDocuments(left),
    run: () => {
      const filter = { text: words.slice(0, documentTitleLimit) }
      // What was searched for stands where they are listed.
      goTo({ ...shownLibrary(), collectionId: null, filter, words: '' })
    },
  }
}

/** Leads to what documents say of what is typed: names alone are found here. */
export function libraryWords(words: string): PaletteEntry {
  return {
    id: 'search the library',
    group: text().palette.actions,
    title: text().palette.searchLibrary(words),
    run: () => goTo({ ...shownLibrary(), words }),
  }
}

function noteEntry({ id, title, tags }: NoteLine): PaletteEntry {
  return {
    id: `note ${id}`,
    group: text().palette.notes,
    title,
    detail: tags.join(', '),
    run: () => goTo({ screen: 'notes', id }),
  }
}

function taskEntry({ id, title, status }: TaskLine): PaletteEntry {
  return {
    id: `task ${id}`,
    group: text().nav.tasks,
    title,
    detail: tasksText().statuses[status],
    run: () => goTo({ screen: 'tasks', id }),
  }
}

/** Whether an assistant could begin it: where one works on it is told when it is tried. */
function canRun({ status, blockedBy }: TaskLine): boolean {
  return !isEnded(status) && blockedBy === 0
}

function taskRunEntry({ id, title }: TaskLine): PaletteEntry {
  return {
    id: `run task ${id}`,
    group: text().palette.actions,
    title: tasksText().runNamed(title),
    run: () => void runTaskNow(id),
  }
}

function missionEntries({ id, name }: Mission): readonly PaletteEntry[] {
  return [
    {
      id: `mission ${id}`,
      group: text().nav.missions,
      title: name,
      run: () => goTo({ screen: 'missions', id }),
    },
    {
      id: `run mission ${id}`,
      group: text().palette.actions,
      title: missionsText().runNamed(name),
      run: () => void runNow(id),
    },
  ]
}

function assistantEntry({ id, name, instructions }: Assistant): PaletteEntry {
  return {
    id: `assistant ${id}`,
    group: text().nav.assistants,
    title: name,
    detail: firstLine(instructions),
    run: () => goTo({ screen: 'assistants', id }),
  }
}

function firstLine(words: string): string {
  return words.split('\n')[0] ?? ''
}
