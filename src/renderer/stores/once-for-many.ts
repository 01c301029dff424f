/** Loads again what changed, once for many changes: what comes while it loads is loaded once more, after it. */
export function onceForMany(load: () => Promise<unknown>): () => Promise<void> {
  let loading: Promise<void> = Promise.resolve()
  let isLoading = false
  let stale = false
  const whileStale = async () => {
    isLoading = true
    try {
      while (stale) {
        stale = false
        await load()
      }
    } finally {
      // With the last look at `stale`: what comes between the two would be loaded by nobody.
      isLoading = false
    }
  }
  return async () => {
    stale = true
    if (!isLoading) loading = whileStale()
    await loading
  }
}
