import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type Side, useAnchoredPopover } from './anchored-position'
import { revealed } from './hidden-text'
import { Kbd } from './kbd'
import './tooltip.css'

/** Milliseconds of rest on a thing before its tooltip shows, so that it does not flicker in passing. */
const SHOW_DELAY_MS = 450
/** Milliseconds in which the pointer may travel from the thing to its tooltip. */
const HIDE_DELAY_MS = 80

/** Props of {@link Tooltip}. */
export interface TooltipProps {
  readonly text: ReactNode
  readonly side?: Side
  /** A shortcut shown after the text, such as `Mod+K`. */
  readonly shortcut?: string
  /** Set when the child already carries the text as its name; then it is not read twice. */
  readonly redundant?: boolean
  readonly className?: string
  /** Lets a shared line be cut off inside. */
  readonly block?: boolean
  readonly children: ReactNode
}

/** A short explanation on hover and keyboard focus; Escape hides it. */
export function Tooltip({
  text,
  side = 'top',
  shortcut,
  redundant,
  className,
  block,
  children,
}: TooltipProps) {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  useAnchoredPopover(open, anchor, bubble, side, 'center')

  const later = (next: boolean, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(next), delay)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!open) return
    const hide = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    window.addEventListener('keydown', hide, { capture: true })
    return () => window.removeEventListener('keydown', hide, { capture: true })
  }, [open])
  useEffect(() => {
    const target = anchor.current?.firstElementChild
    if (redundant || !open || !target) return
    target.setAttribute('aria-describedby', id)
    return () => target.removeAttribute('aria-describedby')
  }, [open, redundant, id])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches what the child's pointer and focus do
    <span
      ref={anchor}
      className={[block ? 'ui-tooltip-block' : 'ui-tooltip-anchor', className].filter(Boolean).join(' ')}
      onPointerEnter={(event) => event.pointerType !== 'touch' && later(true, SHOW_DELAY_MS)}
      onPointerLeave={() => later(false, HIDE_DELAY_MS)}
      onPointerDown={() => later(false, 0)}
      onFocus={(event) => event.target.matches(':focus-visible') && later(true, 0)}
      onBlur={() => later(false, 0)}
    >
      {children}
      {open && (
        <span
          ref={bubble}
          id={id}
          role="tooltip"
          popover="manual"
          className="ui-tooltip"
          aria-hidden={redundant}
        >
          <span>{revealed(text)}</span>
          {shortcut && <Kbd keys={shortcut} />}
        </span>
      )}
    </span>
  )
}
