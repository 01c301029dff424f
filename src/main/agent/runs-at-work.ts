import { type Actor, person, type StandingApproval } from '../../shared/actor'
import { AppError, type ErrorShape, toAppError, toErrorShape } from '../../shared/errors'
import type { Attachment } from '../../shared/run/blocks'
import type { RunEventBody } from '../../shared/run/events'
import type { ConversationState } from '../../shared/run/state'
import { say } from '../../shared/sentences/say'
import { loadTools } from '../../shared/tool/load-tools'
import type { ConversationTable } from '../db/conversations'
import type { RunEventLog } from '../db/run-events'
import type { RunRow, RunTable } from '../db/runs'
import type { UnseenEndTable } from '../db/unseen-ends'
import { newId } from '../identifier'
import type { Model, ReadPicture } from '../model/port'
import { actorOf, assistantsAtWork, requireUsable } from './assistant-at-work'
import type { Attaching } from './attached'
import { leftOf } from './budget'
import type { ConversationServices } from './conversation-services'
import { cutOff, judgeInterrupted } from './interrupted'
import { asOfNow, createLateTelling } from './late-decisions'
import { type LoopContext, type LoopEnd, resumeLoop, runLoop } from './loop'
import { joined } from './queue'
import { createRecorder, type Recorder } from './recorder'
import type { RememberedStates } from './remembered-states'
import { countedRetries, createRetryDesk, type RetryDesk } from './retry-desk'
import type { CompletedRun } from './titling'
import { createUsageUnderWay } from './usage-under-way'

/** What runs are started and ended with. */
export interface RunParts {
  readonly services: ConversationServices
  readonly table: ConversationTable
  readonly runs: RunTable
  readonly unseen: UnseenEndTable
  readonly log: RunEventLog
  readonly remembered: RememberedStates
  readonly attaching: Attaching
  readonly readPicture: ReadPicture
  readonly publishSummary: (conversationId: string) => void
  /** Is told of a run that came to its end by itself, within its budget. */
  readonly completed: (run: CompletedRun) => void
  /** Takes what went wrong where nobody can be told. */
  readonly report: (error: unknown) => void
}

/** A run at work. */
export interface ActiveRun {
  readonly runId: string
  readonly recorder: Recorder
  readonly actor: Actor
  /** The assistant's id. */
  readonly assistant: string
}

/** A run that is to begin. */
export interface StartedRun {
  readonly conversationId: string
  readonly actor: Actor
  readonly approval: StandingApproval | null
  readonly first: readonly RunEventBody[]
  /** The title of a conversation that is to be made with it. */
  readonly newTitle: string | null
  readonly assistantId: string
  /** What was attached to the message that the first of them takes the place of. */
  readonly kept?: readonly Attachment[]
}

/** The runs of this host: at most one is at work in each conversation. */
export interface RunsAtWork {
  start(run: StartedRun): Promise<{ conversationId: string; runId: string }>
  /** Ends what was cut off, and goes on with what waits for a decision, which only a host that stays can. */
  resume(stays: boolean, restoredAt?: number): void
  of(conversationId: string): ActiveRun | undefined
  /** Resolves when no run is about to begin in a conversation. */
  begun(conversationId: string): Promise<void>
  isRunning(conversationId: string): boolean
  /** Also true while a run waits for a decision that the next host that stays goes on with. */
  isBusy(conversationId: string): boolean
  /** These throw `busy`. */
  refuseBusy(conversationId: string): void
  refuseWhenClosing(): void
  /** A recorder of events outside of a run's work. */
  recorderOf(conversationId: string, runId: string): Recorder
  /** Stores what came of a run after its end, whichever is at work in its conversation by now. */
  recordAfter(
    conversationId: string,
    runId: string,
    bodies: readonly RunEventBody[],
    alongside: () => void,
  ): void
  /** Whether there was a run that waited. */
  tryNow(runId: string): boolean
  /** Whether there was a run to stop. */
  stop(runId: string): boolean
  idle(): Promise<void>
  close(): Promise<void>
}

interface Working extends ActiveRun {
  readonly controller: AbortController
  readonly desk: RetryDesk
  done: Promise<void>
}

