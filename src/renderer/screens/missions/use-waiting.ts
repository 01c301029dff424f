import { useProposals } from '../../stores/proposals'

/** How many changes that a mission proposed wait for a decision; those of one run only, where it is named. */
export function useWaiting(missionId: string, runId?: string | null): number {
  return useProposals(
    ({ byId }) =>
      Object.values(byId).filter(
        ({ status, actor, runId: own }) =>
          status === 'pending' && actor.mission?.id === missionId && (runId === undefined || own === runId),
      ).length,
  )
}
