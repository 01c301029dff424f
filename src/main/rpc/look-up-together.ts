import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LibraryToolService } from '../library/tool-service'

/** What is looked up before others have their turn. */
const lookedUpAtOnce = 50

/** Looks things up in the library one after the other, some in one snapshot of it, so that nobody waits for thousands. */
export async function lookUpTogether<T>(
  library: Pick<LibraryToolService, 'inSnapshot'>,
  things: readonly T[],
  look: (thing: T) => void,
): Promise<void> {
  for (let from = 0; from < things.length; from += lookedUpAtOnce) {
    library.inSnapshot(() => things.slice(from, from + lookedUpAtOnce).forEach(look))
    await nextTurn()
  }
}
