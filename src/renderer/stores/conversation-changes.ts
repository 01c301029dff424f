import { create } from 'zustand'
import { changeLineOf } from '../../shared/contract/change-line'
import type { Change, ChangeLine } from '../../shared/contract/changes'
import { client } from '../app/client'
import { mostAtOnce } from './changes'

/** Changes by their ids. */
export type ChangesById = Readonly<Record<string, ChangeLine>>

interface ConversationChangesState {
  /** What was changed in the conversations that show it, with what was undone of that and done again. */
  readonly of: Readonly<Record<string, ChangesById>>
  /** The conversations whose changes were asked for since main last began to tell of changes. */
  readonly fresh: ReadonlySet<string>
}

/** The part of the ledger that conversations show beside their calls; what narrows Activity leaves it alone. */
export const useConversationChanges = create<ConversationChangesState>(() => ({ of: {}, fresh: new Set() }))

const { setState: set, getState: get } = useConversationChanges

interface Load {
  readonly done: Promise<void>
  /** What arrived while it was under way, and is newer than what it answers. */
  readonly meanwhile: ChangeLine[]
}
const loads = new Map<string, Load>()

/** Makes sure that the changes of a conversation are here as they stand now. */
export function ensureConversationChanges(conversationId: string): Promise<void> {
  if (get().fresh.has(conversationId)) return Promise.resolve()
  const underWay = loads.get(conversationId)
  if (underWay !== undefined) return underWay.done
  const meanwhile: ChangeLine[] = []
  const isCurrent = () => loads.get(conversationId)?.meanwhile === meanwhile
  const done = allOf(conversationId)
    .then((lines) => {
      // Of an earlier connection: what changed between the two it was not told.
      if (!isCurrent()) return
      set(({ of, fresh }) => ({
        of: { ...of, [conversationId]: byId([...lines, ...meanwhile]) },
        fresh: new Set([...fresh, conversationId]),
      }))
    })
    .finally(() => {
      if (isCurrent()) loads.delete(conversationId)
    })
  loads.set(conversationId, { done, meanwhile })
  return done
}

/** Takes an entry from the stream, where its conversation shows its changes. */
export function takeConversationChange(change: Change): void {
  const { conversationId } = change
  if (conversationId === null) return
  const line = changeLineOf(change)
  loads.get(conversationId)?.meanwhile.push(line)
  const known = get().of[conversationId]
  if (known === undefined) return
  set(({ of }) => ({ of: { ...of, [conversationId]: { ...known, [line.id]: line } } }))
}

/** What is shown is asked for again: something may have changed that was not told of. */
export function refreshConversationChanges(): void {
  loads.clear()
  set({ fresh: new Set() })
}

async function allOf(conversationId: string): Promise<readonly ChangeLine[]> {
  const lines: ChangeLine[] = []
  for (;;) {
    const page = await client.changes.list({
      conversationId,
      limit: mostAtOnce,
      before: lines.at(-1)?.number,
    })
    lines.push(...page)
    if (page.length < mostAtOnce) return lines
  }
}

function byId(lines: readonly ChangeLine[]): ChangesById {
  return Object.fromEntries(lines.map((line) => [line.id, line]))
}
