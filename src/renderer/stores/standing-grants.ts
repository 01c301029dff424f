import { create } from 'zustand'
import type { StandingGrant } from '../../shared/contract/standing-grants'
import { client } from '../app/client'

interface StandingGrantsState {
  /** Newest first. */
  readonly grants: readonly StandingGrant[]
  readonly loaded: boolean
}

/** Remembered approvals, those that ended among them. */
export const useStandingGrants = create<StandingGrantsState>(() => ({ grants: [], loaded: false }))

/** Loads the ledger of grants. */
export async function loadStandingGrants(): Promise<void> {
  useStandingGrants.setState({ grants: await client.grantsLedger.list({ status: 'all' }), loaded: true })
}

/** Takes one from the stream. */
export function takeStandingGrant(grant: StandingGrant): void {
  useStandingGrants.setState(({ grants }) => ({
    grants: [grant, ...grants.filter((other) => other.id !== grant.id)].toSorted(
      (a, b) => b.createdAt - a.createdAt,
    ),
  }))
}

/** Ends one at once. */
export async function revokeStandingGrant(id: string): Promise<void> {
  takeStandingGrant(await client.grantsLedger.revoke({ id }))
}
