/** Loads again what changed, once for many changes: what comes while it loads is loaded once more, after it. */
export function onceForMany(load: () => Promise<unknown>): () => Promise<void> {
  let loading: Promise<void> | null = null
  let stale = false
  const whileStale = async () => {
    try {
      while (stale) {
        stale = false
        // What throws at once is waited for like the rest: `loading` is set by then.
        await (async () => load())()
      }
    } finally {
      // With the last look at `stale`: what comes between the two would be loaded by nobody.
      loading = null
    }
  }
  return async () => {
    stale = true
    loading ??= whileStale()
    await loading
  }
}
