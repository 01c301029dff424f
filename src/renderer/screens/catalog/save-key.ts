import type { KeyboardEvent } from 'react'

/** The key that saves, as assistive technology is told of it. */
export const saveKeyShortcuts = 'Control+S Meta+S'

/** Whether it is Ctrl+S or ⌘S, with no other key held. */
export function isSaveKey({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 's'
}

/** Saves at {@link isSaveKey}, in place of the browser, which would save the page; not from a dialog above the editor. */
export function onSaveKey(save: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (!isSaveKey(event)) return
    event.preventDefault()
    const { target, currentTarget } = event
    const isHere =
      target instanceof Element &&
      target.closest('dialog, [role="dialog"]') === currentTarget.closest('dialog, [role="dialog"]')
    if (isHere && !event.repeat) save()
  }
}
