import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import { useWords } from './words'
import './split-pane.css'

/** Pixels that one press of an arrow key moves the separator. */
const STEP = 24
/** Pixels that the panel has at the least and at the most. */
const LEAST_SIDE = 320
const MOST_SIDE = 960

/** Props of {@link SplitPane}. */
export interface SplitPaneProps {
  readonly main: ReactNode
  /** The panel on the right; absent when closed. */
  readonly side?: ReactNode
  /** The accessible name of the panel. */
  readonly sideLabel: string
  readonly sideWidth: number
  /** Whether the panel lies over all of the work, which then can't be reached. */
  readonly covered?: boolean
  /** Called when a drag or a key press ends, so that the width can be remembered. */
  readonly onSideWidthChange: (width: number) => void
}

/** Work in the middle and an inspector on the right, with a separator for pointer and keyboard; on a narrow window the panel lies over the work. */
export function SplitPane({ main, side, sideLabel, sideWidth, covered, onSideWidthChange }: SplitPaneProps) {
  const words = useWords()
  const [dragged, setDragged] = useState<number>()
  const start = useRef({ x: 0, width: 0 })
  const clamp = (width: number) => Math.round(Math.max(LEAST_SIDE, Math.min(MOST_SIDE, width)))
  const width = clamp(dragged ?? sideWidth)

  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, width }
    setDragged(width)
  }
  const drag = (event: PointerEvent) => {
    if (dragged !== undefined) setDragged(clamp(start.current.width + start.current.x - event.clientX))
  }
  const end = () => {
    if (dragged === undefined) return
    setDragged(undefined)
    onSideWidthChange(width)
  }
  const press = (event: KeyboardEvent) => {
    const wanted: Readonly<Record<string, number>> = {
      ArrowLeft: width + STEP,
      ArrowRight: width - STEP,
      Home: LEAST_SIDE,
      End: MOST_SIDE,
    }
    const next = wanted[event.key]
    if (next === undefined) return
    event.preventDefault()
    onSideWidthChange(clamp(next))
  }

  return (
    <div className="ui-split" data-dragging={dragged === undefined ? undefined : true}>
      <div className="ui-split-main" inert={covered}>
        {main}
      </div>
      {side && (
        <aside
          className="ui-split-side"
          aria-label={sideLabel}
          // React's type of style knows no custom properties.
          style={{ '--side-width': `${width}px` } as CSSProperties}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: a focusable separator is a widget; hr is not */}
          <div
            className="ui-split-separator"
            role="separator"
            tabIndex={0}
            aria-orientation="vertical"
            aria-label={words.resize}
            aria-valuenow={width}
            aria-valuemin={LEAST_SIDE}
            aria-valuemax={MOST_SIDE}
            onPointerDown={begin}
            onPointerMove={drag}
            onPointerUp={end}
            onPointerCancel={end}
            onKeyDown={press}
          />
          <div className="ui-split-content">{side}</div>
        </aside>
      )}
    </div>
  )
}
