import type { Actor } from '../../../shared/actor'
import type { Attachment } from '../../../shared/run/blocks'
import type { QueuedMessage } from '../../../shared/run/state'
import type { ConversationTable } from '../../db/conversations'
import type { RunsAtWork } from '../runs-at-work'
import type { Attaching } from './attached'
import { findQueued, refuseForAnother } from './queue'
import type { RememberedStates } from './remembered-states'
import type { ConversationServices } from './services'

/** Messages that a person writes while a run is at work, and that wait until it takes them. */
export interface WaitingMessages {
  /** Has a message wait for the sender's own run; null where there is none, so that the message begins one. */
  add(
    conversationId: string,
    message: { readonly messageId: string; readonly text: string; readonly attachments: Attachment[] },
    sender: { readonly actor: Actor; readonly assistantId: string | undefined },
  ): Promise<{ conversationId: string; runId: string; queued: true } | null>
  /** Takes one back and answers it; throws `not_found` once it has joined. */
  take(conversationId: string, messageId: string): Promise<QueuedMessage>
}

/** What letting messages wait works with. */
export interface WaitingMessagesParts {
  readonly assistants: ConversationServices['assistants']
  readonly attaching: Attaching
  readonly atWork: RunsAtWork
  readonly remembered: Pick<RememberedStates, 'load'>
  readonly table: Pick<ConversationTable, 'get'>
}

/** Lets messages wait at runs that are at work. */
export function createWaitingMessages(parts: WaitingMessagesParts): WaitingMessages {
  const { assistants, attaching, atWork, remembered, table } = parts
  return {
    async add(conversationId, message, { actor, assistantId }) {
      await atWork.begun(conversationId)
      atWork.refuseWhenClosing()
      const run = atWork.of(conversationId)
      // Nobody else's run: it may hold an approval that is not this sender's.
      if (run?.actor.kind !== actor.kind) return null
      refuseForAnother(assistants.get(run.assistant), assistantId)
      const waiting = await attaching.admitAll([{ type: 'message_queued', ...message }], run.recorder, actor)
      // While files were read, the run may have ended.
      if (atWork.of(conversationId) !== run) return null
      run.recorder.record(waiting, () => attaching.note(waiting, run.recorder))
      return { conversationId, runId: run.runId, queued: true }
    },

    async take(conversationId, messageId) {
      // A run that is about to begin takes what waits with it.
      await atWork.begun(conversationId)
      atWork.refuseWhenClosing()
      table.get(conversationId)
      const state = atWork.of(conversationId)?.recorder.state() ?? remembered.load(conversationId)
      const message = findQueued(state, messageId)
      const lastRun = Object.keys(state.runs).at(-1) ?? ''
      const recorder = atWork.of(conversationId)?.recorder ?? atWork.recorderOf(conversationId, lastRun)
      recorder.record([{ type: 'message_unqueued', messageId }])
      return message
    },
  }
}
