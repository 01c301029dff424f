import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { MessageNode } from '../../db/messages'
import type { Branches } from './branches'

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
