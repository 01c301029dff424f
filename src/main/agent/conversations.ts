import { AppError, toAppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { defaultAssistant } from '../../shared/tool/policy'
import { createConversationTable } from '../db/conversations'
import { createMessageTree } from '../db/messages'
import { createMissionOfConversation } from '../db/missions'
import { createRunEventLog } from '../db/run-events'
import { createRunTable } from '../db/runs'
import { createToolCallTable } from '../db/tool-calls'
import { createUnseenEndTable } from '../db/unseen-ends'
import { newId } from '../identifier'
import type { ReadPicture } from '../model/port'
import type { Conversations } from '../services/conversations'
import { createAttaching } from './conversations/attached'
import { createAttachedPictures } from './conversations/attached-pictures'
import { createBranchMoves } from './conversations/branch-moves'
import { createBranches, tailOf } from './conversations/branches'
import { createConversationList } from './conversations/list'
import { refuseNothingQueued } from './conversations/queue'
import { createRememberedStates } from './conversations/remembered-states'
import type { ConversationServices } from './conversations/services'
import { createSummaries } from './conversations/summaries'
import { tailMessages } from './conversations/summarized-start'
import { titleOfMessage } from './conversations/title'
import { createTitling } from './conversations/titling'
import { createWaitingMessages } from './conversations/waiting-messages'
import { createRunsAtWork } from './runs-at-work'

/** Makes the service; it works on nothing until {@link Conversations.resume} or a message. */
export function createConversations(services: ConversationServices): Conversations {
  const { db, gate, publish } = services
  const now = () => services.now().getTime()
  const report = services.report ?? ((error) => console.error(error))
  /** Without a picture the rest of a conversation still goes on. */
  const readPicture: ReadPicture = async (sha256) => {
    try {
      return await services.readPicture(sha256)
    } catch (error) {
      if (toAppError(error).code !== 'not_found') report(error)
      return null
    }
  }
  const table = createConversationTable(db)
  const runs = createRunTable(db)
  const unseen = createUnseenEndTable(db)
  const log = createRunEventLog(db)
  const branches = createBranches(log, createMessageTree(db), createToolCallTable(db), runs.withoutMessages)
  const remembered = createRememberedStates(branches, log, report)
  const lastAssistant = (conversationId: string): string => {
    const runId = branches.lastRun(conversationId)
    return runId === null ? defaultAssistant : runs.get(runId).assistant
  }

  const summaries = createSummaries({
    gate,
    unseen,
    missionOf: createMissionOfConversation(db),
    isRunning: (id) => atWork.isRunning(id),
  })
  const publishSummary = (conversationId: string): void => {
    const row = table.get(conversationId)
    // One that was moved to the trash meanwhile would be back in the lists of all windows.
    if (row.trashedAt === null) publish({ type: 'conversation', conversation: summaries.of(row) })
  }
  const attaching = createAttaching(services)
  const { german = new Map<string, string>() } = services.catalog
  const titleWords = () => ({
    tools: services.catalog.tools,
    german,
    language: services.settings.language(),
  })
  const titling = createTitling({
    ...{ table, titleWords, settings: services.settings, now, publishSummary, report },
    beginning: (id) => ({ ...branches.page(id, 0, tailMessages), asked: log.askedForTitle(id) }),
    begun: (id) => atWork.begun(id),
    recordAfter: (...after) => atWork.recordAfter(...after),
  })
  const atWork = createRunsAtWork({
    ...{ services, table, runs, unseen, log, remembered, attaching, readPicture, publishSummary, report },
    completed: (run) => services.makesTitles && titling.completed(run),
  })
  const list = createConversationList({
    ...{ db, gate, table, branches, log, readPicture, summaries, publish, now },
    isBusy: (id) => atWork.isBusy(id),
    language: services.settings.language,
  })

  const { assistants } = services
  const waiting = createWaitingMessages({ assistants, attaching, atWork, remembered, table })

  const { start, refuseBusy, refuseWhenClosing } = atWork
  const refuseTrashed = (conversationId: string): void => {
    if (table.get(conversationId).trashedAt === null) return
    throw new AppError('not_found', say('conversation.in_trash'))
  }
  const followedBy = (runId: string) => services.scripts?.followedBy(runId) ?? null
  const moves = createBranchMoves({
    ...{ branches, log, publish, now, start, refuseBusy, refuseTrashed, lastAssistant, followedBy },
    exists: (id) => void table.get(id),
  })

  return {
    ...list,
    ...moves,
    ...createAttachedPictures({ ...services, log, exists: (id) => void table.get(id) }),
    snapshot(id) {
      table.get(id)
      const state = atWork.of(id)?.recorder.state()
      return state?.earlier === 0 ? state : branches.load(id)
    },
    tail(id) {
      table.get(id)
      const state = atWork.of(id)?.recorder.state()
      if (state !== undefined) return tailOf(state, tailMessages)
      const tail = branches.tail(id, tailMessages)
      // Who opens a long one may write to it next, and should not wait then until it is read.
      if (tail.earlier > 0) remembered.prepare(id)
      return tail
    },
    seen(id) {
      const row = table.get(id)
      if (unseen.clear(id)) publishSummary(id)
      return summaries.of(row)
    },
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
    unqueue: ({ conversationId, messageId }) => waiting.take(conversationId, messageId),
    async sendQueued({ conversationId, actor, approval, assistantId = lastAssistant(conversationId) }) {
      refuseBusy(conversationId)
      refuseTrashed(conversationId)
      refuseNothingQueued(remembered.load(conversationId))
      return start({ conversationId, actor, approval, first: [], newTitle: null, assistantId })
    },
    tryNow: atWork.tryNow,
    begin({ mission, text, title, assistantId, alongside }) {
      refuseWhenClosing()
      const { name } = services.assistants.get(assistantId)
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
    stop: atWork.stop,
    async ended(runId) {
      await atWork.ended(runId)
      const conversationId = runs.find(runId)?.conversationId
      return conversationId === undefined ? null : (branches.load(conversationId).runs[runId] ?? null)
    },
    async retry({ runId, actor, approval, assistantId }) {
      const { conversationId, assistant } = runs.get(runId)
      refuseBusy(conversationId)
      refuseTrashed(conversationId)
      const next = { conversationId, actor, approval, assistantId: assistantId ?? assistant }
      return start({ ...next, first: [], newTitle: null, follows: followedBy(runId) })
    },
    resume: ({ stays, restoredAt } = { stays: true }) => atWork.resume(stays, restoredAt),
    idle: atWork.idle,
    async close() {
      remembered.close()
      await Promise.all([titling.close(), atWork.close()])
    },
  }
}
