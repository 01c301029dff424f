import { useEffect, useLayoutEffect, useRef } from 'react'
import { usePage } from '../stores/page'
import { useMedia } from '../ui/use-media'
import { focusInspector, focusOpened } from './focus-opened'

// On a narrow window the menu and the inspector lie over the work. They take the keyboard as they open, what they cover
// can't be reached meanwhile, and the keyboard goes back as they close.

/** As in sidebar.css. */
const menuCovers = '(max-width: 820px)'
/** Where the panel takes the whole width; see split-pane.css. */
const inspectorCovers = '(max-width: 480px)'

/** Whether the menu lies over the work. What has the focus in it goes on where the menu led, or where it was. */
export function useMenuOver(): boolean {
  const isNarrow = useMedia(menuCovers)
  const isOpen = usePage((page) => page.navigationOpen)
  return useOver(isNarrow && isOpen, focusMenu, '.app-left, .app-scrim')
}

/** Whether the inspector lies over all of the work. */
export function useInspectorOver(): boolean {
  const isNarrow = useMedia(inspectorCovers)
  const isOpen = usePage((page) => page.inspected !== null)
  return useOver(isNarrow && isOpen, focusInspector, '.inspector')
}

function focusMenu(): void {
  const here = document.querySelector<HTMLElement>('.sidebar [aria-current="page"]')
  const first = here ?? document.querySelector<HTMLElement>('.sidebar-nav a')
  first?.focus()
}

/** `places` are those that are no place for the focus once it covers nothing. */
function useOver(covers: boolean, take: () => void, places: string): boolean {
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (!covers) return
    opener.current = document.activeElement
    take()
  }, [covers, take])
  useEffect(() => {
    if (!covers) return
    const { route } = usePage.getState()
    return () => {
      const { activeElement } = document
      const before = opener.current
      const isLost = activeElement === document.body || activeElement?.closest(places) != null
      if (usePage.getState().route !== route) focusOpened()
      else if (isLost && before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [covers, places])
  return covers
}
