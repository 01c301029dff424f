import type { Key } from './key'

/** Bits of a mark: of the thousands of terms that are compared at a time, few share one. */
const MARK_BITS = 20

/** How many marks there are. */
export const MARKS = 2 ** MARK_BITS

/** A 32-bit hash of a term (FNV-1a over its UTF-16 units). */
export function hashTerm(term: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < term.length; index++) {
    hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/** The hash of a term by its units. */
export function hashKey({ units, length }: Key): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < length; index++) hash = Math.imul(hash ^ (units[index] as number), 0x01000193)
  return hash >>> 0
}

/** What stands for a term in all segments alike, where no name is wanted: a part of its hash. */
export const markOf = (hash: number): number => hash & (MARKS - 1)

/** Bytes of a term's mark together with how often it is. */
export const MARK_BYTES = 3

/** The most that stands behind a mark; only segments without frequencies by mark read it, and have what is more elsewhere. */
export const FREQUENT = 2 ** (MARK_BYTES * 8 - MARK_BITS) - 1

/** A mark and how many passages have its term, at most {@link FREQUENT}. */
export const packMark = (mark: number, count: number): number => mark + Math.min(count, FREQUENT) * MARKS

/** The number behind the mark of a packed one. */
export const countOf = (packed: number): number => packed >>> MARK_BITS
