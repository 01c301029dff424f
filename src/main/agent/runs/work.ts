import { AppError, toErrorShape } from '../../../shared/errors'
import type { ConversationState } from '../../../shared/run/state'
import type { Model } from '../../model/port'
import { leftOf } from '../budget'
import type { LoopContext, LoopEnd } from '../loop'
import type { RunEnding } from './ending'
import { createLoopContexts, isAttended, type RunOwner } from './loop-context'
import type { OccupiedConversations } from './occupied'
import type { RunParts } from './parts'
import type { Recorder } from './recorder'
import { createRetryDesk } from './retry-desk'

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
  const { services, remembered, publishSummary, occupied, ending, now, report } = parts
  const contextOf = createLoopContexts(parts)

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
      services.gate.endProposalsOfRun(recorder.runId)
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

function lastRequest({ messages }: ConversationState): string {
  const message = messages.findLast(({ role }) => role === 'user')
  return message?.role === 'user' ? message.text : ''
}
