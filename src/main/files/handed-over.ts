/** Paths that a person handed over by a gesture, each good for one use, with what was said of it. */
export interface HandedOver<T> {
  /** Says that a path is handed over; answers how to forget it again, where nobody took it. */
  handOver(path: string, said: T): () => void
  /** Once for each time that the path was handed over; then null. */
  take(path: string): T | null
}

/** Starts with none; a gesture is not stored, because it ends with the process. */
export function createHandedOver<T>(): HandedOver<T> {
  const handed = new Map<string, readonly { readonly said: T }[]>()
  const leave = (path: string, rest: readonly { readonly said: T }[]): void => {
    if (rest.length > 0) handed.set(path, rest)
    else handed.delete(path)
  }
  return {
    handOver(path, said) {
      // An object of its own, so that it is told from another of the same path.
      const mine = { said }
      handed.set(path, [...(handed.get(path) ?? []), mine])
      return () =>
        leave(
          path,
          (handed.get(path) ?? []).filter((other) => other !== mine),
        )
    },
    take(path) {
      const [first, ...rest] = handed.get(path) ?? []
      leave(path, rest)
      return first?.said ?? null
    },
  }
}
