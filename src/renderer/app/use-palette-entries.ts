import { useEffect, useMemo, useState } from 'react'
import { type Document, documentTitleLimit } from '../../shared/contract/document'
import { documentRowsLimit } from '../../shared/contract/document-table'
import { isEnded, type TaskLine } from '../../shared/contract/tasks'
import { sourceName } from '../screens/chat/mention'
import { runNow } from '../screens/missions/mission-menu'
import { sectionIds, sectionRoute, sectionTitle, sectionWords } from '../screens/settings/sections'
import { runNow as runTaskNow } from '../screens/tasks/run-task'
import { usable, useAssistants } from '../stores/assistants'
import { findContacts } from '../stores/contacts'
import { changeDraft, useConversations } from '../stores/conversations'
import { listNamed } from '../stores/documents'
import { countNamed, documentsNamed } from '../stores/library'
import { searchLibrary } from '../stores/library-search'
import { present, useMissions } from '../stores/missions'
import { noteLines } from '../stores/notes'
import { goTo, inspectDocument, usePage } from '../stores/page'
import { askToRun, usableSequences, useSequences } from '../stores/sequences'
import { changeSettings } from '../stores/settings'
import { taskLines } from '../stores/tasks'
import { attempt } from '../stores/toasts'
import { assistantsText } from '../text/assistants'
import { contactsText } from '../text/contacts'
import { httpToolsText } from '../text/http-tools'
import { missionsText } from '../text/missions'
import { notesText } from '../text/notes'
import { sequencesText } from '../text/sequences'
import { tasksText } from '../text/tasks'
import { text } from '../text/text'
import { whileWanted } from '../ui/while-wanted'
import { focusOpened } from './focus-opened'
import { documentEntry, type PaletteEntry } from './palette-entries'
import { type Route, routeFragment, screenRoute, screens } from './router'
import { useCatalog } from './tool-views'
import { typingPauseMs } from './typing-pause'
import { type Ask, useFound } from './use-found'

/** Documents that the palette knows before anything is typed; others are asked for by name. */
const newestLimit = 200

/** What the palette offers. */
interface Offer {
  readonly entries: readonly PaletteEntry[]
  /** How many documents fit; 0 while that is not known of what is typed now. */
  readonly documents: number
}

/** What the palette offers for what is typed: every screen, tool, conversation and record by its name. */
export function usePaletteEntries(typed: string): Offer {
  const conversations = useConversations((state) => state.list)
  const tools = useCatalog()
  const written = useSequences((state) => state.all)
  const newest = useLoaded(newestDocuments)
  const words = typed.trim()
  const { words: asked, named, total } = useFound(words, askDocuments, noDocuments)
  const notes = useLoaded(noteLines)
  const contacts = useLoaded(everyContact)
  const tasks = useLoaded(taskLines)
  const missions = useMissions((state) => state.all)
  const assistants = useAssistants((state) => state.all)
  const entries = useMemo(() => {
    const t = text()
    const beginning = (title: string, route: Route): PaletteEntry => ({
      id: `new ${routeFragment(route)}`,
      group: t.palette.actions,
      title,
      run: () => goTo(route),
    })
    const places = screens
      .filter((screen) => screen !== 'chat')
      .map((screen) => ({
        id: `go ${screen}`,
        group: t.palette.goTo,
        title: t.nav[screen],
        run: () => goTo(screenRoute(screen)),
      }))
    const themes = (['light', 'dark', 'system'] as const).map((theme) => ({
      id: `theme ${theme}`,
      group: t.palette.actions,
      title: `${t.settings.theme}: ${t.settings.themes[theme]}`,
      run: () => void attempt(changeSettings({ theme })),
    }))
    const languages = (['en', 'de', 'system'] as const).map((language) => ({
      id: `language ${language}`,
      group: t.palette.actions,
      title: `${t.settings.language}: ${t.settings.languages[language]}`,
      // All of the page is made anew.
      run: () => void attempt(changeSettings({ language }).then(focusOpened)),
    }))
    const sections = sectionIds.map((id) => ({
      id: `section ${id}`,
      group: t.settings.title,
      title: sectionTitle(id),
      otherWords: sectionWords(id),
      run: () => goTo(sectionRoute(id)),
    }))
    return [
      beginning(t.app.newChat, { screen: 'chat', id: null }),
      ...places,
      beginning(tasksText().create, { screen: 'tasks', id: 'new' }),
      beginning(notesText().create, { screen: 'notes', id: 'new' }),
      beginning(contactsText().newPerson, { screen: 'contacts', id: 'new-person' }),
      beginning(contactsText().newOrganization, { screen: 'contacts', id: 'new-organization' }),
      beginning(sequencesText().create, { screen: 'sequences', id: 'new' }),
      beginning(assistantsText().create, { screen: 'assistants', id: 'new' }),
      beginning(missionsText().create, { screen: 'missions', id: 'new' }),
      beginning(httpToolsText().create, { screen: 'tools', id: 'new' }),
      ...conversations.map((conversation) => ({
        id: `conversation ${conversation.id}`,
        group: t.palette.conversations,
        title: conversation.title,
        run: () => goTo({ screen: 'chat', id: conversation.id }),
      })),
      ...tools.map((tool) => ({
        id: `tool ${tool.name}`,
        group: t.palette.tools,
        title: tool.title,
        detail: `/${tool.name}`,
        run: () => callTool(tool.name),
      })),
      ...usableSequences(written).flatMap(({ id, definition: { name, description } }) => [
        {
          id: `sequence ${id}`,
          group: t.nav.sequences,
          title: name,
          detail: description.split('\n')[0] ?? '',
          run: () => goTo({ screen: 'sequences', id }),
        },
        {
          id: `run sequence ${id}`,
          group: t.palette.actions,
          title: sequencesText().runName(name),
          run: () => askToRun(id),
        },
      ]),
      ...contacts.map(({ id, name, role, organization, email }) => ({
        id: `contact ${id}`,
        group: t.nav.contacts,
        title: name,
        detail: [role, organization].filter(Boolean).join(', ') || email,
        run: () => goTo({ screen: 'contacts', id }),
      })),
      ...withoutTwice([...newest, ...named]).map((document) => ({
        id: `${documentEntry}${document.id}`,
        group: t.palette.documents,
        title: document.title,
        // Two forms of a document often have one title.
        detail: sourceName(document.source),
        run: () => inspectDocument(document),
      })),
      ...notes.map((note) => ({
        id: `note ${note.id}`,
        group: t.palette.notes,
        title: note.title,
        detail: note.tags.join(', '),
        run: () => goTo({ screen: 'notes', id: note.id }),
      })),
      ...tasks.map(({ id, title, status }) => ({
        id: `task ${id}`,
        group: t.nav.tasks,
        title,
        detail: tasksText().statuses[status],
        run: () => goTo({ screen: 'tasks', id }),
      })),
      ...tasks.filter(canRun).map(({ id, title }) => ({
        id: `run task ${id}`,
        group: t.palette.actions,
        title: tasksText().runNamed(title),
        run: () => void runTaskNow(id),
      })),
      ...present(missions).flatMap(({ id, name }) => [
        {
          id: `mission ${id}`,
          group: t.nav.missions,
          title: name,
          run: () => goTo({ screen: 'missions', id }),
        },
        {
          id: `run mission ${id}`,
          group: t.palette.actions,
          title: missionsText().runNamed(name),
          run: () => void runNow(id),
        },
      ]),
      ...usable(assistants).map(({ id, name, instructions }) => ({
        id: `assistant ${id}`,
        group: t.nav.assistants,
        title: name,
        detail: instructions.split('\n')[0] ?? '',
        run: () => goTo({ screen: 'assistants', id }),
      })),
      ...sections,
      ...themes,
      ...languages,
    ]
  }, [conversations, tools, newest, named, notes, contacts, tasks, missions, assistants, written])
  return { entries, documents: asked === words ? total : 0 }
}

