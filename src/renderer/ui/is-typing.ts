/** Whether keys go into a text there. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('textarea, select, input:not([type=checkbox]):not([type=radio])') !== null
  )
}
