import { setImmediate as nextTask } from 'node:timers/promises'

/** Milliseconds of work at a time: what else the process has to do waits no longer. */
export const spellMs = 8

/** Does something step by step, and lets other work of the process come in between; answers what it returns. */
export async function inSpells<T>(steps: Generator<unknown, T>): Promise<T> {
  let since = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() - since > spellMs) {
      await nextTask()
      since = performance.now()
    }
  }
}

/** Goes on with steps until they end, without a turn for anybody; answers what they return. */
export function toTheEnd<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
