/** What came of copying: `late` where the text is here, but the press that asked for it is too long ago. */
export type Copied = 'copied' | 'late'

/**
 * Puts a text on the clipboard, which may be loaded first: the press is handed over at once, and counts while the text is
 * loaded. Rejects where it can't be loaded; `loaded` is told the text.
 */
export async function copyText(
  load: () => string | Promise<string>,
  loaded: (text: string) => void,
): Promise<Copied> {
  const text = (async () => load())()
  try {
    const blob = text.then((words) => new Blob([words], { type: 'text/plain' }))
    // Where the clipboard is refused, nobody waits for it.
    blob.catch(() => undefined)
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    return 'copied'
  } catch {
    // Permission is denied in the sandboxed window: the old way needs only the press that led here, of a few seconds ago.
    const words = await text
    if (copySelected(words)) return 'copied'
    loaded(words)
    return 'late'
  }
}

function copySelected(text: string): boolean {
  const area = document.createElement('textarea')
  const focused = document.activeElement
  area.value = text
  area.className = 'visually-hidden'
  // Inside an open dialog only its own content can take the focus.
  ;(focused?.closest('dialog') ?? document.body).append(area)
  area.select()
  // Else the field makes every end of a line one character.
  const whole = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', whole)
  const copied = document.execCommand('copy')
  document.removeEventListener('copy', whole)
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
