import type { Assistant } from '../../../shared/contract/assistants'
import { AppError } from '../../../shared/errors'
import type { RunEventBody } from '../../../shared/run/events'
import type { ConversationState, QueuedMessage } from '../../../shared/run/state'
import { say } from '../../../shared/sentences/say'
import type { Model } from '../../model/port'
import type { Recorder } from '../runs/recorder'

/** Lets the messages that wait join, in their order; the results of tools are before them by then. */
export function joinQueued(recorder: Recorder, model: Pick<Model, 'answersOne'>): void {
  const state = recorder.state()
  if (model.answersOne === true && !isAnswered(state)) return
  const next = nextOf(state.queued, model)
  if (next.length > 0) recorder.record(next.map(joined))
}

/** Those of the messages that wait that a model is given at once. */
export function nextOf(
  queued: readonly QueuedMessage[],
  { answersOne }: Pick<Model, 'answersOne'>,
): readonly QueuedMessage[] {
  return answersOne === true ? queued.slice(0, 1) : queued
}

/** Whether the last message was answered to the end. */
function isAnswered({ messages }: ConversationState): boolean {
  const last = messages.at(-1)
  return last?.role === 'assistant' && last.stopReason === 'end_turn'
}

/** A queued message as one of the conversation. */
export function joined({ id, text, attachments }: QueuedMessage): RunEventBody {
  return { type: 'user_message', messageId: id, text, attachments }
}

/** A message that waits; throws `not_found` once it has joined. */
export function findQueued(state: ConversationState, messageId: string): QueuedMessage {
  const message = state.queued.find(({ id }) => id === messageId)
  if (message !== undefined) return message
  throw new AppError('not_found', say('message.joined'))
}

/** Throws `not_found` where no message waits. */
export function refuseNothingQueued(state: ConversationState): void {
  if (state.queued.length === 0) throw new AppError('not_found', say('message.none_waits'))
}

/** Throws `busy` for a message that is meant for another assistant than the one at work, which would take it. */
export function refuseForAnother({ id, name }: Assistant, meantFor: string | undefined): void {
  if (meantFor === undefined || meantFor === id) return
  throw new AppError('busy', say('runs.another_at_work', { name }), { field: 'assistantId' })
}
