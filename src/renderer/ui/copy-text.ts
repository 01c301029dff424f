/** What came of copying: `late` where the text is here, but the press that asked for it is too long ago. */
export type Copied = 'copied' | 'late'

/** What is loaded by then is written as a text, in milliseconds; every browser counts a press for longer. */
const SOON_MS = 500

/**
 * Puts a text on the clipboard, which may be loaded first: where that takes a while, the press is handed over, and counts
 * while the text is loaded. Rejects where it can't be loaded; `loaded` is told the text.
 */
export async function copyText(
  load: () => string | Promise<string>,
  loaded: (text: string) => void,
): Promise<Copied> {
  const text = (async () => load())()
  try {
    if (await isSoon(text)) await navigator.clipboard.writeText(await text)
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blobOf(text) })])
    return 'copied'
  } catch {
    // Permission is denied in the sandboxed window: the old way needs only the press that led here, of a few seconds ago.
    const words = await text
    if (copySelected(words)) return 'copied'
    loaded(words)
    return 'late'
  }
}

/** Whether it is there, or has failed, in a moment. */
async function isSoon(text: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), SOON_MS)
  })
  const settled = text.then(
    () => true,
    () => true,
  )
  const soon = await Promise.race([settled, late])
  clearTimeout(timer)
  return soon
}

function blobOf(text: Promise<string>): Promise<Blob> {
  const blob = text.then((words) => new Blob([words], { type: 'text/plain' }))
  // Where the clipboard is refused, nobody waits for it.
  blob.catch(() => undefined)
  return blob
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
