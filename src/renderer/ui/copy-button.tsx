import { Check, CircleAlert, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './icon-button'
import { useWords } from './words'

/** Milliseconds for which the button says that it worked. */
const SAY_MS = 1600

/** Puts text on the clipboard; works too where the page has no permission for the clipboard's own interface. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Permission is denied in the sandboxed window: the old way needs only the click that led here.
    const area = document.createElement('textarea')
    const focused = document.activeElement
    area.value = text
    area.className = 'visually-hidden'
    // Inside an open dialog only its own content can take the focus.
    ;(focused?.closest('dialog') ?? document.body).append(area)
    area.select()
    const copied = document.execCommand('copy')
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
    return copied
  }
}

/** Copies a text, which may be made or loaded first, and says whether it did. */
export function CopyButton({
  text,
  label,
}: {
  readonly text: string | (() => string | Promise<string>)
  readonly label?: string
}) {
  const words = useWords()
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), SAY_MS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => {
    try {
      setState((await copyText(typeof text === 'string' ? text : await text())) ? 'copied' : 'failed')
    } catch {
      // It could not be loaded, which is all that can be told here.
      setState('failed')
    }
  }
  const said = state === 'copied' ? words.copied : state === 'failed' ? words.copyFailed : ''
  return (
    <>
      <IconButton
        icon={state === 'copied' ? Check : state === 'failed' ? CircleAlert : Copy}
        label={said || label || words.copy}
        size="sm"
        tooltipSide="top"
        onClick={() => void copy()}
      />
      <span className="visually-hidden" aria-live="polite">
        {said}
      </span>
    </>
  )
}
