/** Does the same work again and again, once at a time: those who ask while it is done share the next time. */
export function sharingTheNext(work: () => Promise<void>): () => Promise<void> {
  let now: Promise<void> | null = null
  let next: Promise<void> | null = null
  const begin = (): Promise<void> => {
    next = null
    now = work().finally(() => {
      now = null
    })
    return now
  }
  return () => {
    if (now === null) return begin()
    next ??= now.then(begin, begin)
    return next
  }
}
