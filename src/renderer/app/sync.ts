import type { AppEvent } from '../../shared/contract/events'
import { assertNever } from '../../shared/errors'
import { reloadAddition } from '../stores/addition-under-way'
import { followAddedDocument, followPages } from '../stores/additions'
import { dropArriving, forgetArriving, takeArriving } from '../stores/arriving-documents'
import { loadAssistants, takeAssistants } from '../stores/assistants'
import { reloadAttachedDocuments, takeAttachedDocument } from '../stores/attached-documents'
import { restorePictures } from '../stores/attached-pictures'
import { tellOfBatch } from '../stores/batches'
import { loadChanges, takeChange, useChanges } from '../stores/changes'
import { reloadContacts } from '../stores/contacts'
import { refreshConversationChanges, takeConversationChange } from '../stores/conversation-changes'
import { loadConversationFolders, takeConversationFolders } from '../stores/conversation-list'
import {
  conversationLine,
  dropConversation,
  loadConversations,
  takeConversation,
  takeProgress,
  takeRunEvent,
} from '../stores/conversations'
import { loadData, takeData } from '../stores/data'
import { dropDocument, leaveGoneCollection, refreshTable, takeDocument } from '../stores/documents'
import { loadEmbedding, takeEmbedding, takeLocalModels } from '../stores/embedding'
import { loadGrants, takeGrants } from '../stores/files'
import { dropDraftIfGone } from '../stores/gone-drafts'
import { refreshHttpTools, reloadHttpTools } from '../stores/http-tools'
import { settleLeftAsking } from '../stores/left-asking'
import { dropOpenDocument, loadCollections, takeCollections, takeOpenDocument } from '../stores/library'
import { dropFromSearch } from '../stores/library-search'
import { reloadMcpServers } from '../stores/mcp-servers'
import { loadMissions, takeMissions } from '../stores/missions'
import { dropNote, reloadNotes, takeNote } from '../stores/notes'
import { goTo, usePage } from '../stores/page'
import { takePolicy } from '../stores/policies'
import { loadProposals, takeProposal } from '../stores/proposals'
import { dropReading, forgetReadings, takeReading } from '../stores/read-again'
import { loadRetentionLimits, takeRetentionLimits } from '../stores/retention'
import { tellOfRun } from '../stores/run-notifications'
import { loadSequences, takeSequences } from '../stores/sequences'
import { loadSettings, prepareModel, takeSettings, tellLanguage } from '../stores/settings'
import { takeStandingGrant } from '../stores/standing-grants'
import { loadSystem } from '../stores/system'
import { reloadTasks } from '../stores/tasks'
import { attempt } from '../stores/toasts'
import { loadWatchedFolders, takeWatchedFolders } from '../stores/watched-folders'
import { client } from './client'

// A stream that ends at once again and again must not busy the machine.
const pauseMs = 500

/** Keeps every store in step with main, for as long as the page lives. */
export async function keepInStep(): Promise<never> {
  for (;;) {
    try {
      // Before anything that a person asks for: what answers them speaks it. Where it fails, the next connection tells it.
      tellLanguage().catch(() => undefined)
      for await (const event of await client.events.watch()) take(event)
    } catch {
      // The connection shows its own state; the next call waits until it is back.
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

function take(event: AppEvent): void {
  switch (event.type) {
    case 'ready':
      void loadEverything()
      break
    case 'run':
      takeRunEvent(event.event)
      break
    case 'conversation':
      tellOfRun(conversationLine(event.conversation.id), event.conversation)
      takeConversation(event.conversation)
      break
    case 'conversation_wanted':
      goTo({ screen: 'chat', id: event.id })
      break
    case 'conversation_removed':
      dropConversation(event.id)
      // Where it fails, the next connection asks again.
      dropDraftIfGone(event.id).catch(() => undefined)
      break
    case 'conversation_folders':
      takeConversationFolders(event.folders)
      break
    case 'proposal':
      takeProposal(event.proposal)
      break
    case 'change':
      takeChange(event.change)
      takeConversationChange(event.change)
      tellOfBatch(event.change)
      break
    case 'document':
      followAddedDocument(event.document)
      takeAttachedDocument(event.document)
      takeOpenDocument(event.document)
      takeDocument(event.document)
      takeArriving(event.document)
      takeReading(event.document)
      break
    case 'document_removed':
      dropFromSearch(event.id)
      dropArriving(event.id)
      dropOpenDocument(event.id)
      dropDocument(event.id)
      dropReading(event.id)
      break
    case 'collections':
      takeCollections(event.collections)
      leaveGoneCollection()
      break
    case 'note':
      takeNote(event.note)
      break
    case 'note_removed':
      dropNote(event.id)
      break
    case 'contacts':
      void attempt(reloadContacts())
      break
    case 'tasks':
      void attempt(reloadTasks())
      break
    case 'mcp_servers':
      void attempt(reloadMcpServers())
      break
    case 'http_tools':
      void attempt(reloadHttpTools())
      break
    case 'watched_folders':
      takeWatchedFolders(event.folders)
      break
    case 'grants':
      takeGrants(event.grants)
      break
    case 'standing_grant':
      takeStandingGrant(event.grant)
      break
    case 'assistants':
      takeAssistants(event.assistants)
      break
    case 'sequences':
      takeSequences(event.sequences)
      break
    case 'missions':
      takeMissions(event.missions)
      break
    case 'policy':
      takePolicy(event.policy)
      break
    case 'settings':
      takeSettings(event.settings, event.model)
      break
    case 'retention':
      takeRetentionLimits(event.limits)
      break
    case 'embedding':
      takeEmbedding(event.status)
      break
    case 'data':
      takeData(event.status)
      break
    case 'embedding_models':
      takeLocalModels(event.models)
      break
    case 'tool_progress':
      takeProgress(event.toolUseId, event)
      followPages(event.toolUseId, event)
      break
    default:
      assertNever(event)
  }
}

async function loadEverything(): Promise<void> {
  refreshConversationChanges()
  forgetReadings()
  forgetArriving()
  await Promise.all(
    [
      loadSettings(),
      loadRetentionLimits(),
      loadAssistants(),
      loadSequences(),
      loadMissions(),
      loadConversations(),
      loadConversationFolders(),
      loadProposals(),
      loadSystem(),
      refreshHttpTools(),
      loadGrants(),
      loadCollections().then(leaveGoneCollection),
      refreshTable(),
      reloadNotes(),
      reloadContacts(),
      reloadAttachedDocuments(),
      loadWatchedFolders(),
      loadData(),
      useChanges.getState().loaded ? loadChanges() : Promise.resolve(),
    ].map(attempt),
  )
  usePage.setState({ ready: true })
  void attempt(restorePictures())
  void attempt(settleLeftAsking())
  // A window that is gone may have to end with what it handed over first.
  void attempt(reloadAddition())
  requestIdleCallback(prepareModel)
  // Nothing waits for it: counting vectors takes a while in a large library.
  await attempt(loadEmbedding())
}
