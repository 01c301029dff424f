import type { AppEvent } from '../../shared/contract/events'
import { assertNever } from '../../shared/errors'
import { followAddedDocument } from '../stores/additions'
import { loadChanges, takeChange, useChanges } from '../stores/changes'
import {
  dropConversation,
  loadConversations,
  takeConversation,
  takeProgress,
  takeRunEvent,
} from '../stores/conversations'
import { loadGrants, takeGrants } from '../stores/files'
import { dropDocument, loadLibrary, takeCollections, takeDocument } from '../stores/library'
import { usePage } from '../stores/page'
import { loadProposals, takeProposal } from '../stores/proposals'
import { loadSettings, takeSettings } from '../stores/settings'
import { loadSystem } from '../stores/system'
import { attempt } from '../stores/toasts'
import { client } from './client'

// A stream that ends at once again and again must not busy the machine.
const pauseMs = 500

/** Keeps every store in step with main, for as long as the page lives. */
export async function keepInStep(): Promise<never> {
  for (;;) {
    try {
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
      return
    case 'run':
      return takeRunEvent(event.event)
    case 'conversation':
      return takeConversation(event.conversation)
    case 'conversation_removed':
      return dropConversation(event.id)
    case 'proposal':
      return takeProposal(event.proposal)
    case 'change':
      return takeChange(event.change)
    case 'document':
      followAddedDocument(event.document)
      return takeDocument(event.document)
    case 'document_removed':
      return dropDocument(event.id)
    case 'collections':
      return takeCollections(event.collections)
    case 'grants':
      return takeGrants(event.grants)
    case 'settings':
      return takeSettings(event.settings, event.model)
    case 'tool_progress':
      return takeProgress(event.toolUseId, event)
    default:
      return assertNever(event)
  }
}

async function loadEverything(): Promise<void> {
  await Promise.all(
    [
      loadSettings(),
      loadConversations(),
      loadProposals(),
      loadSystem(),
      loadGrants(),
      loadLibrary(),
      useChanges.getState().loaded ? loadChanges() : Promise.resolve(),
    ].map(attempt),
  )
  usePage.setState({ ready: true })
}
