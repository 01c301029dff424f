import type { Database } from '../../db/open'
import { anySet, setOfModel } from '../../db/vector-sets'
import type { EmbedCounts } from '../../workers/embed-protocol'
import type { EmbedClient } from './worker-client'

/** How much of the chosen model's set is there. */
export type CountedSet = {
  /** What the work told last; counted where it told nothing since something changed. */
  get(): Promise<EmbedCounts>
  /** The work tells how far it is. */
  tell(set: number, counts: EmbedCounts): void
  /** Something changed, of which the work does not tell. */
  forget(): void
}

const nothingCounted: EmbedCounts = { passages: { done: 0, total: 0 }, stored: { vectors: 0, bytes: 0 } }

/** Starts with nothing counted; `chosen` is the model whose set it is, and whether vectors are switched on. */
export function createCountedSet({
  db,
  client,
  chosen,
}: {
  readonly db: Database
  readonly client: Pick<EmbedClient, 'count'>
  readonly chosen: () => { readonly model: string; readonly enabled: boolean }
}): CountedSet {
  let counts: { readonly set: number | null; readonly counted: EmbedCounts } | null = null

  /** Without a thread where nothing is to be counted: for most people that is always. */
  const count = (set: number | null): Promise<EmbedCounts> =>
    chosen().enabled || anySet(db.raw) ? client.count(set) : Promise.resolve(nothingCounted)

  return {
    async get() {
      const chosenSet = () => setOfModel(db.raw, chosen().model) ?? null
      for (let set = chosenSet(); counts?.set !== set; set = chosenSet()) {
        const counted = await count(set)
        // What the work told while it was counted is newer.
        if (counts?.set !== chosenSet()) counts = { set, counted }
      }
      return counts.counted
    },
    tell(set, counted) {
      counts = { set, counted }
    },
    forget() {
      counts = null
    },
  }
}
