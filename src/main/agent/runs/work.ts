import { type Actor, person } from '../../../shared/actor'
import { AppError, toErrorShape } from '../../../shared/errors'
import type { ConversationState } from '../../../shared/run/state'
import { loadTools } from '../../../shared/tool/load-tools'
import type { RunRow } from '../../db/runs'
import type { Model } from '../../model/port'
import type { FollowingRun } from '../../services/scripts'
import { leftOf } from '../budget'
import type { LoopContext, LoopEnd } from '../loop'
import { missionText } from '../prompt'
import { assistantsAtWork } from './assistant-at-work'
import type { RunEnding } from './ending'
import { createLateTelling } from './late-decisions'
import type { OccupiedConversations } from './occupied'
import type { RunParts } from './parts'
import type { Recorder } from './recorder'
import { countedRetries, createRetryDesk, type RetryDesk } from './retry-desk'
import { createUsageUnderWay } from './usage-under-way'

/** Whose run it is. */
export type RunOwner = Pick<RunRow, 'actor' | 'approval' | 'assistant'>

/** Works on a run in the background with a loop; whatever happens, the run ends and says how. */
export type WorkOnRun = (
  recorder: Recorder,
  owner: RunOwner,
  model: Model | AppError,
  loop: (context: LoopContext) => Promise<LoopEnd>,
) => void

type WorkParts = Pick<
  RunParts,
  'services' | 'remembered' | 'readPicture' | 'publishSummary' | 'completed' | 'report'
> & {
  readonly occupied: OccupiedConversations
  readonly ending: RunEnding
  readonly now: () => number
  /** Begins the next run of a conversation, with the messages that came too late for the last one. */
  readonly startWithQueued: (conversationId: string, owner: RunOwner) => Promise<unknown>
}

/** Starts with no run at work; of each run the conversation is occupied until its end is stored. */
export function createRunWork(parts: WorkParts): WorkOnRun {
  const { services, remembered, readPicture, publishSummary, occupied, ending, now, report } = parts
  const { gate, catalog, publish } = services
  const fromAssistant = assistantsAtWork({ ...services, deniedTools: gate.deniedTools })
  const isReadTool = (name: string) =>
    catalog.tools.some((tool) => tool.class === 'read' && (tool.name === name || tool.aliases.includes(name)))

  const contextOf = (
    recorder: Recorder,
    owner: RunOwner,
    model: Model,
    { signal, desk }: { readonly signal: AbortSignal; readonly desk: RetryDesk },
    script: FollowingRun | null,
  ): LoopContext => {
    const attended = isAttended(owner)
    return {
      gate,
      recorder,
      publish,
      approval: owner.approval,
      attended,
      isRead: (name) => isReadTool(name) || name === loadTools.name,
      signal,
      closing: () => occupied.closing,
      now,
      usageUnderWay: createUsageUnderWay(),
      tellLate: createLateTelling(services, recorder),
      waitingChanged: () => publishSummary(recorder.conversationId),
      model,
      ...(attended ? { retry: countedRetries(recorder, desk, now) } : {}),
      readPicture,
      ...forMission(fromAssistant(owner.assistant, model), owner.actor),
      // It has its own tools and as many turns as steps; what is written meanwhile is for whoever answers next.
      ...(script === null
        ? {}
        : { actor: script.actor, turnCap: script.turns, collection: null, takesMessages: false }),
    }
  }

  /** While it works, what its tools have a model do is done with its own. */
  const withItsModel = async (
    context: LoopContext,
    model: Model,
    loop: (context: LoopContext) => Promise<LoopEnd>,
  ): Promise<LoopEnd> => {
    const { recorder, budget, usageUnderWay } = context
    const leave = services.modelsAtWork.enter(recorder.runId, {
      model,
      left: () => leftOf(recorder.state(), recorder.runId, budget, usageUnderWay.all()),
      request: () => lastRequest(recorder.state()),
    })
    return loop(context).finally(leave)
  }

  /** Answers whether it came to its end by itself, within its budget. */
  const storeEnd = (recorder: Recorder, owner: RunOwner, end: NonNullable<LoopEnd>): boolean => {
    ending.finish(recorder, end)
    // What an unattended run proposed stays in the inbox; nobody waits for the rest any more.
    if (end.end === 'stopped' || (isAttended(owner) && end.end === 'failed'))
      gate.endProposalsOfRun(recorder.runId)
    return end.end === 'completed' && end.budget === undefined
  }

  const endAfterError = (recorder: Recorder, error: unknown): void => {
    const shape = toErrorShape(error)
    // A disk that is full is no mistake of the program; the run says it.
    if (shape.code === 'internal') report(error)
    if (recorder.state().runs[recorder.runId]?.status === 'running') ending.conclude(recorder, shape)
  }

  /** What was written too late for this run begins the next one; after a stop or a failure it is kept instead. */
  const goOnWithQueued = async (recorder: Recorder, owner: RunOwner): Promise<void> => {
    if (occupied.closing || recorder.state().queued.length === 0) return
    await parts.startWithQueued(recorder.conversationId, owner).catch((error) => {
      // Kept for the next start.
      if (!occupied.closing) throw error
    })
  }

  return (recorder, owner, model, loop) => {
    const { conversationId, runId } = recorder
    const controller = new AbortController()
    const desk = createRetryDesk(now)
    const script = services.scripts?.of(runId) ?? null
    const workWith = async (asked: Model): Promise<LoopEnd> => {
      const acting = script?.model(() => recorder.state()) ?? asked
      // Before anything is made to fit it: what does not, some servers leave out without a word.
      await acting.learnWindow?.(controller.signal)
      const context = contextOf(recorder, owner, acting, { signal: controller.signal, desk }, script)
      return withItsModel(context, asked, loop)
    }
    // A sequence needs no model; its tools that do are told that there is none.
    const usable = model instanceof AppError ? (script?.model(() => recorder.state()) ?? model) : model
    const work = async (): Promise<void> => {
      let whole = false
      try {
        const end: LoopEnd =
          usable instanceof AppError
            ? { end: 'failed', error: toErrorShape(usable), retryable: true }
            : await workWith(usable)
        if (end === null) return
        whole = storeEnd(recorder, owner, end)
      } catch (error) {
        endAfterError(recorder, error)
      } finally {
        // In one go with its last event, and with the beginning of the next run: nobody finds it between.
        occupied.leave(conversationId)
        remembered.keep(recorder.state())
        publishSummary(conversationId)
      }
      if (!whole) return
      if (!(model instanceof AppError) && script === null)
        parts.completed({ runId, model, state: recorder.state() })
      await goOnWithQueued(recorder, owner)
    }
    const { actor, assistant } = owner
    const done = Promise.resolve()
    const working = { runId, recorder, actor, assistant, controller, desk, done }
    occupied.enter(conversationId, working)
    publishSummary(conversationId)
    working.done = work().catch(report)
  }
}

function isAttended({ actor }: RunOwner): boolean {
  return actor.kind === person.kind
}

/** What it proposes and changes says for which mission it works, and it knows that nobody looks on. */
function forMission<C extends Pick<LoopContext, 'actor' | 'system'>>(context: C, { mission }: Actor): C {
  if (mission === undefined) return context
  const told = missionText(mission.name)
  return {
    ...context,
    actor: { ...context.actor, mission },
    system: () => `${context.system()}\n\n${told}`,
  }
}

function lastRequest({ messages }: ConversationState): string {
  const message = messages.findLast(({ role }) => role === 'user')
  return message?.role === 'user' ? message.text : ''
}
