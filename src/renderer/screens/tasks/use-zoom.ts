import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react'

/** Smaller than this nothing can be read, larger than this nothing is gained. */
const scales = { least: 0.25, readable: 0.8, most: 2, step: 1.2 } as const
/** Pixels around the drawing. */
const margin = 48

const within = (scale: number) => Math.min(scales.most, Math.max(scales.least, scale))

/** How large a drawing is shown, and the ways to change that: buttons, Ctrl and the wheel, and dragging what lies behind. */
export function useZoom(
  scroller: RefObject<HTMLElement | null>,
  { width, height }: { readonly width: number; readonly height: number },
) {
  const [scale, setScale] = useState(1)
  const fitting = (least: number) => {
    const { clientWidth = width, clientHeight = height } = scroller.current ?? {}
    const whole = Math.min((clientWidth - margin) / width, (clientHeight - margin) / height)
    return Math.min(1, Math.max(least, whole))
  }
  // Once, when it is there; what is larger than the window is read by scrolling.
  const begin = useEffectEvent(() => setScale(fitting(scales.readable)))
  useLayoutEffect(() => begin(), [])
  const wheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    setScale((now) => within(now * scales.step ** Math.sign(-event.deltaY)))
  })
  useEffect(() => {
    const element = scroller.current
    element?.addEventListener('wheel', wheel, { passive: false })
    return () => element?.removeEventListener('wheel', wheel)
  }, [scroller])
  return {
    scale,
    zoom: (direction: -1 | 1) => setScale((now) => within(now * scales.step ** direction)),
    fit() {
      setScale(within(fitting(scales.least)))
      // What is larger even so is seen from its beginning.
      scroller.current?.scrollTo({ top: 0, left: 0 })
    },
    /** By mouse: a finger scrolls. */
    pan({ nativeEvent, currentTarget }: ReactPointerEvent<HTMLElement>) {
      const { button, pointerType, pointerId, target } = nativeEvent
      if (button !== 0 || pointerType !== 'mouse') return
      if (target instanceof Element && target.closest('button') !== null) return
      currentTarget.setPointerCapture(pointerId)
      const move = ({ movementX, movementY }: PointerEvent) => currentTarget.scrollBy(-movementX, -movementY)
      currentTarget.addEventListener('pointermove', move)
      currentTarget.addEventListener(
        'lostpointercapture',
        () => currentTarget.removeEventListener('pointermove', move),
        { once: true },
      )
    },
  }
}
