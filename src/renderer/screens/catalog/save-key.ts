import { useEffect, useEffectEvent } from 'react'

/** The key that saves, as assistive technology is told of it. */
export const saveKeyShortcuts = 'Control+S Meta+S'

type Keys = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'key'>

/** Whether it is Ctrl+S or ⌘S, with no other key held. */
export function isSaveKey({ ctrlKey, metaKey, altKey, shiftKey, key }: Keys): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 's'
}

/**
 * Saves at {@link isSaveKey}, wherever the focus is, in place of the browser, which would save the page; not while a
 * dialog is open above the editor.
 */
export function useSaveKey(save: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isSaveKey(event)) return
    event.preventDefault()
    if (!event.repeat && document.querySelector('dialog[open]') === null) save()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
