import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { isTyping } from '../../ui/is-typing'

/** Widths of the page in parts of the panel's width. */
const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]
const fitWidth = zooms.indexOf(1)
/** Pixels that the wheel goes with Ctrl for the next of these: one notch; fingers move by a few at a time. */
const zoomingDistance = 90

/** A point of the page and where it is in the frame, each in parts of its size. */
interface PagePoint {
  readonly x: number
  readonly y: number
  readonly left: number
  readonly top: number
}

/** How large a page is shown in its frame, and the ways to change that. */
export interface PageZoom {
  /** The width of the page in parts of the frame's. */
  readonly scale: number
  readonly smaller: (() => void) | null
  readonly larger: (() => void) | null
  readonly fit: (() => void) | null
  /** What was looked at is left for another place: nothing of it is to stay where it is. */
  readonly forget: () => void
}

/**
 * Zooms a page by buttons, by the keys `+`, `-` and `0`, and by Ctrl and the wheel. What is looked at, a mark in view or
 * the middle, stays where it is, also where the frame gets another size.
 */
export function usePageZoom(frame: RefObject<HTMLElement | null>): PageZoom {
  const [zoom, setZoom] = useState(fitWidth)
  const scale = zooms[zoom] ?? 1
  const lookedAt = useRef<PagePoint>(null)
  const remember = useEffectEvent(() => {
    lookedAt.current = frame.current && pointIn(frame.current)
  })
  const zoomTo = (to: number) => {
    if (to < 0 || to >= zooms.length || to === zoom) return
    remember()
    setZoom(to)
  }
  /** Where that was scrolled to; null once somebody else scrolled. */
  const followed = useRef<readonly [left: number, top: number]>(null)
  const follow = useEffectEvent(() => {
    scrollTo(frame.current, lookedAt.current)
    followed.current = frame.current && [frame.current.scrollLeft, frame.current.scrollTop]
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scale is the reason to scroll
  useLayoutEffect(() => follow(), [scale])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (isTyping(event.target)) return
    const to = ({ '+': zoom + 1, '=': zoom + 1, '-': zoom - 1, '0': fitWidth } as const)[event.key]
    if (to === undefined) return
    event.preventDefault()
    zoomTo(to)
  })
  const turned = useRef(0)
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    const pixels =
      event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * zoomingDistance
    turned.current = (Math.sign(turned.current) === -Math.sign(pixels) ? 0 : turned.current) + pixels
    if (Math.abs(turned.current) < zoomingDistance) return
    zoomTo(zoom - Math.sign(turned.current))
    turned.current = 0
  })

  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const ended = new AbortController()
    const { signal } = ended
    let size = sizeOf(element)
    const onScroll = () => {
      // The browser scrolls where there is less to scroll, before the new size is told.
      if (sizeOf(element) !== size) return
      const [left, top] = followed.current ?? []
      if (element.scrollLeft === left && element.scrollTop === top) return
      followed.current = null
      remember()
    }
    // From the buttons beside the page, too, which name these keys.
    const viewer = element.closest<HTMLElement>('.inspector') ?? element
    viewer.addEventListener('keydown', onKey, { signal })
    element.addEventListener('wheel', onWheel, { signal, passive: false })
    element.addEventListener('scroll', onScroll, { signal, passive: true })
    const observer = new ResizeObserver(() => {
      size = sizeOf(element)
      follow()
    })
    observer.observe(element)
    return () => {
      ended.abort()
      observer.disconnect()
    }
  }, [frame])
  return {
    scale,
    smaller: zoom === 0 ? null : () => zoomTo(zoom - 1),
    larger: zoom === zooms.length - 1 ? null : () => zoomTo(zoom + 1),
    fit: zoom === fitWidth ? null : () => zoomTo(fitWidth),
    forget() {
      lookedAt.current = null
    },
  }
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): string {
  return `${clientWidth} ${clientHeight}`
}

/** What is looked at of the page in a frame; null while there is none. */
function pointIn(frame: HTMLElement): PagePoint | null {
  const page = frame.querySelector('.page')?.getBoundingClientRect()
  if (page === undefined || page.width === 0 || page.height === 0) return null
  const view = frame.getBoundingClientRect()
  const mark = frame.querySelector('.page-mark:not(.page-mark-other)')?.getBoundingClientRect()
  const seen = mark !== undefined && mark.bottom > view.top && mark.top < view.bottom ? mark : null
  const left = seen === null ? view.left + frame.clientWidth / 2 : seen.left + seen.width / 2
  const top = seen === null ? view.top + frame.clientHeight / 2 : seen.top + seen.height / 2
  return {
    x: (left - page.left) / page.width,
    y: (top - page.top) / page.height,
    left: (left - view.left) / frame.clientWidth,
    top: (top - view.top) / frame.clientHeight,
  }
}

/** Scrolls a frame until a point of its page is where it was. */
function scrollTo(frame: HTMLElement | null, point: PagePoint | null): void {
  const page = frame?.querySelector('.page')?.getBoundingClientRect()
  if (!frame || page === undefined || point === null) return
  const view = frame.getBoundingClientRect()
  frame.scrollBy({
    left: page.left + point.x * page.width - (view.left + point.left * frame.clientWidth),
    top: page.top + point.y * page.height - (view.top + point.top * frame.clientHeight),
    behavior: 'instant',
  })
}
