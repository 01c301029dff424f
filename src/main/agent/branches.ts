import { AppError } from '../../shared/errors'
import type { RunEvent } from '../../shared/run/events'
import { reduce } from '../../shared/run/reduce'
import { type ConversationState, emptyConversation, type Message } from '../../shared/run/state'
import type { MessageNode, MessageTree } from '../db/messages'
import type { RunEventLog } from '../db/run-events'

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
  /** The same in steps, each of which takes a few hundredths of a second at most. */
  loading(conversationId: string): Generator<undefined, ConversationState, void>
  /** Its last messages, without reading the others. */
  tail(conversationId: string, count: number): ConversationState
  /** Some of its messages; `from` counts from 0. */
  page(conversationId: string, from: number, count: number): MessagePage
  /** The places of its messages. */
  path(conversationId: string): readonly MessageNode[]
  /** A message of any branch; throws `not_found`. */
  node(conversationId: string, messageId: string): MessageNode
  /** The last message of the branch that was last shown with this message in it. */
  leafBelow(conversationId: string, messageId: string): MessageNode
}

interface Tree {
  readonly byId: ReadonlyMap<string, MessageNode>
  /** The shown branch, first to last. */
  readonly path: readonly MessageNode[]
  /** What follows each message, in the order in which it came; the key of first messages is empty. */
  readonly following: ReadonlyMap<string, readonly string[]>
  readonly all: readonly MessageNode[]
}

/** Opens the reader. */
export function createBranches(
  log: Pick<RunEventLog, 'ofRun' | 'ofRuns' | 'lastSeq' | 'queued'>,
  tree: MessageTree,
  /** Runs in which no message came. */
  emptyRuns: (conversationId: string) => readonly string[],
): Branches {
  const treeOf = (conversationId: string): Tree => {
    const all = tree.ofConversation(conversationId)
    const byId = new Map(all.map((node) => [node.id, node]))
    const following = new Map<string, string[]>()
    for (const { id, parentId } of all) {
      const ids = following.get(parentId ?? '')
      if (ids === undefined) following.set(parentId ?? '', [id])
      else ids.push(id)
    }
    const path: MessageNode[] = []
    let next = tree.shown(conversationId).firstId
    for (let node = byId.get(next ?? ''); node !== undefined; node = byId.get(next ?? '')) {
      path.push(node)
      next = node.nextId
    }
    return { all, byId, path, following }
  }

  const statesOf = (conversationId: string, runIds: ReadonlySet<string>) =>
    toEnd(statesIn(conversationId, runIds, [...runIds].map(log.ofRun)))

  const versionsOf = (nodes: readonly MessageNode[], { following }: Tree): ConversationState['versions'] => {
    const versions: Record<string, string[]> = {}
    for (const { id, parentId } of nodes) {
      const ids = following.get(parentId ?? '') ?? []
      if (ids.length > 1) versions[id] = [...ids]
    }
    return versions
  }

  const pageOf = (shown: Tree, nodes: readonly MessageNode[], { messages, runs }: States): MessagePage => ({
    messages: nodes.flatMap(({ id }) => messages.get(id) ?? []),
    total: shown.path.length,
    versions: versionsOf(nodes, shown),
    runs,
  })

  const slice = (conversationId: string, shown: Tree, from: number, to: number): MessagePage => {
    const nodes = shown.path.slice(from, to)
    return pageOf(shown, nodes, statesOf(conversationId, runIdsOf(nodes)))
  }

  const stateOf = (
    conversationId: string,
    shown: Tree,
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
    const first = Math.max(0, shown.path.length - count)
    return stateOf(conversationId, shown, first, slice(conversationId, shown, first, shown.path.length))
  }

  function* loading(conversationId: string): Generator<undefined, ConversationState, void> {
    const shown = treeOf(conversationId)
    const runIds = runIdsOf(shown.path)
    const states = yield* statesIn(conversationId, runIds, log.ofRuns(conversationId, runIds))
    return stateOf(conversationId, shown, 0, pageOf(shown, shown.path, states))
  }

  const nodeIn = ({ byId }: Tree, messageId: string): MessageNode => {
    const node = byId.get(messageId)
    if (node === undefined) {
      throw new AppError('not_found', 'There is no such message in this conversation.', {
        field: 'messageId',
      })
    }
    return node
  }

  return {
    load: (conversationId) => toEnd(loading(conversationId)),
    loading,
    tail,
    page: (conversationId, from, count) => slice(conversationId, treeOf(conversationId), from, from + count),
    path: (conversationId) => treeOf(conversationId).path,
    node: (conversationId, messageId) => nodeIn(treeOf(conversationId), messageId),
    leafBelow(conversationId, messageId) {
      const shown = treeOf(conversationId)
      let node = nodeIn(shown, messageId)
      for (
        let next = shown.byId.get(node.nextId ?? '');
        next !== undefined;
        next = shown.byId.get(node.nextId ?? '')
      )
        node = next
      return node
    },
  }
}

interface States {
  readonly messages: ReadonlyMap<string, Message>
  readonly runs: ConversationState['runs']
}

/** What some runs come to; each piece of their events is a step. */
function* statesIn(
  conversationId: string,
  runIds: ReadonlySet<string>,
  pieces: Iterable<readonly RunEvent[]>,
): Generator<undefined, States, void> {
  // Each run by itself, so that the work grows with the number of messages and not with its square.
  const states = new Map([...runIds].map((id) => [id, emptyConversation(conversationId)]))
  for (const events of pieces) {
    for (const event of events) {
      const state = states.get(event.runId)
      if (state === undefined || event.body.type === 'branch_shown') continue
      states.set(event.runId, reduce(state, event))
    }
    yield
  }
  const messages = new Map<string, Message>()
  const runs: Record<string, ConversationState['runs'][string]> = {}
  for (const state of states.values()) {
    for (const message of state.messages) messages.set(message.id, message)
    Object.assign(runs, state.runs)
  }
  return { messages, runs }
}

function toEnd<T>(steps: Generator<undefined, T, void>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

function runIdsOf(nodes: readonly MessageNode[]): ReadonlySet<string> {
  return new Set(nodes.map(({ runId }) => runId))
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
    throw new AppError('invalid_input', 'Only messages of yours can be edited.', { field: 'messageId' })
  }
  return node
}

/** The person's message that an answer on the shown branch answers. */
export function questionOf(branches: Branches, conversationId: string, messageId: string): MessageNode {
  const asked = onPath(branches, conversationId, messageId).findLast(({ role }) => role === 'user')
  if (asked === undefined) {
    throw new AppError('invalid_input', 'There is no message that this answers.', { field: 'messageId' })
  }
  return asked
}

/** The shown branch up to a message. */
function onPath(branches: Branches, conversationId: string, messageId: string): readonly MessageNode[] {
  branches.node(conversationId, messageId)
  const path = branches.path(conversationId)
  const at = path.findIndex(({ id }) => id === messageId)
  if (at < 0) {
    throw new AppError('conflict', 'This message is on another branch now. Nothing was sent. Show it first.')
  }
  return path.slice(0, at + 1)
}
