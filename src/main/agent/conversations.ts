import { type Actor, person, type StandingApproval } from '../../shared/actor'
import { AppError, type ErrorShape, toAppError, toErrorShape } from '../../shared/errors'
import type { RunEventBody } from '../../shared/run/events'
import { loadTools } from '../../shared/tool/load-tools'
import { defaultAssistant } from '../../shared/tool/policy'
import { createConversationTable } from '../db/conversations'
import { createMessageTree } from '../db/messages'
import type { Database } from '../db/open'
import { createRunEventLog } from '../db/run-events'
import { createRunTable, type RunRow } from '../db/runs'
import { createUnseenEndTable } from '../db/unseen-ends'
import { newId } from '../identifier'
import type { Model, ReadPicture } from '../model/port'
import type { Pictures } from '../pictures/service'
import type { Publish } from '../publish'
import type {
  Assistants,
  Catalog,
  Conversations,
  FolderGrants,
  Gate,
  Library,
  SettingsService,
} from '../services'
import { actorOf, assistantsAtWork, requireUsable } from './assistant-at-work'
import { createAttaching, type ReadStored } from './attached'
import { createAttachedPictures } from './attached-pictures'
import { createBranchMoves } from './branch-moves'
import { createBranches, tailOf } from './branches'
import { createConversationList } from './conversation-list'
import { titleOf } from './conversation-title'
import { cutOff, judgeInterrupted } from './interrupted'
import { type LoopContext, type LoopEnd, resumeLoop, runLoop } from './loop'
import { findQueued, joined, refuseForAnother, refuseNothingQueued } from './queue'
import { createRecorder, type Recorder } from './recorder'
import { createRememberedStates } from './remembered-states'
import { countedRetries, createRetryDesk, type RetryDesk } from './retry-desk'
import { createSummaries } from './summaries'

/** What conversations are made of. */
export interface ConversationServices {
  readonly db: Database
  readonly gate: Gate
  readonly catalog: Catalog
  readonly assistants: Pick<Assistants, 'get'>
  readonly collections: Library['collections']
  readonly settings: Pick<SettingsService, 'get' | 'model'>
  readonly grants: Pick<FolderGrants, 'list'>
  /** The bytes of a stored picture; throws where it is gone. */
  readonly readPicture: ReadStored
  readonly pictures: Pick<Pictures, 'forModel'>
  readonly publish: Publish
  readonly now: () => Date
  /** Takes what went wrong where nobody can be told. */
  readonly report?: (error: unknown) => void
}

interface ActiveRun {
  readonly runId: string
  readonly recorder: Recorder
  readonly actor: Actor
  /** The assistant's id. */
  readonly assistant: string
  readonly controller: AbortController
  readonly desk: RetryDesk
  done: Promise<void>
}

interface StartedRun {
  readonly conversationId: string
  readonly actor: Actor
  readonly approval: StandingApproval | null
  readonly first: readonly RunEventBody[]
  /** The title of a conversation that is to be made with it. */
  readonly newTitle: string | null
  readonly assistantId: string
  /** The message that the first of them takes the place of. */
  readonly edited?: string
}

/** Messages that a page is given at first: more than a window shows, few enough to come at once. */
const tailMessages = 60

