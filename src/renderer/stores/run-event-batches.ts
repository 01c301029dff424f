import type { RunEvent } from '../../shared/run/events'

/**
 * Milliseconds between two drawings of what streams: often enough that text seems to grow, a few words at a time, and not
 * as often as a quick model sends a piece of it, because each drawing costs a layout and, with a new line, two frames.
 */
export const batchMs = 100

/**
 * Hands events on in their order: pieces of what streams together, everything else, and the first piece after a pause,
 * at once.
 */
export function createRunEventBatches(
  apply: (events: readonly RunEvent[]) => void,
): (event: RunEvent) => void {
  const waiting: RunEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = Number.NEGATIVE_INFINITY
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    last = performance.now()
    apply(waiting.splice(0))
  }
  return (event) => {
    waiting.push(event)
    const left = isPiece(event) ? last + batchMs - performance.now() : 0
    if (left <= 0) flush()
    else timer ??= setTimeout(flush, left)
  }
}

function isPiece({ body: { type } }: RunEvent): boolean {
  return type === 'text_delta' || type === 'thinking_delta' || type === 'tool_input_delta'
}
