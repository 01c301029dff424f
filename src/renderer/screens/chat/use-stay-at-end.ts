import { type PointerEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'

/** Pixels from the end that still count as being at the end. */
const nearEnd = 48
/** Milliseconds in which a scroll follows the wheel, key or finger that caused it. */
const followsInputMs = 400

/**
 * Keeps a scroll area at its end while things arrive there. Only the person leaves the end: a card that closes
 * makes the content shorter, and the browser then scrolls up by itself.
 */
export function useStayAtEnd() {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const lastTop = useRef(0)
  const lastInput = useRef(Number.NEGATIVE_INFINITY)
  const held = useRef(false)
  const [away, setAway] = useState(false)

  const stay = useCallback(() => {
    const frame = scroller.current
    if (frame && atEnd.current) frame.scrollTop = frame.scrollHeight
  }, [])
  // Before it is painted: what is in view is at the end from the first frame on.
  useLayoutEffect(() => {
    const frame = scroller.current
    const inner = content.current
    if (!frame || !inner) return
    const observer = new ResizeObserver(stay)
    observer.observe(inner)
    observer.observe(frame)
    stay()
    return () => observer.disconnect()
  }, [stay])

  const follow = () => {
    const frame = scroller.current
    if (!frame) return
    const up = frame.scrollTop < lastTop.current
    lastTop.current = frame.scrollTop
    const byPerson = held.current || performance.now() - lastInput.current < followsInputMs
    const near = frame.scrollHeight - frame.scrollTop - frame.clientHeight < nearEnd
    if (near) atEnd.current = true
    else if (up && byPerson) atEnd.current = false
    setAway(!atEnd.current)
  }
  const toEnd = () => {
    atEnd.current = true
    setAway(false)
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }
  /** Goes somewhere else, as a person who scrolls does. */
  const leaveEnd = () => {
    const frame = scroller.current
    if (!frame || frame.scrollHeight <= frame.clientHeight) return
    atEnd.current = false
    setAway(true)
  }
  /** What scrolls in the next moment is the person's doing. */
  const input = () => {
    lastInput.current = performance.now()
  }
  const handlers = {
    onScroll: follow,
    onWheel: input,
    onTouchMove: input,
    onKeyDown: input,
    // The scroll bar: its drag sends no moves, and often no release, so that the next free move ends it.
    onPointerDown: (event: PointerEvent) => {
      held.current = event.target === event.currentTarget
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.buttons === 0) held.current = false
    },
  }
  return { scroller, content, away, stay, toEnd, leaveEnd, input, handlers }
}
