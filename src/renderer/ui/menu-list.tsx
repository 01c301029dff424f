import { Check, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { type Align, type Side, useAnchoredPopover } from './anchored-position'
import { classNames } from './class-names'
import { Kbd } from './kbd'
import './menu.css'

/** Something that can be done. */
export interface MenuAction {
  readonly kind?: 'action'
  readonly id: string
  readonly label: string
  readonly icon?: LucideIcon
  /** Shown after the label in a quiet colour. */
  readonly detail?: string
  readonly shortcut?: string
  readonly danger?: boolean
  readonly disabled?: boolean
  /** Makes it a choice that is on or off. */
  readonly checked?: boolean
  readonly onSelect: () => void
}
/** One line of a menu. */
export type MenuItem =
  | MenuAction
  | { readonly kind: 'separator'; readonly id: string }
  | { readonly kind: 'heading'; readonly id: string; readonly label: string }

/** Props of {@link MenuList}. */
interface MenuListProps {
  readonly items: readonly MenuItem[]
  /** What it is beside; a press on that does not close it. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly side: Side
  readonly align: Align
  readonly startAt?: 'first' | 'last'
  readonly 'aria-label'?: string
  readonly 'aria-labelledby'?: string
  /** Told to close it; `back` where the focus is to go back to where it was. */
  readonly onClose: (back: boolean) => void
}

/** The actions of a menu while it is open: arrows, Home, End and first letters move, Escape closes. */
export function MenuList({ items, anchor, side, align, startAt = 'first', onClose, ...name }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  useAnchoredPopover(true, anchor, list, side, align)
  const leave = useRef(onClose)
  useEffect(() => {
    leave.current = onClose
  }, [onClose])

  useEffect(() => {
    entriesOf(list.current)
      .at(startAt === 'first' ? 0 : -1)
      ?.focus()
    const outside = (event: Event) => {
      const target = event.target
      if (!(target instanceof Node)) return
      if (!list.current?.contains(target) && !anchor.current?.contains(target)) leave.current(false)
    }
    window.addEventListener('pointerdown', outside, { capture: true })
    return () => window.removeEventListener('pointerdown', outside, { capture: true })
  }, [anchor, startAt])

  const move = (event: KeyboardEvent) => {
    const all = entriesOf(list.current)
    const at = all.findIndex((entry) => entry.matches(':focus'))
    const go = (to: number) => {
      event.preventDefault()
      all[(to + all.length) % all.length]?.focus()
    }
    if (event.key === 'ArrowDown') go(at + 1)
    else if (event.key === 'ArrowUp') go(at < 0 ? all.length - 1 : at - 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(all.length - 1)
    else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      event.stopPropagation()
      onClose(true)
    } else if (event.key.length === 1 && /\p{L}|\p{N}/u.test(event.key)) {
      const letter = event.key.toLocaleLowerCase()
      const rest = [...all.slice(at + 1), ...all.slice(0, at + 1)]
      rest.find((entry) => entry.textContent.trim().toLocaleLowerCase().startsWith(letter))?.focus()
    }
  }

  return (
    <div
      ref={list}
      popover="manual"
      role="menu"
      tabIndex={-1}
      {...name}
      className="ui-menu"
      onKeyDown={move}
      // The key that opened it may ask for the browser's own menu when it is let go.
      onContextMenu={(event) => event.preventDefault()}
      onBlur={(event) => {
        const next = event.relatedTarget
        if (next && !event.currentTarget.contains(next) && !anchor.current?.contains(next)) onClose(false)
      }}
    >
      {items.map((item) => (
        <MenuLine key={item.id} item={item} onDone={() => onClose(true)} />
      ))}
    </div>
  )
}

function MenuLine({ item, onDone }: { readonly item: MenuItem; readonly onDone: () => void }) {
  if (item.kind === 'separator') return <hr className="ui-menu-separator" />
  if (item.kind === 'heading') {
    return (
      <div className="ui-menu-heading" role="presentation">
        {item.label}
      </div>
    )
  }
  const { icon: Icon, checked } = item
  return (
    <button
      type="button"
      {...(checked === undefined
        ? { role: 'menuitem' }
        : { role: 'menuitemcheckbox', 'aria-checked': checked })}
      aria-disabled={item.disabled || undefined}
      tabIndex={-1}
      className={classNames('ui-menu-item', item.danger && 'ui-menu-danger')}
      onPointerMove={(event) =>
        (!item.disabled || item.detail) && event.currentTarget.focus({ preventScroll: true })
      }
      onClick={() => {
        if (item.disabled) return
        onDone()
        item.onSelect()
      }}
    >
      {checked !== undefined ? (
        <span className="ui-menu-check">{checked && <Check size={14} aria-hidden />}</span>
      ) : (
        Icon && <Icon size={15} aria-hidden />
      )}
      <span className="ui-menu-label">{item.label}</span>
      {item.detail && <span className="ui-menu-detail">{item.detail}</span>}
      {item.shortcut && <Kbd keys={item.shortcut} />}
    </button>
  )
}

// Entries that can be chosen, and those that say why they can't be, as they are on the page.
const reachable = '[role^="menuitem"]:not([aria-disabled="true"]), [role^="menuitem"]:has(.ui-menu-detail)'

function entriesOf(list: HTMLElement | null): HTMLButtonElement[] {
  return [...(list?.querySelectorAll<HTMLButtonElement>(reachable) ?? [])]
}
