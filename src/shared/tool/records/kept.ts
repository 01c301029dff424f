import { z } from 'zod'
import type { RecordSteps } from './kind'

/** Where what was replaced or removed is kept for undo, under the limits of everything that is. */
interface Store {
  /** Answers the hash of what it keeps. */
  keep(text: string): Promise<string>
  /** What was kept; throws `unavailable` once it is gone. */
  kept(sha256: string): Promise<string>
}

/** What an inverse has in place of its steps where they are kept beside the ledger. */
export const keptBeside = {
  /** Hash of the stored JSON. */
  kept_contents: z.array(z.string()).optional(),
  /** Only these records of it, with what is attached to them. */
  only: z.array(z.string()).optional(),
} as const

/** Keeps steps beside the ledger. */
export async function keepBeside(store: Store, steps: object): Promise<{ kept_contents: string[] }> {
  return { kept_contents: [await store.keep(JSON.stringify(steps))] }
}

/** The steps of an inverse, wherever they are kept; throws `unavailable` once they are gone. */
export async function keptBesideOr<Steps extends object>(
  store: Store,
  inverse: Steps & { readonly kept_contents?: readonly string[] | undefined },
  schema: { parse(stored: unknown): Steps },
): Promise<Steps> {
  const [hash] = inverse.kept_contents ?? []
  return hash === undefined ? inverse : schema.parse(JSON.parse(await store.kept(hash)))
}

/** The steps of some records alone, with what is attached to one of them; all where `only` is absent. */
export function stepsOfSome<Record, Attached>(
  { records, attached }: RecordSteps<Record, Attached>,
  only: readonly string[] | undefined,
  ownersOf: (attached: Attached) => readonly string[],
): RecordSteps<Record, Attached> {
  if (only === undefined) return { records, attached }
  const wanted = new Set(only)
  return {
    records: records.filter(({ id }) => wanted.has(id)),
    attached: attached.filter(({ before, after }) => {
      const one = before ?? after
      return one !== null && ownersOf(one).some((owner) => wanted.has(owner))
    }),
  }
}
