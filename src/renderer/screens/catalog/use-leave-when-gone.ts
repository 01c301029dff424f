import { useEffect, useRef } from 'react'
import { type Screen, screenRoute } from '../../app/router'
import { goTo } from '../../stores/page'

/** Goes to all of them when the one that is looked at is deleted: nothing is left to show of it, unless it is being written. */
export function useLeaveWhenGone(
  screen: Screen,
  {
    open,
    missing,
    written,
  }: { readonly open: boolean; readonly missing: boolean; readonly written: boolean },
): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (open) wasOpen.current = true
    else if (missing && wasOpen.current && !written) goTo(screenRoute(screen))
  }, [screen, open, missing, written])
}
