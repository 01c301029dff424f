import type { Actor, StandingApproval } from '../../../shared/actor'
import { AppError, toAppError } from '../../../shared/errors'
import type { Attachment } from '../../../shared/run/blocks'
import type { RunEventBody } from '../../../shared/run/events'
import type { ConversationState } from '../../../shared/run/state'
import { newId } from '../../identifier'
import { type Follows, sequenceModelId } from '../../services/scripts'
import { joined, nextOf } from '../conversations/queue'
import { runLoop } from '../loop'
import { actorOf, requireUsable } from './assistant-at-work'
import type { OccupiedConversations } from './occupied'
import type { RunParts } from './parts'
import type { Recorder } from './recorder'
import type { WorkOnRun } from './work'

/** What a run begins with. */
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
  /** What it follows in place of a model. */
  readonly follows?: Follows | null
  /** Stored with its beginning, or not at all. */
  readonly alongside?: (begun: { readonly conversationId: string; readonly runId: string }) => void
}

/** Begins a run; resolves once its first events are stored. */
export type StartRun = (run: StartedRun) => Promise<{ conversationId: string; runId: string }>

type StartParts = Pick<RunParts, 'services' | 'table' | 'runs' | 'remembered' | 'attaching'> & {
  readonly occupied: OccupiedConversations
  readonly recorderOf: (conversationId: string, runId: string, initial: ConversationState) => Recorder
  readonly work: WorkOnRun
  readonly now: () => number
}

/** Its conversation is busy from the first step on; a model that there is not ends the run, and not its start. */
export function createStartRun(parts: StartParts): StartRun {
  const { services, table, runs, remembered, attaching, occupied, recorderOf, work, now } = parts
  const { settings } = services

  const begin: StartRun = async (run) => {
    const { conversationId, actor, approval, first, newTitle, assistantId, kept, follows = null } = run
    const assistant = requireUsable(services.assistants.get(assistantId))
    const model = await settings.model(assistant.model).catch((error: unknown) => toAppError(error))
    const [begins] = first
    const leafId = begins?.type === 'branch_shown' ? begins.leafId : undefined
    const before = await remembered.read(conversationId, leafId)
    occupied.refuseWhenClosing()
    const runId = newId()
    const recorder = recorderOf(conversationId, runId, before)
    const written = await attaching.admitAll(first, recorder, actor, kept)
    occupied.refuseWhenClosing()
    const id = follows !== null ? sequenceModelId : model instanceof AppError ? '' : model.id
    const { name, id: named } =
      follows !== null
        ? { name: follows.actor.name }
        : actorOf(assistant, model instanceof AppError ? null : model.provider)
    const { queued } = recorder.state()
    // A message that is new goes with all that waited; without one, what waited is answered in its turn.
    const waited = (written.length > 0 || model instanceof AppError ? queued : nextOf(queued, model)).map(
      joined,
    )
    // What waited is older than a new message, and belongs to the branch that a changed one begins.
    const messages = leafId !== undefined ? [...written, ...waited] : [...waited, ...written]
    const begun: RunEventBody = { type: 'run_started', assistant: name, assistantId: named, model: id }
    recorder.record([...messages, begun], () => {
      attaching.note(messages, recorder)
      const startedAt = now()
      if (newTitle === null) table.used(conversationId, startedAt)
      else {
        table.insert({
          id: conversationId,
          title: newTitle,
          createdAt: startedAt,
          updatedAt: startedAt,
          missionId: actor.mission?.id ?? null,
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
      if (follows !== null) services.scripts?.begin({ ...follows, runId, conversationId })
      run.alongside?.({ conversationId, runId })
    })
    work(recorder, { actor, approval, assistant: assistantId }, model, (context) => runLoop(context, 1))
    return { conversationId, runId }
  }

  return (run) => occupied.whileStarting(run.conversationId, () => begin(run))
}
