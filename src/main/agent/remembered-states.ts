import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../shared/errors'
import type { ConversationState } from '../../shared/run/state'
import type { RunEventLog } from '../db/run-events'
import type { Branches } from './branches'

/**
 * The most that is kept of all conversations together (characters): one of 10,000 messages, or hundreds of usual ones.
 */
const mostCharacters = 40_000_000

/** Keeps the conversations at hand that runs were at work in last, so that the next message need not read them anew. */
export interface RememberedStates {
  /** The shown branch as it is stored. */
  load(conversationId: string): ConversationState
  /** The same for who can wait: a long one is read in steps, between which everything else goes on. */
  read(conversationId: string): Promise<ConversationState>
  /** Has a conversation at hand that a message may come to next, unless it is more than is kept. */
  prepare(conversationId: string): void
  /** What a run leaves. */
  keep(state: ConversationState): void
  /** Ends what is being read; call it before the database closes. */
  close(): void
}

/** Starts with none. */
export function createRememberedStates(
  branches: Pick<Branches, 'load' | 'loading'>,
  log: Pick<RunEventLog, 'lastSeq' | 'size'>,
  report: (error: unknown) => void,
  most = mostCharacters,
): RememberedStates {
  /** The one that was used last is the last. */
  const kept = new Map<string, { readonly state: ConversationState; readonly size: number }>()
  /** By conversation. */
  const underWay = new Map<string, Promise<ConversationState>>()
  let closed = false
  // Every change of a conversation is an event, the choice of another branch too.
  const isNewest = (state: ConversationState): boolean => state.seq === log.lastSeq(state.conversationId)
  const atHand = (conversationId: string): ConversationState | undefined => {
    const state = kept.get(conversationId)?.state
    if (state !== undefined && isNewest(state)) return state
    kept.delete(conversationId)
    return undefined
  }
  const load = (conversationId: string): ConversationState =>
    atHand(conversationId) ?? branches.load(conversationId)
  const keep = (state: ConversationState): void => {
    kept.delete(state.conversationId)
    kept.set(state.conversationId, { state, size: sizeOf(state) })
    let total = [...kept.values()].reduce((sum, { size }) => sum + size, 0)
    for (const [id, { size }] of kept) {
      if (total <= most) break
      kept.delete(id)
      total -= size
    }
  }
  const readInSteps = async (conversationId: string): Promise<ConversationState> => {
    const before = log.lastSeq(conversationId)
    const steps = branches.loading(conversationId)
    for (let step = steps.next(); ; step = steps.next()) {
      // What happened meanwhile may have come to another branch than the one that was read.
      if (step.done === true) return before === step.value.seq ? step.value : load(conversationId)
      await setImmediate()
      if (closed) throw new AppError('busy', 'The application is closing. Nothing was sent.')
    }
  }
  const read = (conversationId: string): Promise<ConversationState> => {
    const begun = underWay.get(conversationId)
    if (begun !== undefined) return begun
    const reading = readInSteps(conversationId).finally(() => underWay.delete(conversationId))
    underWay.set(conversationId, reading)
    return reading
  }
  return {
    load,
    keep,
    async read(conversationId) {
      const state = atHand(conversationId) ?? (await read(conversationId))
      return isNewest(state) ? state : load(conversationId)
    },
    prepare(conversationId) {
      if (atHand(conversationId) !== undefined || log.size(conversationId) > most) return
      read(conversationId).then(
        (state) => {
          if (!closed && isNewest(state)) keep(state)
        },
        (error) => {
          if (!closed) report(error)
        },
      )
    },
    close() {
      closed = true
    },
  }
}

/** About how many characters a state holds; what a view is given of a result is as long as what a model is given. */
function sizeOf({ messages }: ConversationState): number {
  let size = 0
  for (const message of messages) {
    if (message.role === 'user') size += message.text.length
    else
      for (const block of message.blocks) {
        if (block?.type === 'tool_use')
          size += block.inputJson.length + 2 * (block.result?.content.length ?? 0)
        else size += block?.text.length ?? 0
      }
  }
  return size
}
