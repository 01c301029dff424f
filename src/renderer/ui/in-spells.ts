/** Work that holds the page up for so long (milliseconds) is followed by a turn for everything else. */
const spellMs = 16

let usedMs = 0
let queue: Promise<unknown> = Promise.resolve()

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Does one piece of work after another: at once while there is little of it, and in turns with the page where there is much. */
export function inSpells<Result>(work: () => Result): Promise<Result> {
  const done = queue.then(async () => {
    if (usedMs > spellMs) await nextTask()
    if (usedMs === 0) setTimeout(() => (usedMs = 0))
    const began = performance.now()
    try {
      return work()
    } finally {
      usedMs += performance.now() - began
    }
  })
  queue = done.catch(() => undefined)
  return done
}
