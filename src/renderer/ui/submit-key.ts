import type { KeyboardEvent } from 'react'

/** The key that submits a form with a field of several lines, as assistive technology is told of it. */
export const submitKeyShortcuts = 'Control+Enter Meta+Enter'

/** Whether it is Ctrl+Enter or ⌘Enter, with no other key held; a key that is held down submits once. */
export function isSubmitKey({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  repeat,
  nativeEvent,
}: KeyboardEvent): boolean {
  return (
    key === 'Enter' && (ctrlKey || metaKey) && !altKey && !shiftKey && !repeat && !nativeEvent.isComposing
  )
}
