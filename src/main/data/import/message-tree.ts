import { type ImportedConversation, type ImportedMessage, importLimits, type LeftOutReason } from './imported'

/** A message as another program keeps it; one that is not shown (`message` null) only leads to others. */
export interface SourceNode {
  readonly id: string
  readonly parent: string | null
  readonly message: Omit<ImportedMessage, 'parent'> | null
}

/** A conversation, or why it is none. */
export type ReadConversation =
  | { readonly conversation: ImportedConversation; readonly notes: readonly LeftOutReason[] }
  | { readonly refused: LeftOutReason }

/** What is known of a conversation beside its messages. */
export type ConversationAbout = Pick<ImportedConversation, 'key' | 'title' | 'createdAt' | 'updatedAt'>

/**
 * Puts messages in an order in which each comes after the one that it follows, branch by branch. Parents that are not
 * there make a beginning; messages that only follow each other in a ring are left out. `shown` is the id of the last
 * message of the branch that the other program shows.
 */
export function conversationOf(
  about: ConversationAbout,
  nodes: readonly SourceNode[],
  shown: string | null,
): ReadConversation {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const children = new Map<string | null, SourceNode[]>()
  for (const node of byId.values()) {
    const parent = node.parent !== null && byId.has(node.parent) ? node.parent : null
    const siblings = children.get(parent)
    if (siblings === undefined) children.set(parent, [node])
    else siblings.push(node)
  }
  const messages: ImportedMessage[] = []
  /** For each node the place of itself, or of the last shown message before it. */
  const places = new Map<string, number | null>()
  const parts: string[][] = []
  const waiting: { node: SourceNode; parent: number | null; only: boolean }[] = []
  const follow = (id: string | null, parent: number | null): void => {
    const next = children.get(id) ?? []
    for (const node of next.toReversed()) waiting.push({ node, parent, only: next.length === 1 })
  }
  follow(null, null)
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { node, parent, only } = one
    let place = parent
    if (node.message !== null) {
      const before = parent === null ? undefined : messages[parent]
      if (only && parent !== null && before?.role === 'assistant' && node.message.role === 'assistant') {
        // What an answer said between its uses of tools is one answer here.
        parts[parent]?.push(node.message.text)
      } else {
        place = messages.push({ ...node.message, parent }) - 1
        parts.push([node.message.text])
      }
    }
    places.set(node.id, place)
    follow(node.id, place)
  }
  const whole = messages.map((message, place) => ({ ...message, text: (parts[place] ?? []).join('\n\n') }))
  if (whole.length === 0) return { refused: 'empty' }
  const wanted = shown === null ? null : (places.get(shown) ?? null)
  return bounded(about, whole, wanted ?? whole.length - 1, places.size < byId.size)
}

function bounded(
  about: ConversationAbout,
  all: readonly ImportedMessage[],
  shown: number,
  ring: boolean,
): ReadConversation {
  const ends = new Set(all.map((_, place) => place))
  for (const { parent } of all) if (parent !== null) ends.delete(parent)
  const tooMany = ends.size > importLimits.branches || all.length > importLimits.messages
  const { messages, last } = tooMany ? pathTo(all, shown) : { messages: all, last: shown }
  const characters = messages.reduce((sum, { text }) => sum + text.length, 0)
  if (
    messages.length > importLimits.messages ||
    characters > importLimits.conversationCharacters ||
    messages.some(({ text }) => text.length > importLimits.messageCharacters)
  ) {
    return { refused: 'too_long' }
  }
  return {
    conversation: { kind: 'conversation', ...about, messages: [...messages], shown: last },
    notes: [...(ring ? (['ring'] as const) : []), ...(tooMany ? (['branches'] as const) : [])],
  }
}

function pathTo(
  all: readonly ImportedMessage[],
  last: number,
): { messages: ImportedMessage[]; last: number } {
  const path: ImportedMessage[] = []
  for (let at: number | null = last; at !== null; ) {
    const message: ImportedMessage | undefined = all[at]
    if (message === undefined) break
    path.push(message)
    at = message.parent
  }
  const messages = path
    .toReversed()
    .map((message, place) => ({ ...message, parent: place === 0 ? null : place - 1 }))
  return { messages, last: messages.length - 1 }
}
