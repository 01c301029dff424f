import { type Counts, countNext } from '../structure/count-levels'
import type { Numbering } from './numbering'

/** Counts the paragraphs of lists in the order of the text. */
export type ListCounter = {
  /** Counts one more paragraph of a list; its label, or null for a bullet and for what has no visible number. */
  next(list: string, level: number): string | null
}

/** Starts where no list has begun. */
export function createListCounter(numbering: Numbering): ListCounter {
  const counters = new Map<string, Counts>()
  const begun = new Set<string>()
  return {
    next(id, level) {
      const list = numbering.get(id)
      if (list === undefined) return null
      const counts = counters.get(list.counter) ?? []
      counters.set(list.counter, counts)
      if (!begun.has(id)) for (const at of list.anew) counts[at] = undefined
      begun.add(id)
      return countNext(counts, level, list.levels)
    },
  }
}