/** Starts runs, works on them in the background, and ends them. */
export function createRunsAtWork(parts: RunParts): RunsAtWork {
  const { services, table, runs, unseen, log, remembered, attaching, readPicture, publishSummary, report } =
    parts
  const { gate, catalog, settings, publish } = services
  const now = () => services.now().getTime()
  /** By conversation. */
  const active = new Map<string, Working>()
  const starting = new Map<string, Promise<unknown>>()
  /** Conversations with a run that waits for a decision and goes on in the next host that stays. */
  const left = new Set<string>()
  let closing = false

  const atWork = assistantsAtWork({ ...services, deniedTools: gate.deniedTools })
  const readNames = new Set(
    catalog.tools.filter((tool) => tool.class === 'read').flatMap((tool) => [tool.name, ...tool.aliases]),
  )
  const isRunning = (conversationId: string): boolean =>
    active.has(conversationId) || starting.has(conversationId)

  const refuseWhenClosing = (): void => {
    if (closing) throw new AppError('busy', say('conversation.closing'))
  }
  const refuseBusy = (conversationId: string): void => {
    refuseWhenClosing()
    if (isRunning(conversationId)) {
      throw new AppError('busy', say('conversation.still_at_work'))
    }
    if (left.has(conversationId)) {
      throw new AppError('busy', say('conversation.waits'))
    }
  }

  const whileStarting = <T>(conversationId: string, begin: () => Promise<T>): Promise<T> => {
    const begun = begin().finally(() => starting.delete(conversationId))
    starting.set(
      conversationId,
      begun.catch(() => null),
    )
    return begun
  }
  const recorderOf = (
    conversationId: string,
    runId: string,
    initial = remembered.load(conversationId),
  ): Recorder => {
    const earlier = remembered.earlier(initial, (block) => asOfNow(block, gate))
    return createRecorder({ log, publish, now, conversationId, runId, initial, earlier })
  }

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
    const desk = createRetryDesk(now)
    const usageUnderWay = createUsageUnderWay()
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
      usageUnderWay,
      tellLate: createLateTelling(services, recorder),
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
            : await withItsModel(context(model), loop)
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
      if (whole && !(model instanceof AppError)) parts.completed({ runId, model, state: recorder.state() })
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
    const entry: Working = {
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

  /** While it works, what its tools have a model do is done with its own. */
  const withItsModel = async (
    context: LoopContext,
    loop: (context: LoopContext) => Promise<LoopEnd>,
  ): Promise<LoopEnd> => {
    const { model, recorder, budget, usageUnderWay } = context
    const leave = services.modelsAtWork.enter(recorder.runId, {
      model,
      left: () => leftOf(recorder.state(), recorder.runId, budget, usageUnderWay.all()),
      request: () => lastRequest(recorder.state()),
    })
    return loop(context).finally(leave)
  }

  const start = ({ conversationId, actor, approval, first, newTitle, assistantId, kept }: StartedRun) =>
    whileStarting(conversationId, async () => {
      const assistant = requireUsable(services.assistants.get(assistantId))
      const model = await settings.model(assistant.model).catch((error: unknown) => toAppError(error))
      const [begins] = first
      const leafId = begins?.type === 'branch_shown' ? begins.leafId : undefined
      const before = await remembered.read(conversationId, leafId)
      refuseWhenClosing()
      const runId = newId()
      const recorder = recorderOf(conversationId, runId, before)
      const written = await attaching.admitAll(first, recorder, actor, kept)
      refuseWhenClosing()
      const id = model instanceof AppError ? '' : model.id
      const { name, id: named } = actorOf(assistant, model instanceof AppError ? null : model.provider)
      const waited = recorder.state().queued.map(joined)
      // What waited is older than a new message, and belongs to the branch that a changed one begins.
      const messages = leafId !== undefined ? [...written, ...waited] : [...waited, ...written]
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

  const resumeRun = async (run: RunRow, goOn: boolean, restoredAt: number): Promise<void> => {
    const { conversationId, id: runId } = run
    const recorder = recorderOf(conversationId, runId)
    const mayWait = run.actor.kind === person.kind && run.startedAt >= restoredAt
    const judged = judgeInterrupted(recorder.state(), runId, gate, mayWait)
    if (judged.kind === 'waits') {
      if (!goOn) {
        left.add(conversationId)
        return
      }
      await whileStarting(conversationId, async () => {
        const { model: wished } = services.assistants.get(run.assistant)
        const model = await settings.model(wished).catch((error: unknown) => toAppError(error))
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

  const working = (runId: string): Working | undefined =>
    [...active.values()].find((candidate) => candidate.runId === runId)

  return {
    start,
    resume(stays, restoredAt = 0) {
      for (const run of runs.running()) resumeRun(run, stays, restoredAt).catch(report)
    },
    of: (conversationId) => active.get(conversationId),
    async begun(conversationId) {
      await starting.get(conversationId)
    },
    isRunning,
    isBusy: (conversationId) => isRunning(conversationId) || left.has(conversationId),
    refuseBusy,
    refuseWhenClosing,
    recorderOf,
    recordAfter(conversationId, runId, bodies, alongside) {
      const atWorkNow = active.get(conversationId)
      const recorder = atWorkNow?.recorder ?? recorderOf(conversationId, runId)
      recorder.record(bodies, alongside, runId)
      if (atWorkNow === undefined) remembered.keep(recorder.state())
    },
    tryNow: (runId) => working(runId)?.desk.goNow() ?? false,
    stop(runId) {
      const run = working(runId)
      run?.controller.abort()
      return run !== undefined
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

function lastRequest({ messages }: ConversationState): string {
  const message = messages.findLast(({ role }) => role === 'user')
  return message?.role === 'user' ? message.text : ''
}
