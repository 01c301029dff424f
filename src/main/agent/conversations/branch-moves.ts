import type { Attachment } from '../../../shared/run/blocks'
import type { RunEventBody } from '../../../shared/run/events'
import type { MessageNode } from '../../db/messages'
import type { RunEventLog } from '../../db/run-events'
import { newId } from '../../identifier'
import type { Publish } from '../../publish'
import type { Conversations } from '../../services/conversations'
import type { Follows } from '../../services/scripts'
import type { Branches } from './branches'
import { questionOf, shownQuestion } from './questions'

/** What moving between branches works with. */
export interface BranchMoveParts {
  readonly branches: Branches
  readonly log: Pick<RunEventLog, 'append' | 'toolResults'>
  readonly publish: Publish
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly start: (
    run: Pick<Parameters<Conversations['edit']>[0], 'conversationId' | 'actor' | 'approval'> & {
      readonly first: readonly RunEventBody[]
      readonly newTitle: null
      readonly assistantId: string
      readonly kept?: readonly Attachment[]
      readonly follows: Follows | null
    },
  ) => Promise<{ conversationId: string; runId: string }>
  /** These throw where it must not be done. */
  readonly exists: (conversationId: string) => void
  readonly refuseBusy: (conversationId: string) => void
  readonly refuseTrashed: (conversationId: string) => void
  /** The assistant that worked last on the shown branch. */
  readonly lastAssistant: (conversationId: string) => string
  /** What a run followed in place of a model. */
  readonly followedBy: (runId: string) => Follows | null
}

/** What a person does with branches: write a message anew, have one answered again, look at another. */
export function createBranchMoves(
  parts: BranchMoveParts,
): Pick<Conversations, 'edit' | 'regenerate' | 'showMessage' | 'page' | 'picturesOfCall'> {
  const { branches, log, publish, now, start, exists, refuseBusy, refuseTrashed, lastAssistant, followedBy } =
    parts
  const refuse = (conversationId: string): void => {
    refuseBusy(conversationId)
    refuseTrashed(conversationId)
  }
  const startOnBranch = (
    { conversationId, actor, approval, assistantId }: Parameters<Conversations['regenerate']>[0],
    first: readonly RunEventBody[],
    kept: readonly Attachment[],
    follows: Follows | null = null,
  ) =>
    start({
      ...{ conversationId, actor, approval, first },
      newTitle: null,
      assistantId: assistantId ?? lastAssistant(conversationId),
      kept,
      follows,
    })
  return {
    async edit({ text, attachments, ...place }) {
      refuse(place.conversationId)
      const { parentId } = shownQuestion(branches, place.conversationId, place.messageId)
      const edited = branches.message(place.conversationId, place.messageId)
      return startOnBranch(
        place,
        [
          { type: 'branch_shown', leafId: parentId },
          { type: 'user_message', messageId: newId(), text, attachments: [...attachments] },
        ],
        edited?.role === 'user' ? edited.attachments : [],
      )
    },
    async regenerate(place) {
      refuse(place.conversationId)
      const { id: leafId, runId } = questionOf(branches, place.conversationId, place.messageId)
      // What a sequence answered is answered by the sequence again.
      return startOnBranch(place, [{ type: 'branch_shown', leafId }], [], followedBy(runId))
    },
    showMessage({ conversationId, messageId }) {
      exists(conversationId)
      const shown = placeOnPath(branches.path(conversationId), messageId)
      if (shown.index >= 0) return shown
      refuseBusy(conversationId)
      const leaf = branches.leafBelow(conversationId, messageId)
      const place = { conversationId, runId: leaf.runId, at: now() }
      for (const event of log.append(place, [{ type: 'branch_shown', leafId: leaf.id }])) {
        publish({ type: 'run', event })
      }
      return placeOnPath(branches.path(conversationId), messageId)
    },
    page({ id, from, count }) {
      exists(id)
      return branches.page(id, from, count)
    },
    picturesOfCall(id, toolUseId) {
      exists(id)
      return log
        .toolResults(id, toolUseId)
        .flatMap(({ body }) => (body.type === 'tool_finished' ? (body.result.images ?? []) : []))
    },
  }
}

function placeOnPath(path: readonly MessageNode[], messageId: string) {
  return { index: path.findIndex(({ id }) => id === messageId), total: path.length }
}
