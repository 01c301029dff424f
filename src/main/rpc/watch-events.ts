import type { AppEvent } from '../../shared/contract/events'
import { AppError } from '../../shared/errors'
import type { EventHub } from '../publish'

/** Past this many unread events a reader counts as gone; it reconnects and asks for snapshots again. */
const unreadLimit = 20_000

/** Streams every event from now on; the first is `ready`. */
export async function* watchEvents(hub: EventHub, signal: AbortSignal): AsyncGenerator<AppEvent, void, void> {
  const unread: AppEvent[] = [{ type: 'ready' }]
  let wake = () => {}
  const unsubscribe = hub.subscribe((event) => {
    unread.push(event)
    wake()
  })
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)
  try {
    while (!signal.aborted) {
      if (unread.length > unreadLimit) {
        throw new AppError('busy', 'This reader fell too far behind; nothing is lost, connect again.')
      }
      const event = unread.shift()
      if (event !== undefined) {
        yield event
        continue
      }
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  } finally {
    unsubscribe()
    signal.removeEventListener('abort', onAbort)
  }
}
