/** Paths that the person handed over by a gesture, each good for one use. */
export type HandedOver = {
  remember(path: string): void
  /** True once for each time that the path was remembered. */
  take(path: string): boolean
}

/** Starts with none; a gesture is not stored, because it ends with the process. */
export function createHandedOver(): HandedOver {
  const times = new Map<string, number>()
  return {
    remember(path) {
      times.set(path, (times.get(path) ?? 0) + 1)
    },
    take(path) {
      const left = times.get(path)
      if (left === undefined) return false
      if (left > 1) times.set(path, left - 1)
      else times.delete(path)
      return true
    },
  }
}
