import { type PointerEvent, useRef } from 'react'

/** Milliseconds in which a scroll follows the wheel, key or finger that caused it. */
const followsInputMs = 400

/** Tells the scrolling of a person from that of the browser, which scrolls by itself when the content gets shorter. */
export function usePersonScrolls() {
  const lastInput = useRef(Number.NEGATIVE_INFINITY)
  const held = useRef(false)
  /** What scrolls in the next moment is the person's doing. */
  const input = () => {
    lastInput.current = performance.now()
  }
  return {
    input,
    isByPerson: () => held.current || performance.now() - lastInput.current < followsInputMs,
    /** Those of what scrolls. */
    handlers: {
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
    },
  }
}