/** Makes the service; it works on nothing until {@link Conversations.resume} or a message. */
export function createConversations(services: ConversationServices): Conversations {
  const { db, gate, catalog, settings, publish } = services
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
  const branches = createBranches(log, createMessageTree(db), runs.withoutMessages)
  const remembered = createRememberedStates(branches, log)
  /** By conversation: at most one run is at work in each. */
  const active = new Map<string, ActiveRun>()
  const starting = new Map<string, Promise<unknown>>()
  /** Conversations with a run that waits for a decision and goes on in the next host that stays. */
  const left = new Set<string>()
  let closing = false

  const atWork = assistantsAtWork({ ...services, deniedTools: gate.deniedTools })
  const readNames = new Set(
    catalog.tools.filter((tool) => tool.class === 'read').flatMap((tool) => [tool.name, ...tool.aliases]),
  )

  const lastAssistant = (conversationId: string): string => {
    const last = branches.path(conversationId).at(-1)
    return last === undefined ? defaultAssistant : runs.get(last.runId).assistant
  }

  const summaries = createSummaries({
    gate,
    unseen,
    isRunning: (id) => active.has(id) || starting.has(id),
  })
  const publishSummary = (conversationId: string): void =>
    publish({ type: 'conversation', conversation: summaries.of(table.get(conversationId)) })
  const list = createConversationList({
    ...{ db, gate, table, branches, log, readPicture, summaries, publish, now },
    isBusy: (id) => active.has(id) || starting.has(id) || left.has(id),
  })

  const refuseWhenClosing = (): void => {
    if (closing) throw new AppError('busy', 'The application is closing. Nothing was sent.')
  }
  const refuseBusy = (conversationId: string): void => {
    refuseWhenClosing()
    if (active.has(conversationId) || starting.has(conversationId)) {
      throw new AppError('busy', 'The assistant is still at work in this conversation. Stop it, or wait.')
    }
    if (left.has(conversationId)) {
      throw new AppError(
        'busy',
        'This conversation waits for a decision. Decide it, and open the application: it goes on there.',
      )
    }
  }

  const refuseTrashed = (conversationId: string): void => {
    if (table.get(conversationId).trashedAt === null) return
    throw new AppError('not_found', 'This conversation is in the trash. Restore it first.')
  }
  const whileStarting = <T>(conversationId: string, begin: () => Promise<T>): Promise<T> => {
    const begun = begin().finally(() => starting.delete(conversationId))
    starting.set(
      conversationId,
      begun.catch(() => null),
    )
    return begun
  }
  const recorderOf = (conversationId: string, runId: string): Recorder =>
    createRecorder({ log, publish, now, conversationId, runId, initial: remembered.load(conversationId) })

  const storeEnd = ({ conversationId, runId }: Recorder, end: NonNullable<LoopEnd>['end']): void => {
    runs.finish(runId, end, now())
    table.change(conversationId, { updatedAt: now() })
    // Who stopped it has seen it.
    if (end !== 'stopped') unseen.mark(conversationId, end)
  }
  const finish = (recorder: Recorder, end: NonNullable<LoopEnd>): void =>
    recorder.record([{ type: 'run_finished', ...end }], () => storeEnd(recorder, end.end))

  /** Ends a run whose events could not be stored; the page and the command line are told in any case. */
  const endUnstored = (recorder: Recorder, error: ErrorShape): void => {
    const { turnEnd, rest } = cutOff(recorder.state(), recorder.runId, error)
    recorder.conclude(turnEnd === null ? rest : [turnEnd, ...rest], () => storeEnd(recorder, 'failed'))
  }

  /** Works in the background; whatever happens, the run ends and says how. */
  const work = (
    recorder: Recorder,
    run: Pick<RunRow, 'actor' | 'approval' | 'assistant'>,
    model: Model | AppError,
    loop: (context: LoopContext) => Promise<LoopEnd>,
  ): void => {
    const { conversationId, runId } = recorder
    const controller = new AbortController()
    const attended = run.actor.kind === person.kind
    const desk = createRetryDesk()
    const context = (usable: Model): LoopContext => ({
      gate,
      recorder,
      publish,
      approval: run.approval,
      attended,
      isRead: (name) => readNames.has(name) || name === loadTools.name,
      signal: controller.signal,
      closing: () => closing,
      now,
      waitingChanged: () => publishSummary(conversationId),
      model: usable,
      ...(attended ? { retry: countedRetries(recorder, desk, now) } : {}),
      readPicture,
      ...atWork(run.assistant, usable),
    })
    const runToEnd = async (): Promise<void> => {
      let whole = false
      try {
        const end: LoopEnd =
          model instanceof AppError
            ? { end: 'failed', error: toErrorShape(model), retryable: true }
            : await loop(context(model))
        if (end === null) return
        finish(recorder, end)
        // What an unattended run proposed stays in the inbox; nobody waits for the rest any more.
        if (end.end === 'stopped' || (attended && end.end === 'failed')) gate.withdrawRun(runId)
        whole = end.end === 'completed' && end.budget === undefined
      } catch (error) {
        const shape = toErrorShape(error)
        // A disk that is full is no mistake of the program; the run says it.
        if (shape.code === 'internal') report(error)
        if (recorder.state().runs[runId]?.status === 'running') endUnstored(recorder, shape)
      } finally {
        active.delete(conversationId)
        remembered.keep(recorder.state())
        publishSummary(conversationId)
      }
      // What was written too late for this run begins the next one; after a stop or a failure it is kept instead.
      if (whole && !closing && recorder.state().queued.length > 0) {
        const { actor, approval, assistant: assistantId } = run
        await start({ conversationId, actor, approval, first: [], newTitle: null, assistantId }).catch(
          (error) => {
            // Kept for the next start.
            if (!closing) throw error
          },
        )
      }
    }
    const entry: ActiveRun = {
      runId,
      recorder,
      actor: run.actor,
      assistant: run.assistant,
      controller,
      desk,
      done: Promise.resolve(),
    }
    active.set(conversationId, entry)
    publishSummary(conversationId)
    entry.done = runToEnd().catch(report)
  }

  const attaching = createAttaching(services)
  const start = ({ conversationId, actor, approval, first, newTitle, assistantId, edited }: StartedRun) =>
    whileStarting(conversationId, async () => {
      const assistant = requireUsable(services.assistants.get(assistantId))
      const model = await settings.model(assistant.model).catch((error: unknown) => modelError(error))
      refuseWhenClosing()
      const runId = newId()
      const recorder = recorderOf(conversationId, runId)
      const written = await attaching.admitAll(first, recorder, actor, edited)
      refuseWhenClosing()
      const id = model instanceof AppError ? '' : model.id
      const { name, id: named } = actorOf(assistant, model instanceof AppError ? null : model.provider)
      const kept = recorder.state().queued.map(joined)
      // What was kept is older than a new message, and belongs to the branch that a changed one begins.
      const messages = first[0]?.type === 'branch_shown' ? [...written, ...kept] : [...kept, ...written]
      const begun: RunEventBody = { type: 'run_started', assistant: name, assistantId: named, model: id }
      recorder.record([...messages, begun], () => {
        attaching.note(messages, recorder)
        const startedAt = now()
        if (newTitle === null) table.change(conversationId, { updatedAt: startedAt })
        else {
          table.insert({
            id: conversationId,
            title: newTitle,
            createdAt: startedAt,
            updatedAt: startedAt,
            trashedAt: null,
          })
        }
        runs.insert({
          id: runId,
          conversationId,
          status: 'running',
          actor,
          approval,
          model: id,
          startedAt,
          finishedAt: null,
          assistant: assistantId,
        })
      })
      work(recorder, { actor, approval, assistant: assistantId }, model, (context) => runLoop(context, 1))
      return { conversationId, runId }
    })

  const resumeRun = async (run: RunRow, goOn: boolean): Promise<void> => {
    const { conversationId, id: runId } = run
    const recorder = recorderOf(conversationId, runId)
    const judged = judgeInterrupted(recorder.state(), runId, gate, run.actor.kind === person.kind)
    if (judged.kind === 'waits') {
      if (!goOn) {
        left.add(conversationId)
        return
      }
      await whileStarting(conversationId, async () => {
        const { model: wished } = services.assistants.get(run.assistant)
        const model = await settings.model(wished).catch((error: unknown) => modelError(error))
        if (closing) return
        if (judged.first.length > 0) recorder.record(judged.first)
        work(recorder, run, model, resumeLoop)
      })
      return
    }
    if (judged.turnEnd !== null) recorder.endTurn(judged.turnEnd)
    recorder.record(judged.rest, () => storeEnd(recorder, 'failed'))
    if (run.actor.kind === person.kind) gate.withdrawRun(runId)
    publishSummary(conversationId)
  }

  const moves = createBranchMoves({
    ...{ branches, log, publish, now, start, refuseBusy, refuseTrashed, lastAssistant },
    exists: (id) => void table.get(id),
  })

  return {
    ...list,
    ...moves,
    ...createAttachedPictures({ ...services, log, exists: (id) => void table.get(id) }),
    snapshot(id) {
      table.get(id)
      return active.get(id)?.recorder.state() ?? branches.load(id)
    },
    tail(id) {
      table.get(id)
      const state = active.get(id)?.recorder.state()
      return state === undefined ? branches.tail(id, tailMessages) : tailOf(state, tailMessages)
    },
    seen(id) {
      const row = table.get(id)
      if (unseen.clear(id)) publishSummary(id)
      return summaries.of(row)
    },
    async send({ conversationId, text, attachments, actor, approval, assistantId, queue = false }) {
      const id = conversationId ?? newId()
      const message = { messageId: newId(), text, attachments: [...attachments] }
      if (queue) {
        await starting.get(id)
        refuseWhenClosing()
        const run = active.get(id)
        // Nobody else's run: it may hold an approval that is not this sender's.
        if (run?.actor.kind === actor.kind) {
          refuseForAnother(services.assistants.get(run.assistant), assistantId)
          const waiting = await attaching.admitAll(
            [{ type: 'message_queued', ...message }],
            run.recorder,
            actor,
          )
          // While files were read, the run may have ended.
          if (active.get(id) === run) {
            run.recorder.record(waiting, () => attaching.note(waiting, run.recorder))
            return { conversationId: id, runId: run.runId, queued: true }
          }
        }
      }
      refuseBusy(id)
      if (conversationId !== null) refuseTrashed(id)
      const started = await start({
        conversationId: id,
        actor,
        approval,
        first: [{ type: 'user_message', ...message }],
        newTitle: conversationId === null ? titleOf(text) : null,
        assistantId: assistantId ?? lastAssistant(id),
      })
      return { ...started, queued: false }
    },
    unqueue({ conversationId, messageId }) {
      refuseWhenClosing()
      table.get(conversationId)
      const state = active.get(conversationId)?.recorder.state() ?? remembered.load(conversationId)
      const message = findQueued(state, messageId)
      const lastRun = Object.keys(state.runs).at(-1) ?? ''
      const recorder = active.get(conversationId)?.recorder ?? recorderOf(conversationId, lastRun)
      recorder.record([{ type: 'message_unqueued', messageId }])
      return message
    },
    async sendQueued({ conversationId, actor, approval, assistantId = lastAssistant(conversationId) }) {
      refuseBusy(conversationId)
      refuseTrashed(conversationId)
      refuseNothingQueued(remembered.load(conversationId))
      return start({ conversationId, actor, approval, first: [], newTitle: null, assistantId })
    },
    tryNow: (runId) =>
      [...active.values()].find((candidate) => candidate.runId === runId)?.desk.goNow() ?? false,
    stop(runId) {
      const run = [...active.values()].find((candidate) => candidate.runId === runId)
      run?.controller.abort()
      return run !== undefined
    },
    async retry({ runId, actor, approval, assistantId }) {
      const { conversationId, assistant } = runs.get(runId)
      refuseBusy(conversationId)
      refuseTrashed(conversationId)
      const next = { conversationId, actor, approval, assistantId: assistantId ?? assistant }
      return start({ ...next, first: [], newTitle: null })
    },
    resume({ stays } = { stays: true }) {
      for (const run of runs.running()) resumeRun(run, stays).catch(report)
    },
    async idle() {
      while (active.size + starting.size > 0) {
        await Promise.all([...starting.values(), ...[...active.values()].map((run) => run.done)])
      }
    },
    async close() {
      closing = true
      const all = [...active.values()]
      for (const run of all) run.controller.abort()
      await Promise.all(all.map((run) => run.done))
    },
  }
}

function modelError(error: unknown): AppError {
  const { code, message } = toErrorShape(error)
  return new AppError(code, message, { cause: error })
}
