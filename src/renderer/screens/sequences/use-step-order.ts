import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react'

/** What a step's handle and its card are given. */
export interface StepHandle {
  readonly dragged: boolean
  /** Where the dragged one would go: before or after this card. */
  readonly drop: 'before' | 'after' | undefined
  readonly grip: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerUp: () => void
    readonly onPointerCancel: () => void
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  }
}

/** Orders cards in a list by dragging their handles, by mouse, pen or finger, or by the arrow keys on them. */
export function useStepOrder(
  list: RefObject<HTMLElement | null>,
  count: number,
  onMove: (from: number, to: number) => void,
): (index: number) => StepHandle {
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null)

  /** The place that the dragged card would take, counted without it. */
  const placeAt = (from: number, y: number): number => {
    const cards = [...(list.current?.children ?? [])]
    const above = cards.filter((card, index) => {
      const { top, height } = card.getBoundingClientRect()
      return index !== from && top + height / 2 < y
    })
    return above.length
  }
  const end = () => {
    if (drag !== null && drag.from !== drag.to) onMove(drag.from, drag.to)
    setDrag(null)
  }

  return (index) => ({
    dragged: drag?.from === index,
    drop: dropAt(drag, index),
    grip: {
      onPointerDown(event) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from: index, to: index })
      },
      onPointerMove(event) {
        if (drag === null) return
        const to = placeAt(drag.from, event.clientY)
        if (to !== drag.to) setDrag({ ...drag, to })
      },
      onPointerUp: end,
      onPointerCancel: () => setDrag(null),
      onKeyDown(event) {
        if (event.key === 'Escape' && drag !== null) {
          event.preventDefault()
          setDrag(null)
          return
        }
        const to = event.key === 'ArrowUp' ? index - 1 : event.key === 'ArrowDown' ? index + 1 : null
        if (to === null) return
        event.preventDefault()
        if (to >= 0 && to < count) onMove(index, to)
      },
    },
  })
}

function dropAt(
  drag: { readonly from: number; readonly to: number } | null,
  index: number,
): 'before' | 'after' | undefined {
  if (drag === null || drag.to === drag.from || drag.to !== index) return undefined
  return drag.to < drag.from ? 'before' : 'after'
}
