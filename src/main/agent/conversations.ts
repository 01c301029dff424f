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
import type { ReadPicture } from '../model/port'
import type { Conversations } from '../services/conversations'
import { createAttaching } from './conversations/attached'
import { createAttachedPictures } from './conversations/attached-pictures'
import { createBranchMoves } from './conversations/branch-moves'
import { createBranches } from './conversations/branches'
import { createConversationList } from './conversations/list'
import { createRememberedStates } from './conversations/remembered-states'
import { createRunStarts } from './conversations/run-starts'
import type { ConversationServices } from './conversations/services'
import { createSummaries } from './conversations/summaries'
import { tailMessages } from './conversations/summarized-start'
import { tailOf } from './conversations/tail'
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
    tools: services.catalog.tools,
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

  const beginning = {
    ...{ start: atWork.start, refuseBusy: atWork.refuseBusy, lastAssistant },
    refuseTrashed(conversationId: string): void {
      if (table.get(conversationId).trashedAt === null) return
      throw new AppError('not_found', say('conversation.in_trash'))
    },
    followedBy: (runId: string) => services.scripts?.followedBy(runId) ?? null,
  }
  const starts = createRunStarts({
    ...{ ...beginning, assistants, runs, remembered, waiting, titleWords },
    refuseWhenClosing: atWork.refuseWhenClosing,
  })
  const moves = createBranchMoves({
    ...{ ...beginning, branches, log, publish, now },
    exists: (id) => void table.get(id),
  })

  return {
    ...list,
    ...starts,
    ...moves,
    ...createAttachedPictures({ ...services, log, exists: (id) => void table.get(id) }),
    snapshot(id) {
      table.get(id)
      const state = atWork.of(id)?.recorder.state()
      return state?.earlier === 0 ? state : branches.load(id)
    },
    tail(id) {
      const { title } = table.get(id)
      const state = atWork.of(id)?.recorder.state()
      if (state !== undefined) return { ...tailOf(state, tailMessages), title }
      const tail = branches.tail(id, tailMessages)
      // Who opens a long one may write to it next, and should not wait then until it is read.
      if (tail.earlier > 0) remembered.prepare(id)
      return { ...tail, title }
    },
    seen(id) {
      const row = table.get(id)
      if (unseen.clear(id)) publishSummary(id)
      return summaries.of(row)
    },
    unqueue: ({ conversationId, messageId }) => waiting.take(conversationId, messageId),
    tryNow: atWork.tryNow,
    stop: atWork.stop,
    async ended(runId) {
      await atWork.ended(runId)
      const conversationId = runs.find(runId)?.conversationId
      return conversationId === undefined ? null : (branches.load(conversationId).runs[runId] ?? null)
    },
    resume: ({ stays, restoredAt } = { stays: true }) => atWork.resume(stays, restoredAt),
    idle: atWork.idle,
    async close() {
      remembered.close()
      await Promise.all([titling.close(), atWork.close()])
    },
  }
}
