import { importLimits, type LeftOut, type LeftOutReason } from './imported'

/** Counts what is left out, and keeps the first names. */
export interface LeftOutTally {
  add(reason: LeftOutReason, name: string, count?: number): void
  all(): readonly LeftOut[]
}

/** Starts counting. */
export function createLeftOut(): LeftOutTally {
  const found = new Map<LeftOutReason, { count: number; names: string[] }>()
  return {
    add(reason, name, count = 1) {
      const one = found.get(reason) ?? { count: 0, names: [] }
      one.count += count
      if (name !== '' && one.names.length < importLimits.named) one.names.push(name)
      found.set(reason, one)
    },
    all: () => [...found].map(([reason, { count, names }]) => ({ reason, count, names })),
  }
}
