import { create } from 'zustand'
import type { Mission } from '../../shared/contract/missions'
import { client } from '../app/client'

interface MissionsState {
  /** Those in the trash too, in the order in which they were made. */
  readonly all: readonly Mission[]
  readonly loaded: boolean
}

/** All missions. */
export const useMissions = create<MissionsState>(() => ({ all: [], loaded: false }))

const { setState: set } = useMissions

/** Loads all of them. */
export async function loadMissions(): Promise<void> {
  takeMissions(await client.missions.list())
}

/** Takes all of them from the stream. */
export function takeMissions(all: readonly Mission[]): void {
  set({ all, loaded: true })
}
