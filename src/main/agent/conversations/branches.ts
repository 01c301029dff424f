import type { ToolUseBlock } from '../../../shared/run/blocks'
import type { ConversationState, Message } from '../../../shared/run/state'
import { toTheEnd } from '../../async/stepwise'
import type { MessageNode, MessageTree } from '../../db/messages'
import type { RunEventLog } from '../../db/run-events'
import type { ToolCallTable } from '../../db/tool-calls'
import { reducedOf } from '../context/reductions'
import { type EarlierPart, type EarlierSources, earlierPart } from '../earlier-part'
import { hasPage, isWritten } from './attached'
import { type BranchSteps, createBranchLoading, type MessagePage } from './branch-loading'
import { runIdsOf } from './branch-states'
import { type BranchTree, leafBelow, nodeIn, readTree } from './branch-tree'
import {
  pathTo,
  runsWithoutTurnAfter,
  startOfLatest,
  summarizedPlaces,
  tailMessages,
} from './summarized-start'
import { startOfTail } from './tail'

/** Reads the branches of conversations. */
export interface Branches {
  /** The shown branch. */
  load(conversationId: string): ConversationState
  /**
   * What a run works with: from where the last summary stands for what is before it, and what else requests are made
   * of; read in steps, each of which takes a few hundredths of a second at most and says how many characters were
   * read. With `leafId` of the branch that ends there (null: before any message) as it will be once it is shown.
   */
  loadingForRun(conversationId: string, leafId?: string | null): BranchSteps
  /** The same at once. */
  loadForRun(conversationId: string, leafId?: string | null): ConversationState
  /** What lies before a state's first message. */
  earlier(state: ConversationState, now?: (block: ToolUseBlock) => ToolUseBlock): EarlierPart
  /** Its last messages, or fewer where they are long, without reading the others. */
  tail(conversationId: string, count: number): ConversationState
  /** Some of its messages; `from` counts from 0. */
  page(conversationId: string, from: number, count: number): MessagePage
  /** The places of its messages. */
  path(conversationId: string): readonly MessageNode[]
  /** The run of its last message; null where there is none. */
  lastRun(conversationId: string): string | null
  /** A message's place on any branch; throws `not_found`. */
  node(conversationId: string, messageId: string): MessageNode
  /** A message of any branch; throws `not_found`. */
  message(conversationId: string, messageId: string): Message | undefined
  /** The last message of the branch that was last shown with this message in it. */
  leafBelow(conversationId: string, messageId: string): MessageNode
}

/** Reads conversations by the branch that is shown, out of the log, the tree of messages and the tool calls. */
export function createBranches(
  log: Pick<
    RunEventLog,
    'ofRun' | 'ofRuns' | 'size' | 'firstSeq' | 'lastSeq' | 'queued' | 'reductions' | 'written'
  >,
  tree: MessageTree,
  calls: ToolCallTable,
  /** Runs in which no message came. */
  emptyRuns: (conversationId: string) => readonly string[],
  latest = tailMessages,
): Branches {
  /** Of the conversation that was asked for last: one question asks for it several times. */
  let latestTree:
    | { readonly conversationId: string; readonly seq: number; readonly tree: BranchTree }
    | undefined
  const treeOf = (conversationId: string): BranchTree => {
    // Every change of a tree is an event.
    const seq = log.lastSeq(conversationId)
    if (latestTree?.conversationId !== conversationId || latestTree.seq !== seq)
      latestTree = { conversationId, seq, tree: readTree(tree, conversationId) }
    return latestTree.tree
  }

  const loading = createBranchLoading(log, emptyRuns)

  function* loadingForRun(conversationId: string, leafId?: string | null): BranchSteps {
    const shown = treeOf(conversationId)
    const branch = leafId === undefined ? shown : { ...shown, path: pathTo(shown.byId, leafId) }
    const reductions = log.reductions(conversationId)
    const onBranch = runIdsOf(branch.path)
    const unfollowed = [...runsWithoutTurnAfter(shown.all, reductions)].filter((id) => onBranch.has(id))
    for (const cut of summarizedPlaces(branch.path, reductions)) {
      const first = Math.min(cut, startOfLatest(branch.path, latest))
      if (first <= 0) break
      const state = yield* loading.stepsFrom(conversationId, branch, first, unfollowed)
      // A summary that was made on another branch may hold there only.
      if (reducedOf(state).from === cut + 1 - first) return state
    }
    return yield* loading.stepsFrom(conversationId, branch, 0)
  }

  const sources: EarlierSources = {
    calls,
    before: (conversationId, messageId) => pathTo(treeOf(conversationId).byId, messageId).slice(0, -1),
    messagesOf(conversationId, nodes) {
      const messages = loading.messagesOf(conversationId, runIdsOf(nodes))
      return nodes.flatMap(({ id }) => messages.get(id) ?? [])
    },
    withPages: (conversationId) =>
      new Set(
        log
          .written(conversationId)
          .flatMap(({ body }) => (isWritten(body) && hasPage(body) ? [body.messageId] : [])),
      ),
  }

  return {
    load: (conversationId) => toTheEnd(loading.stepsFrom(conversationId, treeOf(conversationId), 0)),
    loadingForRun,
    loadForRun: (...branch) => toTheEnd(loadingForRun(...branch)),
    earlier: (state, now) => earlierPart(sources, state, now),
    tail(conversationId, count) {
      const shown = treeOf(conversationId)
      return loading.from(conversationId, shown, startOfTail(shown.path, count, log.size))
    },
    page: (conversationId, from, count) =>
      loading.page(conversationId, treeOf(conversationId), from, from + count),
    path: (conversationId) => treeOf(conversationId).path,
    lastRun: (conversationId) => tree.lastRun(conversationId),
    node: (conversationId, messageId) => nodeIn(treeOf(conversationId), messageId),
    message(conversationId, messageId) {
      const { runId } = nodeIn(treeOf(conversationId), messageId)
      return loading.messagesOf(conversationId, new Set([runId])).get(messageId)
    },
    leafBelow: (conversationId, messageId) => leafBelow(treeOf(conversationId), messageId),
  }
}
