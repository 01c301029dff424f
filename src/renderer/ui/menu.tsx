import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import type { Align, Side } from './anchored-position'
import { type MenuItem, MenuList } from './menu-list'

export type { MenuAction, MenuItem } from './menu-list'

/** What the trigger must be given to open the menu and say so. */
export interface MenuTriggerProps {
  readonly ref: RefObject<HTMLButtonElement | null>
  readonly id: string
  readonly 'aria-haspopup': 'menu'
  readonly 'aria-expanded': boolean
  readonly onClick: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Props of {@link Menu}. */
export interface MenuProps {
  readonly items: readonly MenuItem[]
  /** Renders the button: `(props) => <IconButton {...props} icon={…} label="…" />`. */
  readonly trigger: (props: MenuTriggerProps) => ReactNode
  readonly side?: Side
  readonly align?: Align
}

/** A list of actions under a button; the keys are those of {@link MenuList}. */
export function Menu({ items, trigger, side = 'bottom', align = 'start' }: MenuProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const [startAt, setStartAt] = useState<'first' | 'last'>('first')
  const id = useId()
  return (
    <>
      {trigger({
        ref: button,
        id: `${id}-button`,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: () => {
          setStartAt('first')
          setOpen(!open)
        },
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setStartAt(event.key === 'ArrowDown' ? 'first' : 'last')
          setOpen(true)
        },
      })}
      {open && (
        <MenuList
          items={items}
          anchor={button}
          side={side}
          align={align}
          startAt={startAt}
          aria-labelledby={`${id}-button`}
          onClose={(back) => {
            setOpen(false)
            if (back) button.current?.focus()
          }}
        />
      )}
    </>
  )
}
