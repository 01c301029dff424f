import { AppError } from '../../../shared/errors'
import type { ToolUseBlock } from '../../../shared/run/blocks'
import { reduce } from '../../../shared/run/reduce'
import { type ConversationState, emptyConversation, type Message } from '../../../shared/run/state'
import { say } from '../../../shared/sentences/say'
import type { MessageNode, MessageTree } from '../../db/messages'
import type { EventPiece, RunEventLog } from '../../db/run-events'
import type { ToolCallTable } from '../../db/tool-calls'
import { toTheEnd } from '../../stepwise'
import { reducedOf } from '../context/reductions'
import { type EarlierPart, type EarlierSources, earlierPart } from '../earlier-part'
import { hasPage, isWritten } from './attached'
import { type BranchStates, runIdsOf, statesIn } from './branch-states'
import { type BranchTree, leafBelow, nodeIn, readTree, versionsOf } from './branch-tree'
import {
  pathTo,
  runsWithoutTurnAfter,
  startOfLatest,
  summarizedPlaces,
  tailMessages,
} from './summarized-start'
import { startOfTail } from './tail'

/** Messages of the shown branch from one place to another, and how many there are in all. */
export interface MessagePage {
  readonly messages: readonly Message[]
  readonly total: number
  readonly versions: ConversationState['versions']
  readonly runs: ConversationState['runs']
}

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

/** Steps of reading; each says how many characters it read. */
export type BranchSteps = Generator<number, ConversationState, void>

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

  const statesOf = (conversationId: string, runIds: ReadonlySet<string>) =>
    toTheEnd(statesIn(conversationId, runIds, piecesOfRuns(runIds)))
  const piecesOfRuns = (runIds: ReadonlySet<string>): readonly EventPiece[] =>
    [...runIds].map((runId) => ({ events: log.ofRun(runId), characters: 0 }))

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

  const slice = (conversationId: string, shown: BranchTree, from: number, to: number): MessagePage => {
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

  const tail = (conversationId: string, count: number): ConversationState => {
    const shown = treeOf(conversationId)
    const first = startOfTail(shown.path, count, log.size)
    return stateOf(conversationId, shown, first, slice(conversationId, shown, first, shown.path.length))
  }

  /** The branch from a place on; with runs before that place of which a state needs to know. */
  function* loadingFrom(
    conversationId: string,
    shown: BranchTree,
    first: number,
    alsoRuns: readonly string[] = [],
  ): BranchSteps {
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
  }

  function* loadingForRun(conversationId: string, leafId?: string | null): BranchSteps {
    const shown = treeOf(conversationId)
    const branch = leafId === undefined ? shown : { ...shown, path: pathTo(shown.byId, leafId) }
    const reductions = log.reductions(conversationId)
    const onBranch = runIdsOf(branch.path)
    const unfollowed = [...runsWithoutTurnAfter(shown.all, reductions)].filter((id) => onBranch.has(id))
    for (const cut of summarizedPlaces(branch.path, reductions)) {
      const first = Math.min(cut, startOfLatest(branch.path, latest))
      if (first <= 0) break
      const state = yield* loadingFrom(conversationId, branch, first, unfollowed)
      // A summary that was made on another branch may hold there only.
      if (reducedOf(state).from === cut + 1 - first) return state
    }
    return yield* loadingFrom(conversationId, branch, 0)
  }

  const sources: EarlierSources = {
    calls,
    before: (conversationId, messageId) => pathTo(treeOf(conversationId).byId, messageId).slice(0, -1),
    messagesOf(conversationId, nodes) {
      const { messages } = statesOf(conversationId, runIdsOf(nodes))
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
    load: (conversationId) => toTheEnd(loadingFrom(conversationId, treeOf(conversationId), 0)),
    loadingForRun,
    loadForRun: (...branch) => toTheEnd(loadingForRun(...branch)),
    earlier: (state, now) => earlierPart(sources, state, now),
    tail,
    page: (conversationId, from, count) => slice(conversationId, treeOf(conversationId), from, from + count),
    path: (conversationId) => treeOf(conversationId).path,
    lastRun: (conversationId) => tree.lastRun(conversationId),
    node: (conversationId, messageId) => nodeIn(treeOf(conversationId), messageId),
    message(conversationId, messageId) {
      const { runId } = nodeIn(treeOf(conversationId), messageId)
      return statesOf(conversationId, new Set([runId])).messages.get(messageId)
    },
    leafBelow: (conversationId, messageId) => leafBelow(treeOf(conversationId), messageId),
  }
}

/** The last messages of a state that is at hand. */
export function tailOf(state: ConversationState, count: number): ConversationState {
  const from = Math.max(0, state.messages.length - count)
  if (from === 0) return state
  const messages = state.messages.slice(from)
  const ids = new Set(messages.map(({ id }) => id))
  const runIds = new Set(messages.map(({ runId }) => runId))
  return {
    ...state,
    messages,
    earlier: state.earlier + from,
    versions: Object.fromEntries(Object.entries(state.versions).filter(([id]) => ids.has(id))),
    runs: Object.fromEntries(
      Object.entries(state.runs).filter(([id, run]) => runIds.has(id) || run.status === 'running'),
    ),
  }
}

/** A person's message on the shown branch; throws where it is none. */
export function shownQuestion(branches: Branches, conversationId: string, messageId: string): MessageNode {
  const node = onPath(branches, conversationId, messageId).at(-1)
  if (node?.role !== 'user') {
    throw new AppError('invalid_input', say('message.not_yours'), { field: 'messageId' })
  }
  return node
}

/** The person's message that an answer on the shown branch answers. Throws `invalid_input` where it answers none. */
export function questionOf(branches: Branches, conversationId: string, messageId: string): MessageNode {
  const asked = onPath(branches, conversationId, messageId).findLast(({ role }) => role === 'user')
  if (asked === undefined) {
    throw new AppError('invalid_input', say('message.answers_none'), { field: 'messageId' })
  }
  return asked
}

/** The shown branch up to a message. */
function onPath(branches: Branches, conversationId: string, messageId: string): readonly MessageNode[] {
  branches.node(conversationId, messageId)
  const path = branches.path(conversationId)
  const at = path.findIndex(({ id }) => id === messageId)
  if (at < 0) {
    throw new AppError('conflict', say('message.other_branch'))
  }
  return path.slice(0, at + 1)
}
