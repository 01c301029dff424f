import { useRef, useState } from 'react'
import { type MenuItem, MenuList } from './menu-list'

/** A point of the window (pixels). */
export interface MenuPlace {
  readonly x: number
  readonly y: number
}

/** What can be done with a thing, where it was asked for: at the pointer, or below the thing. */
export function ContextMenu({
  label,
  items,
  at,
  onClose,
}: {
  /** The accessible name. */
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly at: MenuPlace
  readonly onClose: () => void
}) {
  const anchor = useRef<HTMLSpanElement>(null)
  const [before] = useState(() => document.activeElement)
  return (
    <>
      <span ref={anchor} className="ui-menu-anchor" style={{ left: at.x, top: at.y }} />
      <MenuList
        // At another place it is another one.
        key={`${at.x} ${at.y}`}
        items={items}
        anchor={anchor}
        side="bottom"
        align="start"
        aria-label={label}
        onClose={(back) => {
          onClose()
          if (back && before instanceof HTMLElement) before.focus()
        }}
      />
    </>
  )
}
