import { type Actor, person } from '../../../shared/actor'
import { loadTools } from '../../../shared/tool/load-tools'
import type { RunRow } from '../../db/runs'
import type { Model } from '../../model/port'
import type { FollowingRun } from '../../services/scripts'
import type { LoopContext } from '../loop'
import { missionText } from '../prompt'
import { assistantsAtWork } from './assistant-at-work'
import { withCommands } from './by-hand'
import { createLateTelling } from './late-decisions'
import type { OccupiedConversations } from './occupied'
import type { RunParts } from './parts'
import type { Recorder } from './recorder'
import { countedRetries, type RetryDesk } from './retry-desk'
import { createUsageUnderWay } from './usage-under-way'

/** Whose run it is. */
export type RunOwner = Pick<RunRow, 'actor' | 'approval' | 'assistant'>

/** Whether a person waits for what the run does. */
export function isAttended({ actor }: RunOwner): boolean {
  return actor.kind === person.kind
}

type LoopContextParts = Pick<RunParts, 'services' | 'readPicture' | 'publishSummary'> & {
  readonly occupied: Pick<OccupiedConversations, 'closing'>
  readonly now: () => number
}

/** Makes what the loop of each run works with: of its assistant, of its mission, of the sequence that it follows. */
export function createLoopContexts({
  services,
  readPicture,
  publishSummary,
  occupied,
  now,
}: LoopContextParts) {
  const { gate, catalog, publish, settings } = services
  const fromAssistant = assistantsAtWork({ ...services, deniedTools: gate.deniedTools })
  const isReadTool = (name: string) =>
    catalog.tools.some((tool) => tool.class === 'read' && (tool.name === name || tool.aliases.includes(name)))

  return (
    recorder: Recorder,
    owner: RunOwner,
    model: Model,
    { signal, desk }: { readonly signal: AbortSignal; readonly desk: RetryDesk },
    script: FollowingRun | null,
  ): LoopContext => {
    const attended = isAttended(owner)
    const working = forMission(fromAssistant(owner.assistant, model), owner.actor)
    const byHand =
      attended && script === null && model.provider !== 'offline'
        ? withCommands(working.offer, {
            ...{ state: () => recorder.state(), tools: catalog.tools, offline: settings.offlineModel },
          })
        : {}
    return {
      gate,
      model,
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
      ...(attended ? { retry: countedRetries(recorder, desk, now) } : {}),
      readPicture,
      ...working,
      ...byHand,
      // It has its own tools and as many turns as steps; what is written meanwhile is for whoever answers next.
      ...(script === null
        ? {}
        : { actor: script.actor, turnCap: script.turns, collection: null, takesMessages: false }),
    }
  }
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
