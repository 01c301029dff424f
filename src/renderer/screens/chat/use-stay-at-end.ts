import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { isReadFromStart } from './read-from-start'
import { usePersonScrolls } from './use-person-scrolls'

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
  const lastHeight = useRef(0)
  /** What arrives by and by is followed. */
  const arriving = useRef(busy)
  /** The newest message, and since when it is there. */
  const seen = useRef<{ readonly answer: Element | null; readonly at: number }>({ answer: null, at: 0 })
  /** An answer to what the person asked in this window is awaited. */
  const awaits = useRef(false)
  const [away, setAway] = useState(false)
  const { input, isByPerson, handlers } = usePersonScrolls()

  const stay = useCallback(() => {
    const frame = scroller.current
    if (!frame) return
    const grownBy = frame.scrollHeight - lastHeight.current
    lastHeight.current = frame.scrollHeight
    const answer = content.current && newest(content.current)
    if (answer !== seen.current.answer) seen.current = { answer, at: performance.now() }
    if (!atEnd.current) return
    frame.scrollTop = frame.scrollHeight
    if (!awaits.current || arriving.current || answer === null) return
    const age = performance.now() - seen.current.at
    const { clientHeight: height } = answer
    if (!isReadFromStart({ height, windowHeight: frame.clientHeight, grownBy, age })) return
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
