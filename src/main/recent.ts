/** The values that were asked for last, by their keys. */
export interface Recent<K, V> {
  /** Undefined for one that was never put, or was forgotten. */
  get(key: K): V | undefined
  put(key: K, value: V): void
  /** The value that is kept, or the one that `make` makes and that is kept from then on. */
  of(key: K, make: () => V): V
  values(): IterableIterator<V>
  clear(): void
}

/** Keeps `limit` values and forgets the one that was asked for longest ago. */
export function createRecent<K, V>(limit: number): Recent<K, V> {
  // A map keeps the order in which its keys were put: what is asked for goes to its end.
  const kept = new Map<K, V>()
  const put = (key: K, value: V): void => {
    kept.delete(key)
    kept.set(key, value)
    for (const oldest of kept.keys()) {
      if (kept.size <= limit) break
      kept.delete(oldest)
    }
  }
  const get = (key: K): V | undefined => {
    const value = kept.get(key)
    if (value !== undefined) put(key, value)
    return value
  }
  return {
    get,
    put,
    of(key, make) {
      const known = get(key)
      if (known !== undefined) return known
      const made = make()
      put(key, made)
      return made
    },
    values: () => kept.values(),
    clear: () => kept.clear(),
  }
}
