import { useEffect, useEffectEvent } from 'react'

/** Ctrl+F, where all of a text is not in the page and the browser would look in vain; `isFirst` says when it comes before others. */
export function useFindShortcut(open: () => void, isFirst?: () => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.shiftKey || document.querySelector('dialog[open]'))
      return
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f') return
    if (isFirst?.() === false) return
    event.preventDefault()
    open()
  })
  const capture = isFirst !== undefined
  useEffect(() => {
    window.addEventListener('keydown', press, { capture })
    return () => window.removeEventListener('keydown', press, { capture })
  }, [capture])
}
