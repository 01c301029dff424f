import { reduce } from '../../../shared/run/reduce'
import { type ConversationState, emptyConversation, type Message } from '../../../shared/run/state'
import { toTheEnd } from '../../async/stepwise'
import type { MessageNode } from '../../db/messages'
import type { EventPiece, RunEventLog } from '../../db/run-events'
import { type BranchStates, runIdsOf, statesIn } from './branch-states'
import { type BranchTree, versionsOf } from './branch-tree'

/** Messages of the shown branch from one place to another, and how many there are in all. */
export interface MessagePage {
  readonly messages: readonly Message[]
  readonly total: number
  readonly versions: ConversationState['versions']
  readonly runs: ConversationState['runs']
}

/** Steps of reading; each says how many characters it read. */
export type BranchSteps = Generator<number, ConversationState, void>

/** Reads what stands on a branch whose tree is known, out of the log. */
export interface BranchLoading {
  /** The messages from one place to before another, counted from 0. */
  page(conversationId: string, shown: BranchTree, from: number, to: number): MessagePage
  /** The state from a place to the end. */
  from(conversationId: string, shown: BranchTree, first: number): ConversationState
  /** The same in steps; with runs before that place of which a state needs to know. */
  stepsFrom(
    conversationId: string,
    shown: BranchTree,
    first: number,
    alsoRuns?: readonly string[],
  ): BranchSteps
  /** Messages by their ids, of these runs. */
  messagesOf(conversationId: string, runIds: ReadonlySet<string>): BranchStates['messages']
}

/** `emptyRuns` answers the runs of a conversation in which no message came. */
export function createBranchLoading(
  log: Pick<RunEventLog, 'ofRun' | 'ofRuns' | 'firstSeq' | 'lastSeq' | 'queued'>,
  emptyRuns: (conversationId: string) => readonly string[],
): BranchLoading {
  const piecesOfRuns = (runIds: ReadonlySet<string>): readonly EventPiece[] =>
    [...runIds].map((runId) => ({ events: log.ofRun(runId), characters: 0 }))
  const statesOf = (conversationId: string, runIds: ReadonlySet<string>): BranchStates =>
    toTheEnd(statesIn(conversationId, runIds, piecesOfRuns(runIds)))

  const pageOf = (
    shown: BranchTree,
    nodes: readonly MessageNode[],
    { messages, runs }: BranchStates,
  ): MessagePage => ({
    messages: nodes.flatMap(({ id }) => messages.get(id) ?? []),
    total: shown.path.length,
    versions: versionsOf(nodes, shown),
    runs,
  })

  const page: BranchLoading['page'] = (conversationId, shown, from, to) => {
    const nodes = shown.path.slice(from, to)
    return pageOf(shown, nodes, statesOf(conversationId, runIdsOf(nodes)))
  }

  const stateOf = (
    conversationId: string,
    shown: BranchTree,
    first: number,
    { messages, versions, runs }: MessagePage,
  ): ConversationState => {
    const after = shown.following.get(shown.path.at(-1)?.id ?? '') ?? []
    return {
      conversationId,
      seq: log.lastSeq(conversationId),
      messages: [...messages],
      queued: log.queued(conversationId).reduce(reduce, emptyConversation(conversationId)).queued,
      earlier: first,
      versions,
      hidden: [...after],
      runs: { ...runs, ...statesOf(conversationId, new Set(emptyRuns(conversationId))).runs },
    }
  }

  return {
    page,
    from: (conversationId, shown, first) =>
      stateOf(conversationId, shown, first, page(conversationId, shown, first, shown.path.length)),
    *stepsFrom(conversationId, shown, first, alsoRuns = []) {
      const nodes = shown.path.slice(first)
      const runIds = runIdsOf(nodes)
      const others = new Set(alsoRuns.filter((id) => !runIds.has(id)))
      const fromSeq = log.firstSeq(nodes[0]?.runId ?? '')
      function* pieces() {
        yield* piecesOfRuns(others)
        yield* log.ofRuns(conversationId, runIds, fromSeq)
      }
      const states = yield* statesIn(conversationId, new Set([...others, ...runIds]), pieces())
      return stateOf(conversationId, shown, first, pageOf(shown, nodes, states))
    },
    messagesOf: (conversationId, runIds) => statesOf(conversationId, runIds).messages,
  }
}
