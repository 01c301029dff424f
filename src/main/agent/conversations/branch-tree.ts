import { AppError } from '../../../shared/errors'
import type { ConversationState } from '../../../shared/run/state'
import { say } from '../../../shared/sentences/say'
import type { MessageNode, MessageTree } from '../../db/messages'

/** All messages of a conversation by their places, and the branch that is shown. */
export interface BranchTree {
  readonly byId: ReadonlyMap<string, MessageNode>
  /** The shown branch, first to last. */
  readonly path: readonly MessageNode[]
  /** What follows each message, in the order in which it came; the key of first messages is empty. */
  readonly following: ReadonlyMap<string, readonly string[]>
  readonly all: readonly MessageNode[]
}

/** Reads the places of a conversation's messages, without what they say. */
export function readTree(tree: MessageTree, conversationId: string): BranchTree {
  const all = tree.ofConversation(conversationId)
  const byId = new Map(all.map((node) => [node.id, node]))
  const path: MessageNode[] = []
  let next = tree.shown(conversationId).firstId
  for (let node = byId.get(next ?? ''); node !== undefined; node = byId.get(next ?? '')) {
    path.push(node)
    next = node.nextId
  }
  return { all, byId, path, following: followingOf(all) }
}

function followingOf(all: readonly MessageNode[]): ReadonlyMap<string, readonly string[]> {
  const following = new Map<string, string[]>()
  for (const { id, parentId } of all) {
    const ids = following.get(parentId ?? '')
    if (ids === undefined) following.set(parentId ?? '', [id])
    else ids.push(id)
  }
  return following
}

/** The versions of these messages, by their ids, where there is more than one. */
export function versionsOf(
  nodes: readonly MessageNode[],
  { following }: BranchTree,
): ConversationState['versions'] {
  const versions: Record<string, string[]> = {}
  for (const { id, parentId } of nodes) {
    const ids = following.get(parentId ?? '') ?? []
    if (ids.length > 1) versions[id] = [...ids]
  }
  return versions
}

/** A message on any branch; throws `not_found`. */
export function nodeIn({ byId }: BranchTree, messageId: string): MessageNode {
  const node = byId.get(messageId)
  if (node === undefined) {
    throw new AppError('not_found', say('message.none'), {
      field: 'messageId',
    })
  }
  return node
}

/** The last message of the branch that was last shown with this message in it; throws `not_found`. */
export function leafBelow(tree: BranchTree, messageId: string): MessageNode {
  const below = ({ nextId }: MessageNode) => tree.byId.get(nextId ?? '')
  let leaf = nodeIn(tree, messageId)
  for (let next = below(leaf); next !== undefined; next = below(leaf)) leaf = next
  return leaf
}
