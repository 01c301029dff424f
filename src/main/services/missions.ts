import type { Actor } from '../../shared/actor'
import type { Iteration, Mission, MissionFields } from '../../shared/contract/missions'
import type { ErrorShape } from '../../shared/errors'

/** Missions: standing work in the background. Only people make, change, run and stop them. */
export interface Missions {
  /** Those in the trash too. */
  list(): Mission[]
  create(request: { fields: MissionFields; by: Actor }): Mission
  change(request: { id: string; revision: number; fields: MissionFields; by: Actor }): Mission
  switch(request: { id: string; on: boolean; by: Actor }): Mission
  duplicate(request: { id: string; by: Actor }): Mission
  remove(request: { id: string; by: Actor }): Mission
  restore(request: { id: string; by: Actor }): Mission
  run(request: { id: string; by: Actor }): Mission
  stop(request: { id: string; by: Actor }): boolean
  iterations(query: { id: string; before?: number | undefined; limit: number }): {
    iterations: Iteration[]
    more: boolean
  }
  /** The last words of an iteration, what ended it before its time, and how many of its calls failed. */
  closing(iterationId: string): { text: string; error: ErrorShape | null; failedCalls: number }
  /**
   * At start, once runs that were cut off have been ended: says so of their iterations. Looks for what is due from then
   * on in a host that stays.
   */
  start(host: { readonly stays: boolean }): Promise<void>
  /** Begins nothing more and resolves once the ends of those at work are stored: whoever closes ends their runs. */
  close(): Promise<void>
}
