import { Check, CircleAlert, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { copyText } from './copy-text'
import { IconButton } from './icon-button'
import { useWords } from './words'

/** Milliseconds for which the button says that it worked. */
const SAY_MS = 1600
/** Milliseconds for which it keeps what was loaded too late: what it is to copy may be another text by then. */
const KEEP_MS = 10_000
/** Milliseconds after which it says that it is at work: what takes less is not seen. */
const BUSY_AFTER_MS = 150

type State = 'idle' | 'busy' | 'copied' | 'late' | 'failed'

/** Copies a text, which may be made or loaded first, and says whether it did. */
export function CopyButton({
  text,
  label,
}: {
  readonly text: string | (() => string | Promise<string>)
  readonly label?: string
}) {
  const words = useWords()
  const [state, setState] = useState<State>('idle')
  /** What was loaded too late for the press that asked for it: another press copies it at once. */
  const loaded = useRef<string>(undefined)
  useEffect(() => {
    if (state === 'idle' || state === 'busy') return
    const rest = () => {
      loaded.current = undefined
      setState('idle')
    }
    const timer = setTimeout(rest, state === 'late' ? KEEP_MS : SAY_MS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => {
    const ready = loaded.current
    loaded.current = undefined
    const timer = setTimeout(() => setState('busy'), BUSY_AFTER_MS)
    try {
      const load = () => ready ?? (typeof text === 'string' ? text : text())
      const copied = await copyText(load, (late) => {
        loaded.current = late
      })
      // One that is refused right after a press is refused whenever it is pressed.
      const wasHere = ready !== undefined || typeof text === 'string'
      setState(copied === 'late' && wasHere ? 'failed' : copied)
    } catch {
      // It could not be loaded, which is all that can be told here.
      setState('failed')
    } finally {
      clearTimeout(timer)
    }
  }
  const said = {
    ...{ idle: '', busy: words.copying, copied: words.copied },
    ...{ late: words.copyAgain, failed: words.copyFailed },
  }[state]
  return (
    <>
      <IconButton
        icon={state === 'copied' ? Check : state === 'failed' ? CircleAlert : Copy}
        label={said || label || words.copy}
        size="sm"
        tooltipSide="top"
        busy={state === 'busy'}
        onClick={() => void copy()}
      />
      <span className="visually-hidden" aria-live="polite">
        {said}
      </span>
    </>
  )
}
