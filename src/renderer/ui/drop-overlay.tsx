import type { LucideIcon } from 'lucide-react'
import { type DragEvent as ReactDragEvent, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names'
import './drop-overlay.css'

/** A place where files can be dropped. */
export interface DropTarget {
  readonly id: string
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
}

/** Props of {@link DropOverlay}. */
export interface DropOverlayProps {
  /** One or two; side by side they fill the window, so that no drop misses. */
  readonly targets: readonly DropTarget[]
  /** Read what is needed from `data` at once: it is empty after the event. */
  readonly onDrop: (target: string, data: DataTransfer) => void
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}

/** Covers the window while files are dragged over it; render it once and always. */
export function DropOverlay({ targets, onDrop }: DropOverlayProps) {
  const [dragging, setDragging] = useState(false)
  const [over, setOver] = useState<string>()
  // Each element that the pointer enters and leaves sends its own events; the drag is over when all are left.
  const depth = useRef(0)

  useEffect(() => {
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      depth.current++
      setDragging(true)
    }
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      depth.current = Math.max(0, depth.current - 1)
      if (depth.current === 0) setDragging(false)
    }
    const over = (event: DragEvent) => {
      // Without this the window would open the file in place of the application.
      if (carriesFiles(event)) event.preventDefault()
    }
    const end = () => {
      depth.current = 0
      setDragging(false)
      setOver(undefined)
    }
    const givenUp = () => {
      if (depth.current > 0) end()
    }
    const drop = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault()
      end()
    }
    window.addEventListener('dragenter', enter)
    window.addEventListener('dragleave', leave)
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop)
    // A drag that was given up outside is not always told of; while one lasts, neither of these comes.
    window.addEventListener('pointermove', givenUp)
    window.addEventListener('keydown', givenUp)
    return () => {
      window.removeEventListener('dragenter', enter)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop)
      window.removeEventListener('pointermove', givenUp)
      window.removeEventListener('keydown', givenUp)
    }
  }, [])

  if (!dragging) return null
  return <DropTargets targets={targets} over={over} onOver={setOver} onDrop={onDrop} />
}

/** The two halves of the overlay, apart from when they show. */
export function DropTargets({
  targets,
  over,
  onOver,
  onDrop,
}: DropOverlayProps & {
  readonly over: string | undefined
  readonly onOver: (target: string) => void
}) {
  const hover = (event: ReactDragEvent, id: string) => {
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    if (over !== id) onOver(id)
  }
  return (
    <div className="ui-drop">
      {targets.map(({ id, icon: Icon, title, text }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: a drag has no keyboard form; the same is a button elsewhere
        <div
          key={id}
          className={classNames('ui-drop-target', over === id && 'ui-drop-over')}
          data-drop-target={id}
          onDragOver={(event) => hover(event, id)}
          onDrop={(event) => {
            event.preventDefault()
            onDrop(id, event.dataTransfer)
          }}
        >
          <span className="ui-drop-icon">
            <Icon size={24} strokeWidth={1.75} aria-hidden />
          </span>
          <strong>{title}</strong>
          <span className="ui-drop-text">{text}</span>
        </div>
      ))}
    </div>
  )
}
