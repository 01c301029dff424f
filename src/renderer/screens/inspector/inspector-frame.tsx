import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { inspect } from '../../stores/page'
import { text } from '../../text/text'
import { IconButton } from '../../ui/icon-button'
import './inspector.css'

/** The frame of everything in the panel: a heading, a way to close, the content. */
export function InspectorFrame({
  title,
  lead,
  toolbar,
  panel,
  children,
}: {
  readonly title: ReactNode
  readonly lead?: ReactNode
  readonly toolbar?: ReactNode
  /** What lies open between the toolbar and the content. */
  readonly panel?: ReactNode
  readonly children: ReactNode
}) {
  const close = useRef<HTMLButtonElement>(null)
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    opener.current = document.activeElement
    return () => {
      // Closing gives the focus back to what opened the panel, unless it has gone on.
      if (document.activeElement === document.body && opener.current instanceof HTMLElement)
        opener.current.focus()
    }
  }, [])
  return (
    <div className="inspector">
      <header className="inspector-head">
        {lead}
        <h2 tabIndex={-1}>{title}</h2>
        <IconButton
          ref={close}
          icon={X}
          label={text().app.closeInspector}
          shortcut="Escape"
          onClick={() => inspect(null)}
        />
      </header>
      {toolbar && <div className="inspector-toolbar">{toolbar}</div>}
      {panel}
      <div className="inspector-body">{children}</div>
    </div>
  )
}
