import { useEffect, useRef } from 'react'
import { loadOlder } from '../../stores/conversations'
import { attempt } from '../../stores/toasts'
import { isParsed, parseAhead } from '../../ui/markdown'
import type { Branch } from './branch'

/** Messages beyond those that are drawn that are loaded, so that none comes into view as an empty place. */
const loadedAhead = 40
/** Messages beyond those that are drawn whose texts are parsed while the page has nothing else to do. */
const parsedAhead = 12

/** Has the messages around those that are drawn ready to be drawn too: scrolling then only has to place them. */
export function useReadyAhead(conversationId: string, branch: Branch, first: number, last: number): void {
  const latest = useRef(branch)
  latest.current = branch
  const missing = firstMissing(branch, first, last)
  useEffect(() => {
    if (missing !== undefined) void attempt(loadOlder(conversationId, missing))
  }, [conversationId, missing])

  // biome-ignore lint/correctness/useExhaustiveDependencies: messages that were loaded are a reason too
  useEffect(() => {
    let handle = 0
    const later = () => {
      handle = requestIdleCallback((deadline) => {
        // One text is parsed even where little time is left: a frame has room for it.
        do {
          const text = nextText(latest.current, first, last)
          if (text === undefined) return
          parseAhead(text)
        } while (deadline.timeRemaining() > 4)
        later()
      })
    }
    later()
    return () => cancelIdleCallback(handle)
  }, [first, last, missing])
}

/** What is in view comes first, then what a person who reads backwards comes to, then the rest. */
function firstMissing(branch: Branch, first: number, last: number): number | undefined {
  const isMissing = (at: number) => branch.message(at) === undefined
  for (let at = first; at <= last; at++) if (isMissing(at)) return at
  for (let at = first - 1; at >= Math.max(0, first - loadedAhead); at--) if (isMissing(at)) return at
  for (let at = last + 1; at <= Math.min(branch.length - 1, last + loadedAhead); at++)
    if (isMissing(at)) return at
  return undefined
}

/** The nearest text that is not parsed yet. */
function nextText(branch: Branch, first: number, last: number): string | undefined {
  for (let away = 1; away <= parsedAhead; away++) {
    for (const at of [first - away, last + away]) {
      const message = at < 0 || at >= branch.length ? undefined : branch.message(at)
      if (message?.role !== 'assistant' || message.streaming) continue
      const block = message.blocks.find((each) => each?.type === 'text' && !isParsed(each.text))
      if (block?.type === 'text') return block.text
    }
  }
  return undefined
}
