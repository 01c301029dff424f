import { isSectionId, sectionElementId } from '../screens/settings/sections'
import { usePage } from '../stores/page'
import { afterPaint } from '../ui/after-paint'

/** Longest wait for what is being loaded (milliseconds). */
const longestMs = 10_000

let stop: (() => void) | null = null

/**
 * Puts the keyboard into what a person went to, where that left it nowhere or on what led there: a menu, a palette.
 * Whoever presses something meanwhile has gone on and is not fetched back.
 */
export function focusOpened(): void {
  focusWhenThere(opened)
}

/** Puts the keyboard into the panel beside the screen, as soon as all of it is there. */
export function focusInspector(): void {
  focusWhenThere(() => document.querySelector<HTMLElement>('.inspector:not(:has(.ui-spinner)) h2'))
}

/** Puts the keyboard into the field where a message is written. */
export function focusComposer(): void {
  focusWhenThere(composer)
}

/** Focuses what is looked for as soon as it is there and no dialog is open. */
export function focusWhenThere(find: () => HTMLElement | null): void {
  stop?.()
  const look = () => {
    if (document.querySelector('dialog:modal') !== null) return
    const found = find()
    if (found === null) return
    end()
    if (found !== document.activeElement) found.focus()
  }
  const observer = new MutationObserver(look)
  const stopPainting = afterPaint(() => {
    observer.observe(document.body, { childList: true, subtree: true })
    look()
  })
  const end = () => {
    stop = null
    stopPainting()
    observer.disconnect()
    clearTimeout(timer)
    window.removeEventListener('keydown', end, true)
    window.removeEventListener('pointerdown', end, true)
  }
  const timer = setTimeout(end, longestMs)
  window.addEventListener('keydown', end, true)
  window.addEventListener('pointerdown', end, true)
  stop = end
}

function composer(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.composer textarea')
}

/** What the address leads to: the message, the record that is open, the section, or the heading of the screen. */
function opened(): HTMLElement | null {
  const { route } = usePage.getState()
  if (route.screen === 'chat') return composer()
  if (route.screen === 'settings' && isSectionId(route.id)) {
    return document.getElementById(`${sectionElementId(route.id)}-title`)
  }
  const panel = document.querySelector<HTMLElement>('[data-panel]')
  const id = 'id' in route ? route.id : null
  const place = panel ?? document.querySelector<HTMLElement>('.app-main')
  if (place === null || (panel !== null && panel.dataset.panel !== id)) return null
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && place.contains(activeElement)) return activeElement
  return (
    place.querySelector<HTMLElement>('[data-home]') ?? place.querySelector<HTMLElement>('input, textarea')
  )
}
