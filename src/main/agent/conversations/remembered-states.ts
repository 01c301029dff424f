import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../../shared/errors'
import type { ToolUseBlock } from '../../../shared/run/blocks'
import { type ConversationState, emptyConversation } from '../../../shared/run/state'
import { say } from '../../../shared/sentences/say'
import type { RunEventLog } from '../../db/run-events'
import type { EarlierPart } from '../earlier-part'
import type { Branches } from './branches'

/**
 * The most that is kept of all conversations together (characters): one of 10,000 messages, or hundreds of usual ones.
 */
const mostCharacters = 40_000_000

/** Keeps the conversations at hand that runs were at work in last, so that the next message need not read them anew. */
export interface RememberedStates {
  /** The shown branch as it is stored, or what of it a run works with. */
  load(conversationId: string): ConversationState
  /**
   * The same for who can wait: a long one is read in steps, between which everything else goes on. With `leafId` of
   * the branch that ends there, to which that message is to be the last one.
   */
  read(conversationId: string, leafId?: string | null): Promise<ConversationState>
  /** What lies before a state's first message. */
  earlier(state: ConversationState, now?: (block: ToolUseBlock) => ToolUseBlock): EarlierPart
  /** Has a conversation at hand that a message may come to next, unless it is more than is kept. */
  prepare(conversationId: string): void
  /** What a run leaves. */
  keep(state: ConversationState): void
  /** Ends what is being read; call it before the database closes. */
  close(): void
}

/** A conversation that is being read, unless it comes to more characters than are wanted. */
interface Reading {
  most: number
  readonly state: Promise<ConversationState | null>
}

/** Starts with no state; keeps the most recently used ones up to `most` characters. */
export function createRememberedStates(
  branches: Pick<Branches, 'loadForRun' | 'loadingForRun' | 'earlier'>,
  log: Pick<RunEventLog, 'lastSeq'>,
  report: (error: unknown) => void,
  most = mostCharacters,
): RememberedStates {
  /** The one that was used last is the last. */
  const kept = new Map<string, { readonly state: ConversationState; readonly size: number }>()
  /** By conversation. */
  const underWay = new Map<string, Reading>()
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
    atHand(conversationId) ?? branches.loadForRun(conversationId)
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
  /** Null where it came to more than was wanted. */
  const readInSteps = async (
    conversationId: string,
    wanted: { most: number },
    leafId?: string | null,
  ): Promise<ConversationState | null> => {
    const before = log.lastSeq(conversationId)
    const steps = branches.loadingForRun(conversationId, leafId)
    let characters = 0
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) {
        // What happened meanwhile may have come to another branch than the one that was read.
        return before === step.value.seq ? step.value : branches.loadForRun(conversationId, leafId)
      }
      characters += step.value
      if (characters > wanted.most) return null
      await setImmediate()
      if (closed) throw new AppError('busy', say('conversation.closing'))
    }
  }
  const reading = (conversationId: string, wanted: number): Reading => {
    const begun = underWay.get(conversationId)
    if (begun !== undefined) {
      begun.most = Math.max(begun.most, wanted)
      return begun
    }
    const limit = { most: wanted }
    const state = readInSteps(conversationId, limit).finally(() => underWay.delete(conversationId))
    const reading = Object.assign(limit, { state })
    underWay.set(conversationId, reading)
    return reading
  }
  return {
    load,
    keep,
    earlier: branches.earlier,
    async read(conversationId, leafId) {
      if (log.lastSeq(conversationId) === 0) return emptyConversation(conversationId)
      const here = atHand(conversationId)
      // The end of a branch says nothing of where another one begins.
      if (leafId !== undefined && here?.earlier !== 0)
        return (await readInSteps(conversationId, { most: Infinity }, leafId)) ?? load(conversationId)
      const state = here ?? (await reading(conversationId, Infinity).state)
      return state !== null && isNewest(state) ? state : load(conversationId)
    },
    prepare(conversationId) {
      if (atHand(conversationId) !== undefined) return
      reading(conversationId, most).state.then(
        (state) => {
          if (state !== null && !closed && isNewest(state)) keep(state)
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
