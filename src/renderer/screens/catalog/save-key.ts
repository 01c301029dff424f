import type { KeyboardEvent } from 'react'

/** The key that saves, as assistive technology is told of it. */
export const saveKeyShortcuts = 'Control+S Meta+S'

/** Saves at Ctrl+S or ⌘S, in place of the browser, which would save the page. */
export function onSaveKey(save: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    save()
  }
}
