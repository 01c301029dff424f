import { useEffect } from 'react'
import { afterPaint } from '../ui/after-paint'

/** What had the focus, remembered as long as it is there. */
interface Held {
  readonly element: Element
  /** What it is within, from the innermost on. */
  readonly around: readonly Element[]
  /** The row that it is in. */
  readonly row: string | null
  /** The record that is open where it is in what shows one. */
  readonly opened: string | null
  /** All rows beside it, in their order: those of the screen, or of the navigation. */
  readonly rows: readonly string[]
}

/** What has the focus for a while, in front of what one works on. */
const front = 'dialog, [role="menu"], [popover], .ui-toasts'

/**
 * Keeps the keyboard where a person works when what has it goes: without this it would begin anew at the top of the page.
 * Elements say where it goes on:
 * - `data-row` is a row of a list, and `data-opens` in it what opens it; a row that goes leaves the focus to the next one.
 * - `data-panel` shows the record of a row; when it closes, the row has the focus, or the next one where it was deleted.
 * - `data-scope` holds what belongs together, as does a panel, and `data-home` in it is where the focus goes otherwise.
 * - `data-then` says by a selector where it goes when the element that says so is gone.
 *
 * A dialog and a menu give the focus back by themselves; only what they gave it to may be gone. Where they didn't, and from
 * a message that goes, it goes back to where it was before.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let held: Held | null = null
    let aside = false
    let stopWaiting: (() => void) | null = null

    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      aside = target.closest(front) !== null
      if (!aside) held = heldAt(target)
    }
    // A press on what can't have the focus takes it away because a person wishes so.
    const leave = () => {
      if (document.activeElement === document.body && held !== null && isThere(held.element)) {
        held = null
        aside = false
      }
    }
    const goOn = () => {
      stopWaiting = null
      if (held === null || !isLost(held, aside)) return
      const { element } = held
      const next = isHeld(held) && element instanceof HTMLElement ? element : successorOf(held)
      next?.focus()
      next?.scrollIntoView({ block: 'nearest' })
    }
    // Whoever knows better than this where the focus goes has moved it by the time the change has been painted.
    const look = () => {
      if (held !== null && stopWaiting === null && isLost(held, aside)) stopWaiting = afterPaint(goOn)
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    window.addEventListener('focusin', remember)
    window.addEventListener('pointerup', leave)
    return () => {
      observer.disconnect()
      stopWaiting?.()
      window.removeEventListener('focusin', remember)
      window.removeEventListener('pointerup', leave)
    }
  }, [])
}

function heldAt(element: Element): Held {
  const around: Element[] = []
  for (let at = element.parentElement; at !== null; at = at.parentElement) around.push(at)
  const row = element.closest<HTMLElement>('[data-row]')?.dataset.row ?? null
  const opened = element.closest<HTMLElement>('[data-panel]')?.dataset.panel ?? null
  return { element, around, row, opened, rows: rowsBeside(element) }
}

function rowsBeside(element: Element): readonly string[] {
  const side = element.closest('main') ?? element.closest('nav') ?? document
  return [...side.querySelectorAll<HTMLElement>('[data-row]')].map(({ dataset }) => dataset.row ?? '')
}

function isThere(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled')
}

/** A row that is hidden behind the record it opened can't have the focus, though the browser may say for a while that it has. */
function isHeld({ element, row }: Held): boolean {
  return isThere(element) && (row === null || isSeen(element))
}

function isSeen(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true })
}

/** Also where a message or a dialog had it meanwhile. */
function isLost(held: Held, aside: boolean): boolean {
  const { activeElement } = document
  const isNowhere = activeElement === document.body
  const isHidden = activeElement === held.element && isThere(held.element)
  return (
    ((isNowhere && aside) || ((isNowhere || isHidden) && !isHeld(held))) &&
    document.querySelector('dialog:modal') === null
  )
}

/** Where the focus goes on; null where that is not there yet. */
function successorOf({ around, row, opened, rows }: Held): HTMLElement | null {
  const panel = document.querySelector<HTMLElement>('[data-panel]')
  const left = row ?? (panel === null ? opened : null)
  const next = left === null ? null : nextRow(left, rows)
  if (next !== null) return next
  if (left !== null && isListComing()) return null
  if (panel !== null && row !== null && panel.dataset.panel === row) return homeOf(panel) ?? firstField(panel)
  for (const element of around) {
    if (!(element instanceof HTMLElement) || element === document.body) continue
    if (!element.isConnected) {
      const then = element.dataset.then
      const named = then === undefined ? null : document.querySelector<HTMLElement>(then)
      if (named !== null && isSeen(named)) return named
      continue
    }
    // What is asked for arrives in a panel that waits for it.
    if (element === panel) return homeOf(element)
    if (element.matches('[data-scope]')) return homeOf(element)
    if (element.matches('[tabindex]')) return element
  }
  return null
}

/** Whether a list is shown whose rows are still to be drawn, as one that was hidden behind a record. */
function isListComing(): boolean {
  return [...document.querySelectorAll('.app-main .ui-list:not(:has(.ui-list-item))')].some(isSeen)
}

function homeOf(scope: HTMLElement): HTMLElement | null {
  return scope.querySelector<HTMLElement>('[data-home]')
}

/** Of a record that is being written. */
function firstField(panel: HTMLElement): HTMLElement | null {
  return panel.querySelector<HTMLElement>('input, textarea')
}

/** The row itself, else the one that took its place, else the one before it. */
function nextRow(row: string, rows: readonly string[]): HTMLElement | null {
  const at = rows.indexOf(row)
  const order = at < 0 ? [row] : [...rows.slice(at), ...rows.slice(0, at).toReversed()]
  for (const key of order) {
    const there = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
    const opener = there?.matches('[data-opens]') ? there : there?.querySelector<HTMLElement>('[data-opens]')
    // What is narrowed away or hidden on a small window can't have it.
    if (opener && isSeen(opener)) return opener
  }
  return null
}
