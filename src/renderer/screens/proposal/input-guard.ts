import { afterPaint } from '../../ui/after-paint'
import { INPUT_GUARD_MS } from '../../ui/dialog'

/** What keeps input that was meant for something else from deciding what came in its place by itself. */
export interface InputGuard<Target> {
  /** This came under the keys or the pointer without being asked for. */
  begin(target: Target): void
  /** The person has moved by themselves. */
  end(): void
  /** Whether input is ignored that met this then, by the clock of `performance`. */
  ignores(target: Target | undefined, metAt: number): boolean
}

/**
 * Guards one thing at a time for as long as {@link INPUT_GUARD_MS} says; `whenSeen` calls back once what came can be
 * seen.
 */
export function createInputGuard<Target>(
  whenSeen: (done: () => void) => () => void = afterPaint,
): InputGuard<Target> {
  let guarded: { readonly target: Target; until: number } | null = null
  let stopWaiting = () => {}

  const end = (): void => {
    stopWaiting()
    guarded = null
  }
  return {
    begin(target) {
      end()
      // Nobody can mean what they don't see.
      const mine = { target, until: Number.POSITIVE_INFINITY }
      guarded = mine
      stopWaiting = whenSeen(() => {
        mine.until = performance.now() + INPUT_GUARD_MS
      })
    },
    end,
    ignores: (target, metAt) => guarded !== null && target === guarded.target && metAt < guarded.until,
  }
}
