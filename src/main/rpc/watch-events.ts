import type { AppEvent } from '../../shared/contract/events'
import { AppError } from '../../shared/errors'
import type { EventHub } from '../publish'

/** Past this many unread events a reader counts as gone; it reconnects and asks for snapshots again. */
export const unreadLimit = 20_000

/**
 * Streams every event from now on; the first is `ready`. Ends when its reader goes (`signal`), and after the last event
 * when the core closes (`closing`). Throws `busy` where its reader falls too far behind.
 */
export async function* watchEvents(
  hub: EventHub,
  signal: AbortSignal,
  closing: AbortSignal,
): AsyncGenerator<AppEvent, void, void> {
  let unread: AppEvent[] = [{ type: 'ready' }]
  let fellBehind = false
  let wake = () => {}
  const unsubscribe = hub.subscribe((event) => {
    if (fellBehind) return
    unread.push(event)
    if (unread.length > unreadLimit) {
      // A reader that stands still must not fill the memory.
      fellBehind = true
      unread = []
    }
    wake()
  })
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)
  closing.addEventListener('abort', onAbort)
  try {
    while (!signal.aborted) {
      if (fellBehind) {
        throw new AppError('busy', 'This reader fell too far behind; nothing is lost, connect again.')
      }
      const event = unread.shift()
      if (event !== undefined) {
        yield event
        continue
      }
      if (closing.aborted) return
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  } finally {
    unsubscribe()
    signal.removeEventListener('abort', onAbort)
    closing.removeEventListener('abort', onAbort)
  }
}
