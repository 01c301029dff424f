import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type TaskLine, type TaskStatus, taskStatusSchema } from '../../../shared/contract/tasks'
import { type ColumnPlace, columnAt } from './board'

/** Pixels that a press moves before it is a drag and no click. */
const slack = 5
/** Pixels from the edge at which the board moves on, and by how much with each move. */
const edge = { near: 32, step: 16 } as const

interface Drag {
  readonly card: TaskLine
  /** The pointer, within the board. */
  readonly at: { readonly x: number; readonly y: number }
  readonly over: TaskStatus | null
}

/** What the board shows of a drag, and how a card begins one. */
interface CardDrag {
  readonly card: TaskLine | null
  readonly at: Drag['at'] | null
  readonly over: TaskStatus | null
  readonly begin: (line: TaskLine, event: ReactPointerEvent<HTMLElement>) => void
}

/**
 * Moves cards between columns by mouse or pen anywhere on them, and by finger on their handles: elsewhere a finger scrolls.
 * Escape ends a drag where it began.
 */
export function useCardDrag(
  frame: RefObject<HTMLElement | null>,
  onDrop: (line: TaskLine, status: TaskStatus) => void,
): CardDrag {
  const [drag, setDrag] = useState<Drag | null>(null)
  const drop = useRef(onDrop)
  useEffect(() => {
    drop.current = onDrop
  })
  const ending = useRef<AbortController | null>(null)
  useEffect(() => () => ending.current?.abort(), [])

  const begin: CardDrag['begin'] = (line, { nativeEvent, currentTarget }) => {
    if (nativeEvent.button !== 0 || !mayBegin(nativeEvent)) return
    ending.current?.abort()
    const ended = new AbortController()
    ending.current = ended
    const { clientX, clientY, pointerId } = nativeEvent
    let now: Drag | null = null
    const show = (next: Drag | null) => {
      now = next
      setDrag(next)
    }
    const stop = () => {
      ended.abort()
      show(null)
    }
    const { signal } = ended
    window.addEventListener(
      'pointermove',
      (event) => {
        if (event.pointerId !== pointerId) return
        if (now === null) {
          if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < slack) return
          // From here on letting go is no click on what is below.
          currentTarget.setPointerCapture(pointerId)
        }
        scrollNearEdge(frame.current, event.clientX)
        show(dragAt(frame.current, line, event))
      },
      { signal },
    )
    window.addEventListener(
      'pointerup',
      (event) => {
        if (event.pointerId !== pointerId) return
        const over = now?.over ?? null
        stop()
        if (over !== null) drop.current(line, over)
      },
      { signal },
    )
    window.addEventListener('pointercancel', stop, { signal })
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || now === null) return
        event.preventDefault()
        event.stopPropagation()
        stop()
      },
      { signal, capture: true },
    )
  }
  return { card: drag?.card ?? null, at: drag?.at ?? null, over: drag?.over ?? null, begin }
}

/** A finger drags by the handle, and what else can be pressed on a card is pressed. */
function mayBegin({ pointerType, target }: PointerEvent): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('.board-grip') !== null) return true
  return (
    pointerType !== 'touch' && target.closest('button:not(.board-open), [role="menu"], input, a') === null
  )
}

function dragAt(frame: HTMLElement | null, card: TaskLine, { clientX, clientY }: PointerEvent): Drag {
  const { left = 0, top = 0 } = frame?.getBoundingClientRect() ?? {}
  return {
    card,
    at: { x: clientX - left, y: clientY - top },
    over: columnAt(placesIn(frame), clientX, clientY),
  }
}

function placesIn(frame: HTMLElement | null): readonly ColumnPlace[] {
  return [...(frame?.querySelectorAll<HTMLElement>('.board-column') ?? [])].flatMap((column) => {
    const status = taskStatusSchema.safeParse(column.dataset.status).data
    if (status === undefined) return []
    const { left, right, top, bottom } = column.getBoundingClientRect()
    return [{ status, left, right, top, bottom }]
  })
}

function scrollNearEdge(frame: HTMLElement | null, x: number): void {
  const board = frame?.querySelector('.board')
  if (!board) return
  const { left, right } = board.getBoundingClientRect()
  if (x < left + edge.near) board.scrollLeft -= edge.step
  else if (x > right - edge.near) board.scrollLeft += edge.step
}
