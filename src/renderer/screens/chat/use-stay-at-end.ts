import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { isReadFromStart } from './read-from-start'
import { usePersonScrolls } from './use-person-scrolls'

/** The newest message; lengths in pixels. */
interface SeenAnswer {
  readonly answer: Element | null
  /** Since when it is there. */
  readonly at: number
  /** As it was when it was last looked at. */
  height: number
  /** The most that it became longer by from one look to the next. */
  leap: number
}

/** Milliseconds in which an answer that is shown from its beginning gets its last lines, such as how the run ended. */
const settlesMs = 600

/** Pixels from the end that still count as being at the end. */
const nearEnd = 48

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
  /** What arrives by and by is followed. */
  const arriving = useRef(busy)
  const seen = useRef<SeenAnswer>({ answer: null, at: 0, height: 0, leap: 0 })
  /** An answer to what the person asked in this window is awaited. */
  const awaits = useRef(false)
  /** The answer that was just brought to its beginning, and when. */
  const begun = useRef<{ readonly answer: Element; readonly at: number } | null>(null)
  const [away, setAway] = useState(false)
  const { input, isByPerson, handlers } = usePersonScrolls()

  const stay = useCallback(() => {
    const frame = scroller.current
    if (!frame) return
    const answer = content.current && newest(content.current)
    if (answer !== seen.current.answer) seen.current = { answer, at: performance.now(), height: 0, leap: 0 }
    const height = answer?.clientHeight ?? 0
    // Also while more may come: its end may be told long after it.
    seen.current.leap = Math.max(seen.current.leap, height - seen.current.height)
    seen.current.height = height
    if (!atEnd.current) {
      // The list of messages keeps to where it last heard that the view is: at the end, where this came before the news.
      const { answer: shown, at } = begun.current ?? { answer: null, at: 0 }
      if (performance.now() - at < settlesMs) shown?.scrollIntoView({ block: 'start' })
      return
    }
    frame.scrollTop = frame.scrollHeight
    if (!awaits.current || arriving.current || answer === null) return
    const { at, leap } = seen.current
    const age = performance.now() - at
    if (!isReadFromStart({ height, windowHeight: frame.clientHeight, leap, age })) return
    awaits.current = false
    // Once what stands above it is in its place, and the page has told of the end.
    requestAnimationFrame(() => {
      atEnd.current = false
      setAway(true)
      begun.current = { answer, at: performance.now() }
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
    if (isByPerson()) begun.current = null
    const near = frame.scrollHeight - frame.scrollTop - frame.clientHeight < nearEnd
    if (near) atEnd.current = true
    else if (up && isByPerson()) atEnd.current = false
    setAway(!atEnd.current)
  }
  const awaitAnswer = () => {
    awaits.current = true
  }
  const toEnd = () => {
    awaits.current = false
    begun.current = null
    atEnd.current = true
    setAway(false)
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }
  /** Goes somewhere else, as a person who scrolls does. */
  const leaveEnd = () => {
    const frame = scroller.current
    if (!frame || frame.scrollHeight <= frame.clientHeight) return
    begun.current = null
    atEnd.current = false
    setAway(true)
  }
  return {
    scroller,
    content,
    away,
    stay,
    toEnd,
    awaitAnswer,
    leaveEnd,
    input,
    handlers: { ...handlers, onScroll: follow },
  }
}
