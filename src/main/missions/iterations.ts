import type { Iteration, IterationEnd } from '../../shared/contract/missions'
import { minuteMs } from '../../shared/durations'
import { AppError, toAppError, toErrorShape } from '../../shared/errors'
import { dateFormat } from '../../shared/formatters'
import type { RunState } from '../../shared/run/state'
import { say } from '../../shared/sentences/say'
import type { IterationTable, StoredIteration } from '../db/mission-iterations'
import type { MissionTable, Plan, StoredMission } from '../db/missions'
import { newId } from '../identifier'
import type { Conversations } from '../services/conversations'
import type { Clock } from './clock'

/** Why a mission runs, and what is stored of its plan when it begins. */
export interface Beginning {
  readonly why: Iteration['why']
  /** Null where its plan stays: a person runs it by hand. */
  readonly plan: Plan | null
}

/** What ends a run, told with how many of its proposals wait for a decision. */
export type EndedBecause = (waiting: number) => AppError

/** An iteration at work. */
export interface WorkingIteration {
  /** Resolves when its end is stored. */
  readonly done: Promise<void>
  /** Ends its run: as a person's stop does, or with what ended it. */
  stop(because?: EndedBecause): void
}

/** What iterations are made of. */
export interface IterationParts {
  readonly conversations: Pick<Conversations, 'begin' | 'stop' | 'ended'>
  readonly missions: Pick<MissionTable, 'plan'>
  readonly iterations: IterationTable
  readonly clock: Clock
  /** As which conversations are titled, such as `en-GB`. */
  readonly locale: () => string
  /** Is told once a run has begun. */
  readonly begun: () => void
  /** Takes what went wrong where nobody can be told. */
  readonly report: (error: unknown) => void
}

/** Begins an iteration: a run in a new conversation, which ends by itself, by its limit of time, or by a person. */
export function beginIteration(
  parts: IterationParts,
  mission: StoredMission,
  beginning: Beginning,
): WorkingIteration {
  const { conversations, iterations, clock } = parts
  const { id: missionId, limitMinutes } = mission
  let runId: string | null = null
  let stopped: { readonly because: EndedBecause | undefined } | null = null

  const stopRun = (run: string, because: EndedBecause | undefined): void => {
    // No other iteration of a mission begins while one is at work.
    const waiting = iterations.list({ missionId, limit: 1 })[0]?.waiting ?? 0
    conversations.stop(run, because?.(waiting))
  }

  const work = async (): Promise<void> => {
    const id = newId()
    runId = await beginRun(parts, mission, beginning, id)
    if (runId === null) return
    parts.begun()
    if (stopped !== null) stopRun(runId, stopped.because)
    const cancelLimit = clock.after(limitMinutes * minuteMs, () => {
      if (runId === null) return
      stopRun(
        runId,
        (waiting) => new AppError('timeout', say('mission.out_of_time', { minutes: limitMinutes, waiting })),
      )
    })
    const state = await ended(parts, runId)
    cancelLimit()
    iterations.end(id, endOf(state), clock.now())
  }

  return {
    done: work(),
    stop(because) {
      stopped = { because }
      if (runId !== null) stopRun(runId, because)
    },
  }
}

/** Ends what a crash left under way: its run was ended when the application started. */
export async function endInterrupted(
  parts: Pick<IterationParts, 'conversations' | 'iterations' | 'clock' | 'report'>,
  { id, runId }: StoredIteration,
): Promise<void> {
  const state = runId === null ? null : await ended(parts, runId)
  parts.iterations.end(id, endOf(state), parts.clock.now())
}

/** A conversation that can't be read keeps neither its mission nor the application from going on. */
async function ended(
  { conversations, report }: Pick<IterationParts, 'conversations' | 'report'>,
  runId: string,
): Promise<RunState | null> {
  try {
    return await conversations.ended(runId)
  } catch (error) {
    report(error)
    return null
  }
}

/** The run's id; null where none could begin, which is stored. */
async function beginRun(
  { conversations, missions, iterations, clock, locale }: IterationParts,
  { id: missionId, name, prompt, assistantId }: StoredMission,
  { why, plan }: Beginning,
  id: string,
): Promise<string | null> {
  const at = clock.now()
  const store = (
    rest: Pick<Parameters<IterationTable['insert']>[0], 'conversationId' | 'runId' | 'error'>,
  ) => {
    iterations.insert({ id, missionId, why, at, ...rest })
    if (plan !== null) missions.plan(missionId, plan)
  }
  try {
    const form = { dateStyle: 'medium', timeStyle: 'short', timeZone: clock.zone() } as const
    const moment = dateFormat(locale(), form).format(at)
    const { runId } = await conversations.begin({
      mission: { id: missionId, name },
      text: prompt,
      title: `${name} – ${moment}`,
      assistantId,
      alongside: store,
    })
    return runId
  } catch (error) {
    // The application closes: at the next start it is late.
    if (toAppError(error).said?.code === 'conversation.closing') return null
    store({ conversationId: null, runId: null, error: toErrorShape(error) })
    return null
  }
}

/** How a run came to its end, as its iteration says it. */
function endOf(state: RunState | null): IterationEnd {
  switch (state?.status) {
    case 'completed':
      return state.budget !== undefined ? 'budget' : state.turnCap ? 'turn_cap' : 'completed'
    case 'stopped':
      return 'stopped'
    case 'failed':
      return endOfFailed(state.error?.said?.code)
    default:
      return 'interrupted'
  }
}

function endOfFailed(code: string | undefined): IterationEnd {
  if (code === 'run.closed') return 'interrupted'
  return code === 'mission.out_of_time' ? 'out_of_time' : 'failed'
}
