/** Loads again what changed, once for many changes: what comes while it loads is loaded once more, after it. */
export function onceForMany(load: () => Promise<unknown>): () => Promise<void> {
  let loading: Promise<void> | null = null
  let stale = false
  const whileStale = async () => {
    while (stale) {
      stale = false
      await load()
    }
  }
  return async () => {
    stale = true
    loading ??= whileStale().finally(() => {
      loading = null
    })
    await loading
  }
}