/** Leads to the documents that fit and are not among the entries. */
export function moreDocuments(words: string, left: number): PaletteEntry {
  return {
    id: 'more documents',
    group: text().palette.documents,
    title: text().palette.moreDocuments(left),
    run: () => {
      goTo(screenRoute('library'))
      // What was searched for stands where they are listed.
      void attempt(Promise.all([searchLibrary(''), listNamed(words)]))
    },
  }
}

const nothing: readonly never[] = []
interface NamedDocuments {
  /** What was asked for. */
  readonly words: string
  readonly named: readonly Document[]
  readonly total: number
}

const noDocuments: NamedDocuments = { words: '', named: [], total: 0 }
const newestDocuments = () => documentsNamed('', new AbortController().signal, newestLimit)
const askDocuments: Ask<NamedDocuments> = async (words, signal) => {
  if (words === '') return noDocuments
  await new Promise((resolve) => setTimeout(resolve, typingPauseMs))
  const asked = words.slice(0, documentTitleLimit)
  const named = signal.aborted ? null : await documentsNamed(asked, signal, documentRowsLimit)
  if (named === null) return null
  if (named.length < documentRowsLimit) return { words, named, total: named.length }
  const total = await countNamed(asked, signal)
  return signal.aborted ? null : { words, named, total }
}
const everyContact = () => findContacts('')

function withoutTwice(documents: readonly Document[]): readonly Document[] {
  return [...new Map(documents.map((document) => [document.id, document])).values()]
}

/** Whether an assistant could begin it: where one works on it is told when it is tried. */
const canRun = ({ status, blockedBy }: TaskLine) => !isEnded(status) && blockedBy === 0

/** What is there when the palette opens. */
function useLoaded<Found>(load: () => Promise<readonly Found[] | null | undefined>): readonly Found[] {
  const [found, setFound] = useState<readonly Found[]>(nothing)
  useEffect(() => whileWanted(attempt(load()), (all) => all && setFound(all)), [load])
  return found
}

/** Begins a call of a tool by hand in the conversation that is open. */
function callTool(name: string): void {
  const { route } = usePage.getState()
  const id = route.screen === 'chat' ? route.id : null
  changeDraft(id, { text: `/${name} ` })
  goTo({ screen: 'chat', id })
}
