import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Where a page that is turned to is seen first. */
export type PageEdge = 'top' | 'bottom'

/** Pixels that the wheel goes on past the end of a page until the page is turned: one notch. */
const turningDistance = 90
/** Milliseconds without a wheel event after which the next one is another gesture. */
const gesturePause = 180
/** Milliseconds for which what is left of a gesture does not scroll the page that it turned to. */
const restAfterTurn = 500
/** Pixels by which a scroll position may be off its end: browsers round. */
const slack = 2

/** What turns pages. */
interface Turning {
  readonly number: number
  readonly pages: number
  /** Whether the page is still on its way. */
  readonly waiting: boolean
  readonly onTurn: (page: number, edge: PageEdge) => void
}

/** Turns pages by keys and by the wheel past the end of a page; one gesture of the wheel turns one page. */
export function usePageTurning(frame: RefObject<HTMLElement | null>, turning: Turning): void {
  const turn = useEffectEvent((step: 1 | -1): boolean => {
    const { number, pages, waiting, onTurn } = turning
    if (waiting || number + step < 1 || number + step > pages) return false
    onTurn(number + step, step > 0 ? 'top' : 'bottom')
    return true
  })
  const toEnd = useEffectEvent((edge: PageEdge) => turning.onTurn(edge === 'top' ? 1 : turning.pages, edge))

  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const ended = new AbortController()
    const { signal } = ended
    element.addEventListener('keydown', (event) => onKey(event, element, turn, toEnd), { signal })
    const onWheel = wheelTurns(element, turn)
    // It holds back the rest of a gesture, which only a listener that is not passive may do.
    element.addEventListener('wheel', onWheel, { signal, passive: false })
    return () => ended.abort()
  }, [frame])
}

type Turn = (step: 1 | -1) => boolean

function onKey(event: KeyboardEvent, frame: HTMLElement, turn: Turn, toEnd: (edge: PageEdge) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  const { key, shiftKey } = event
  if (key === 'Home' || key === 'End') {
    if (shiftKey) return
    event.preventDefault()
    toEnd(key === 'Home' ? 'top' : 'bottom')
    return
  }
  const move = moveOf(key, shiftKey)
  if (move === null || !isAtEnd(frame, move)) return
  event.preventDefault()
  // A key that is held down to scroll stops at the end of the page.
  if (!(event.repeat && key.startsWith('Arrow') && move.axis === 'y')) turn(move.step)
}

interface Move {
  readonly axis: 'x' | 'y'
  readonly step: 1 | -1
}

/** What a key scrolls by, until there is nothing more to scroll. */
function moveOf(key: string, shiftKey: boolean): Move | null {
  if (key === ' ') return { axis: 'y', step: shiftKey ? -1 : 1 }
  // With Shift they move the end of what is selected.
  if (shiftKey) return null
  switch (key) {
    case 'PageDown':
    case 'ArrowDown':
      return { axis: 'y', step: 1 }
    case 'PageUp':
    case 'ArrowUp':
      return { axis: 'y', step: -1 }
    case 'ArrowRight':
      return { axis: 'x', step: 1 }
    case 'ArrowLeft':
      return { axis: 'x', step: -1 }
    default:
      return null
  }
}

function isAtEnd(frame: HTMLElement, { axis, step }: Move): boolean {
  const [position, room] =
    axis === 'y'
      ? [frame.scrollTop, frame.scrollHeight - frame.clientHeight]
      : [frame.scrollLeft, frame.scrollWidth - frame.clientWidth]
  return step > 0 ? position >= room - slack : position <= slack
}

/** A handler of wheel events that turns one page for each gesture that goes on past the end of one. */
function wheelTurns(frame: HTMLElement, turn: Turn): (event: WheelEvent) => void {
  let latest = Number.NEGATIVE_INFINITY
  let turnedAt: number | null = null
  let beyond = 0
  return (event) => {
    if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return
    if (event.timeStamp - latest > gesturePause) {
      turnedAt = null
      beyond = 0
    }
    latest = event.timeStamp
    if (turnedAt !== null) {
      if (event.timeStamp - turnedAt < restAfterTurn) event.preventDefault()
      return
    }
    const move: Move = { axis: 'y', step: event.deltaY > 0 ? 1 : -1 }
    const delta =
      event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * turningDistance
    // Another direction is another wish.
    if (Math.sign(beyond) === -move.step) beyond = 0
    if (!isAtEnd(frame, move)) return
    beyond += delta
    if (Math.abs(beyond) < turningDistance || !turn(move.step)) return
    event.preventDefault()
    turnedAt = event.timeStamp
    beyond = 0
  }
}
