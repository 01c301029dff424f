import { create } from 'zustand'
import type { Sequence } from '../../shared/contract/sequences'
import { client } from '../app/client'

interface SequencesState {
  /** Those in the trash too. */
  readonly all: readonly Sequence[]
  readonly loaded: boolean
}

/** All sequences. */
export const useSequences = create<SequencesState>(() => ({ all: [], loaded: false }))

const { setState: set } = useSequences

/** Loads all of them. */
export async function loadSequences(): Promise<void> {
  takeSequences(await client.sequences.list())
}

/** Takes all of them from the stream. */
export function takeSequences(all: readonly Sequence[]): void {
  set({ all, loaded: true })
}
