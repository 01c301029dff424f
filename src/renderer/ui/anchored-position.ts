import { type RefObject, useLayoutEffect } from 'react'

/** The side of the anchor on which a floating element is wanted; it flips where there is no room. */
export type Side = 'top' | 'bottom' | 'left' | 'right'
/** How a floating element lines up with its anchor. */
export type Align = 'start' | 'center' | 'end'

/** Pixels between the anchor and what floats beside it. */
const GAP = 6
/** Pixels that stay free between a floating element and the window's edge. */
const MARGIN = 8

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Where a floating box goes, in window coordinates; always inside the window where it fits. */
export function placeBeside(
  anchor: Box,
  floating: { readonly width: number; readonly height: number },
  view: { readonly width: number; readonly height: number },
  side: Side,
  align: Align,
): { readonly left: number; readonly top: number } {
  const vertical = side === 'top' || side === 'bottom'
  const size = vertical ? floating.height : floating.width
  const before = (vertical ? anchor.top : anchor.left) - GAP - size
  const after = (vertical ? anchor.top + anchor.height : anchor.left + anchor.width) + GAP
  const limit = (vertical ? view.height : view.width) - MARGIN - size
  const wantsBefore = side === 'top' || side === 'left'
  const main = wantsBefore
    ? before >= MARGIN || after > limit
      ? before
      : after
    : after <= limit || before < MARGIN
      ? after
      : before
  const crossStart = vertical ? anchor.left : anchor.top
  const slack = (vertical ? anchor.width : anchor.height) - (vertical ? floating.width : floating.height)
  const cross = crossStart + (align === 'start' ? 0 : align === 'end' ? slack : slack / 2)
  const crossLimit = vertical ? view.width - MARGIN - floating.width : view.height - MARGIN - floating.height
  const keep = (value: number, most: number) => Math.round(Math.max(MARGIN, Math.min(value, most)))
  return vertical
    ? { left: keep(cross, crossLimit), top: keep(main, limit) }
    : { left: keep(main, limit), top: keep(cross, crossLimit) }
}

/** Shows a popover in the top layer beside its anchor while `open`, and keeps it there. */
export function useAnchoredPopover(
  open: boolean,
  anchor: RefObject<HTMLElement | null>,
  floating: RefObject<HTMLElement | null>,
  side: Side,
  align: Align,
): void {
  useLayoutEffect(() => {
    const element = floating.current
    if (!open || !element || !anchor.current) return
    if (element.popover !== null && !element.matches(':popover-open')) element.showPopover()
    const place = () => {
      if (!anchor.current) return
      const { width, height } = element.getBoundingClientRect()
      const view = { width: window.innerWidth, height: window.innerHeight }
      const at = placeBeside(anchor.current.getBoundingClientRect(), { width, height }, view, side, align)
      element.style.left = `${at.left}px`
      element.style.top = `${at.top}px`
    }
    place()
    window.addEventListener('resize', place)
    window.addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      window.removeEventListener('resize', place)
      window.removeEventListener('scroll', place, { capture: true })
    }
  }, [open, anchor, floating, side, align])
}
