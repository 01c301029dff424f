/** The values that were asked for last, by their keys. */
export interface Recent<K, V> {
  /** Undefined for one that was never put, or was forgotten. */
  get(key: K): V | undefined
  put(key: K, value: V): void
  /** The value that is kept, or the one that `make` makes and that is kept from then on. */
  of(key: K, make: () => V): V
  /** Forgets one before its time; nothing where it is not kept. */
  forget(key: K): void
  values(): IterableIterator<V>
  clear(): void
}

/** Keeps `limit` values and forgets the one that was asked for longest ago; `forgotten` is given each one that goes. */
export function createRecent<K, V>(limit: number, forgotten: (value: V) => void = () => {}): Recent<K, V> {
  // A map keeps the order in which its keys were put: what is asked for goes to its end.
  const kept = new Map<K, V>()
  const forget = (key: K): void => {
    const value = kept.get(key)
    if (kept.delete(key) && value !== undefined) forgotten(value)
  }
  const forgetOldest = () => {
    for (const oldest of kept.keys()) {
      if (kept.size <= limit) return
      forget(oldest)
    }
  }
  const put = (key: K, value: V): void => {
    if (kept.get(key) !== value) forget(key)
    kept.delete(key)
    kept.set(key, value)
    // To find the oldest takes a look at the places of all that were put again since: only where one has to go.
    if (kept.size > limit) forgetOldest()
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
    forget,
    values: () => kept.values(),
    clear() {
      for (const key of [...kept.keys()]) forget(key)
    },
  }
}
