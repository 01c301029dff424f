import { useEffect, useMemo, useState } from 'react'
import { type Document, documentTitleLimit } from '../../shared/contract/document'
import { documentRowsLimit } from '../../shared/contract/document-table'
import { useAssistants } from '../stores/assistants'
import { findContacts } from '../stores/contacts'
import { useConversations } from '../stores/conversations'
import { countNamed, documentsNamed } from '../stores/library'
import { useMissions } from '../stores/missions'
import { noteLines } from '../stores/notes'
import { useSequences } from '../stores/sequences'
import { taskLines } from '../stores/tasks'
import { attempt } from '../stores/toasts'
import { whileWanted } from '../ui/while-wanted'
import type { PaletteEntry } from './palette-entries'
import { newConversation, newRecords, screenEntries, settingsEntries } from './palette-places'
import { recordEntries } from './palette-records'
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
  /** Whether all that could fit is known, and there are documents that could say it. */
  readonly canSearch: boolean
}

/** What the palette offers for what is typed: every screen, tool, conversation and record by its name. */
export function usePaletteEntries(typed: string): Offer {
  const conversations = useConversations((state) => state.list)
  const tools = useCatalog()
  const sequences = useSequences((state) => state.all)
  const newest = useLoaded(newestDocuments)
  const words = typed.trim()
  const { words: asked, named, total } = useFound(words, askDocuments, noDocuments)
  const notes = useLoaded(noteLines)
  const contacts = useLoaded(everyContact)
  const tasks = useLoaded(taskLines)
  const missions = useMissions((state) => state.all)
  const assistants = useAssistants((state) => state.all)
  const entries = useMemo(
    () => [
      newConversation(),
      ...screenEntries(),
      ...newRecords(),
      ...recordEntries({
        ...{ conversations, tools, sequences, missions, assistants },
        contacts: contacts ?? nothing,
        notes: notes ?? nothing,
        tasks: tasks ?? nothing,
        documents: [...(newest ?? nothing), ...named],
      }),
      ...settingsEntries(),
    ],
    [conversations, tools, newest, named, notes, contacts, tasks, missions, assistants, sequences],
  )
  const known = asked === words && [newest, notes, contacts, tasks].every((loaded) => loaded !== null)
  return {
    entries,
    documents: asked === words ? total : 0,
    canSearch: known && words !== '' && newest !== null && newest.length > 0,
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

/** What is there when the palette opens; null until it is known. */
function useLoaded<Found>(load: () => Promise<readonly Found[] | null | undefined>): readonly Found[] | null {
  const [found, setFound] = useState<readonly Found[] | null>(null)
  useEffect(() => whileWanted(attempt(load()), (all) => setFound(all ?? nothing)), [load])
  return found
}
