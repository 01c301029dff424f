/** What a person says of a file of contacts that they hand over. */
export interface HandedCards {
  /** Whether it is their own address book: then nobody else wrote what is in it. */
  readonly own: boolean
}

/** The files of contacts that were handed over, each for one call that takes it. */
export interface HandedFiles {
  /** Says that a file is handed over; what is answered takes that back. */
  handOver(path: string, one: HandedCards): () => void
  /** Once for each time that the path was handed over; then null. */
  take(path: string): HandedCards | null
}

/** Starts with nothing handed over. */
export function createHandedFiles(): HandedFiles {
  const handed = new Map<string, readonly HandedCards[]>()
  const leave = (path: string, rest: readonly HandedCards[]): void => {
    if (rest.length > 0) handed.set(path, rest)
    else handed.delete(path)
  }
  return {
    handOver(path, one) {
      // Of its own, so that it is told from another of the same path.
      const mine = { ...one }
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
      return first ?? null
    },
  }
}
