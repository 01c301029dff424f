import { type PointerEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'

/** Pixels from the end that still count as being at the end. */
const nearEnd = 48
/** Milliseconds in which an answer that fills the window came at once: nobody reads so fast. */
const atOnceMs = 600
/** Milliseconds in which a scroll follows the wheel, key or finger that caused it. */
const followsInputMs = 400

/**
 * Keeps a scroll area at its end while things arrive there. Only the person leaves the end: a card that closes
 * makes the content shorter, and the browser then scrolls up by itself. An answer that is longer than the window and
 * came at once is shown from its beginning: nobody could read along.
 */
export function useStayAtEnd(newest: (content: Element) => Element | null, busy: boolean) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const lastTop = useRef(0)
  const lastInput = useRef(Number.NEGATIVE_INFINITY)
  const held = useRef(false)
  const lastHeight = useRef(0)
  /** What arrives by and by is followed. */
  const arriving = useRef(busy)
  /** The newest message, and since when it is there. */
  const seen = useRef<{ readonly answer: Element | null; readonly at: number }>({ answer: null, at: 0 })
  /** An answer to what the person asked in this window is awaited. */
  const awaits = useRef(false)
  const [away, setAway] = useState(false)

  const stay = useCallback(() => {
    const frame = scroller.current
    if (!frame) return
    const grown = frame.scrollHeight - lastHeight.current
    lastHeight.current = frame.scrollHeight
    const answer = content.current && newest(content.current)
    if (answer !== seen.current.answer) seen.current = { answer, at: performance.now() }
    if (!atEnd.current) return
    frame.scrollTop = frame.scrollHeight
    if (!awaits.current || arriving.current || answer === null || answer.clientHeight <= frame.clientHeight)
      return
    if (grown <= frame.clientHeight && performance.now() - seen.current.at > atOnceMs) return
    awaits.current = false
    // Once what stands above it is in its place, and the page has told of the end.
    requestAnimationFrame(() => {
      atEnd.current = false
      setAway(true)
      answer.scrollIntoView({ block: 'start' })
    })
  }, [newest])
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

  useLayoutEffect(() => {
    arriving.current = busy
    if (!busy) stay()
  }, [busy, stay])

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
  const awaitAnswer = () => {
    awaits.current = true
  }
  const toEnd = () => {
    awaits.current = false
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
  return { scroller, content, away, stay, toEnd, awaitAnswer, leaveEnd, input, handlers }
}
