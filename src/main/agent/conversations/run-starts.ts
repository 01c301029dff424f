import type { RunTable } from '../../db/runs'
import { newId } from '../../identifier'
import type { Conversations } from '../../services/conversations'
import type { Follows } from '../../services/scripts'
import type { RunsAtWork } from '../runs-at-work'
import { refuseNothingQueued } from './queue'
import type { RememberedStates } from './remembered-states'
import type { ConversationServices } from './services'
import { type TitleWords, titleOfMessage } from './title'
import type { WaitingMessages } from './waiting-messages'

type RunStarts = Pick<Conversations, 'send' | 'sendQueued' | 'begin' | 'retry'>

/** What beginning runs works with. */
export interface RunStartParts {
  readonly assistants: ConversationServices['assistants']
  readonly runs: Pick<RunTable, 'get'>
  readonly remembered: Pick<RememberedStates, 'load'>
  readonly waiting: Pick<WaitingMessages, 'add'>
  readonly titleWords: () => TitleWords
  readonly start: RunsAtWork['start']
  /** These throw where it must not be done. */
  readonly refuseWhenClosing: () => void
  readonly refuseBusy: (conversationId: string) => void
  readonly refuseTrashed: (conversationId: string) => void
  /** The assistant that worked last on the shown branch. */
  readonly lastAssistant: (conversationId: string) => string
  /** What a run followed in place of a model. */
  readonly followedBy: (runId: string) => Follows | null
}

/** Begins runs at the end of the shown branch: with a message, with those that wait, for a mission, or once more. */
export function createRunStarts(parts: RunStartParts): RunStarts {
  const { assistants, runs, remembered, waiting, titleWords, lastAssistant, followedBy } = parts
  const { start, refuseWhenClosing, refuseBusy, refuseTrashed } = parts
  return {
    async send({ conversationId, text, attachments, actor, approval, queue = false, ...rest }) {
      const { assistantId, follows, title, alongside } = rest
      const id = conversationId ?? newId()
      const message = { messageId: newId(), text, attachments: [...attachments] }
      const waits = queue ? await waiting.add(id, message, { actor, assistantId }) : null
      if (waits !== null) return waits
      refuseBusy(id)
      if (conversationId !== null) refuseTrashed(id)
      const started = await start({
        conversationId: id,
        actor,
        approval,
        first: [{ type: 'user_message', ...message }],
        newTitle:
          conversationId !== null
            ? null
            : (follows?.actor.name ?? title ?? titleOfMessage(message, titleWords())),
        assistantId: assistantId ?? lastAssistant(id),
        follows: follows ?? null,
        ...(alongside === undefined ? {} : { alongside }),
      })
      return { ...started, queued: false }
    },
    async sendQueued({ conversationId, actor, approval, assistantId = lastAssistant(conversationId) }) {
      refuseBusy(conversationId)
      refuseTrashed(conversationId)
      refuseNothingQueued(remembered.load(conversationId))
      return start({ conversationId, actor, approval, first: [], newTitle: null, assistantId })
    },
    begin({ mission, text, title, assistantId, alongside }) {
      refuseWhenClosing()
      const { name } = assistants.get(assistantId)
      return start({
        conversationId: newId(),
        actor: { kind: 'assistant', name, id: assistantId, mission },
        approval: null,
        first: [{ type: 'user_message', messageId: newId(), text, attachments: [] }],
        newTitle: title,
        assistantId,
        alongside,
      })
    },
    async retry({ runId, actor, approval, assistantId }) {
      const { conversationId, assistant } = runs.get(runId)
      refuseBusy(conversationId)
      refuseTrashed(conversationId)
      const next = { conversationId, actor, approval, assistantId: assistantId ?? assistant }
      return start({ ...next, first: [], newTitle: null, follows: followedBy(runId) })
    },
  }
}
