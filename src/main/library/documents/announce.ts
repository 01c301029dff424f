/** Tells of changes at most ten times a second for each document, and of each last one at once. */
export type Announcer = {
  changed(number: number, final: boolean): void
  close(): void
}

/** Ten times a second looks continuous and costs little. */
const INTERVAL_MS = 100

/** Makes an announcer that calls `announce` with the document that changed. */
export function createAnnouncer(announce: (number: number) => void): Announcer {
  const waiting = new Map<number, { timer: NodeJS.Timeout; dirty: boolean }>()

  const tell = (number: number) => {
    const timer = setTimeout(() => {
      const dirty = waiting.get(number)?.dirty === true
      waiting.delete(number)
      if (dirty) tell(number)
    }, INTERVAL_MS)
    timer.unref()
    waiting.set(number, { timer, dirty: false })
    announce(number)
  }

  const forget = (number: number) => {
    clearTimeout(waiting.get(number)?.timer)
    waiting.delete(number)
  }

  return {
    changed(number, final) {
      const waits = waiting.get(number)
      if (final) {
        forget(number)
        announce(number)
      } else if (waits === undefined) tell(number)
      else waits.dirty = true
    },
    close() {
      for (const number of [...waiting.keys()]) forget(number)
    },
  }
}
