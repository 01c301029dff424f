import { useEffect } from 'react'
import { goTo, inspect, showNavigation, showPalette, usePage } from '../stores/page'
import { dismissFailure, dismissToast } from '../stores/toasts'
import { focusComposer } from './focus-opened'
import { pageHost } from './host'
import { type Route, screenRoute } from './router'
import { isUndoKey, undoLast } from './undo-last'

/** A browser keeps Ctrl+N for itself and never tells the page. */
export const newChatKeys = pageHost === undefined ? 'Alt+N' : 'Mod+N'

/** Begins a conversation; it is written at once, also where an empty one is open already. */
export function beginChat(): void {
  goTo({ screen: 'chat', id: null })
  focusComposer()
}

/** Keys that work everywhere; a dialog that is open keeps them for itself. */
export function useShortcuts(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const undoes = isUndoKey(event)
      // The browser would take back what was last typed anywhere on the page, and go there.
      if (undoes) event.preventDefault()
      if (document.querySelector('dialog[open]')) return
      if (undoes) {
        if (!event.repeat) void undoLast()
        return
      }
      const command = event.ctrlKey || event.metaKey
      const key = event.key.toLowerCase()
      if (command && key === 'k') showPalette(true)
      else if (event.key === 'F8') focusNewestToast()
      else if (isNewChat(event)) beginChat()
      else if (event.key !== 'Escape' || !closeNewest()) return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

/** The record that is open beside the others; what is being written in it is kept. */
function openRecord(route: Route): string | null {
  switch (route.screen) {
    case 'tasks':
    case 'contacts':
    case 'notes':
      return route.id
    default:
      return null
  }
}

/** Whether the browser empties the field with the same key. */
function empties(element: Element | null): boolean {
  return element instanceof HTMLInputElement && element.type === 'search' && element.value !== ''
}

/** The keyboard goes to the newest message, and from there back to where it was. */
function focusNewestToast(): void {
  const [first] = [...document.querySelectorAll('.ui-toast')].at(-1)?.getElementsByTagName('button') ?? []
  first?.focus()
}

/** Closes what came last; answers whether there was anything. */
function closeNewest(): boolean {
  const { navigationOpen, inspected, route } = usePage.getState()
  const within = document.activeElement?.closest<HTMLElement>('[data-toast]')?.dataset.toast
  if (within !== undefined) dismissToast(within)
  else if (navigationOpen) showNavigation(false)
  else if (dismissFailure()) return true
  else if (inspected !== null) inspect(null)
  else if (openRecord(route) !== null && !empties(document.activeElement)) goTo(screenRoute(route.screen))
  else return false
  return true
}

function isNewChat(event: KeyboardEvent): boolean {
  if (pageHost === undefined) return event.altKey && !event.ctrlKey && !event.metaKey && event.code === 'KeyN'
  return (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'n'
}
