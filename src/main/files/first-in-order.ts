/** Keeps the first of very many in an order, however many come. */
export interface FirstInOrder<T> {
  /** Whether something would be among the first now. */
  takes(item: T): boolean
  add(item: T): void
  /** In order. */
  list(): T[]
  /** True when more were added than are kept. */
  readonly more: boolean
}

/** Keeps at most `limit`; between clearings up to as many again wait unsorted, so that each costs little. */
export function firstInOrder<T>(limit: number, compare: (a: T, b: T) => number): FirstInOrder<T> {
  const kept: T[] = []
  let last: T | undefined
  let more = false
  const clear = () => {
    kept.sort(compare)
    if (kept.length <= limit) return
    kept.length = limit
    last = kept[limit - 1]
    more = true
  }
  return {
    get more() {
      return more || kept.length > limit
    },
    takes: (item) => last === undefined || compare(item, last) < 0,
    add(item) {
      if (last !== undefined && compare(item, last) >= 0) return
      kept.push(item)
      if (kept.length >= 2 * limit + 64) clear()
    },
    list() {
      clear()
      return [...kept]
    },
  }
}
