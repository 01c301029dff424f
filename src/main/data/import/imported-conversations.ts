import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ConversationSummary } from '../../../shared/contract/conversation-list'
import { inSpells } from '../../async/stepwise'
import type { Publish } from '../../publish'
import type { ImportedConversation } from './imported'
import type { ConversationStore, ImportedBy } from './store-conversations'

/** A conversation as it is there. */
export interface ThereConversation {
  readonly title: string
  readonly trashed: boolean
  /** Messages on all its branches. */
  readonly messages: number
}

/** Conversations that an import brings in, as they are stored, shown and taken out. */
export interface ImportedConversations {
  /** Stores a conversation that is hidden until {@link reveal}. */
  writeConversation(
    id: string,
    conversation: ImportedConversation,
    by: Omit<ImportedBy, 'hiddenAt'>,
  ): Promise<void>
  /** Those of these conversations that are there, by their ids. */
  conversations(ids: readonly string[]): Promise<ReadonlyMap<string, ThereConversation>>
  /** Whether something is at work in one of these conversations, or waits for a decision. */
  isAnyBusy(ids: readonly string[]): Promise<boolean>
  /** Shows conversations that were written or in the trash, all at once, and tells everyone. */
  reveal(ids: readonly string[]): Promise<void>
  /** Moves conversations to the trash, and tells everyone. */
  trash(ids: readonly string[]): void
  /** Deletes conversations for good, as if they had never come. */
  remove(ids: readonly string[]): Promise<void>
}

/** Stores them in steps that hold nobody up. */
export function createImportedConversations({
  store,
  summary,
  publish,
  now,
}: {
  readonly store: ConversationStore
  /** How a conversation stands in the lists; null for one that is in the trash. */
  readonly summary: (id: string) => ConversationSummary | null
  readonly publish: Publish
  /** Milliseconds since 1970. */
  readonly now: () => number
}): ImportedConversations {
  function* announced(ids: readonly string[]): Generator<void, void> {
    for (const id of ids) {
      const conversation = summary(id)
      if (conversation !== null) publish({ type: 'conversation', conversation })
      yield
    }
  }
  function* there(ids: readonly string[]): Generator<void, Map<string, ThereConversation>> {
    const found = new Map<string, ThereConversation>()
    for (const id of ids) {
      const one = store.find(id)
      if (one !== null) found.set(id, one)
      yield
    }
    return found
  }
  function* anyBusy(ids: readonly string[]): Generator<void, boolean> {
    for (const id of ids) {
      const found = summary(id)
      if (found !== null && (found.running || found.waiting > 0)) return true
      yield
    }
    return false
  }
  return {
    writeConversation: (id, conversation, by) =>
      inSpells(store.write(id, conversation, { ...by, hiddenAt: now() })),
    conversations: (ids) => inSpells(there(ids)),
    isAnyBusy: (ids) => inSpells(anyBusy(ids)),
    async reveal(ids) {
      store.reveal(ids)
      await inSpells(announced(ids))
    },
    trash(ids) {
      store.trash(ids, now())
      for (const id of ids) publish({ type: 'conversation_removed', id })
    },
    async remove(ids) {
      for (const id of ids) {
        store.remove(id)
        publish({ type: 'conversation_removed', id })
        await nextTurn()
      }
    },
  }
}
