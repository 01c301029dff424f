/**
 * What work answers; rejects with what `late` makes once its time is over, and with the signal's reason when that is aborted.
 * For work that can't be stopped: it goes on, and nobody waits for it.
 */
export function inTime<T>(
  work: Promise<T>,
  {
    limitMs,
    late,
    signal,
  }: { readonly limitMs: number; readonly late: () => Error; readonly signal?: AbortSignal },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), limitMs)
    const stop = () => reject(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    })
  })
}
