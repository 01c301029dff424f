import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './button'
import { revealed } from './hidden-text'
import { IconButton } from './icon-button'
import { type NoticeTone, noticeIcons } from './notice'
import { useWords } from './words'
import './badge.css'
import './toast-region.css'

/** A short message that something is done, with an optional way back such as Undo. */
export interface Toast {
  readonly id: string
  readonly tone: NoticeTone
  readonly title: ReactNode
  readonly detail?: ReactNode
  readonly action?: { readonly label: string; readonly onSelect: () => void }
}

/** Milliseconds a message stays: long enough to read two lines and to reach its button. */
const STAY_MS = 7000
/** Milliseconds a failure stays at least: it may come while a person looks elsewhere. */
const FAILURE_STAY_MS = 20_000
/** Milliseconds per character that a failure stays: a slow reader's 120 words a minute. */
const READ_MS = 85

/**
 * Where messages appear, as a part of the layout, so that none lies over anything else; keep it rendered, so that screen
 * readers hear what arrives.
 */
export function ToastRegion({
  toasts,
  onDismiss,
  stayMs = STAY_MS,
}: {
  /** Oldest first. */
  readonly toasts: readonly Toast[]
  readonly onDismiss: (id: string) => void
  readonly stayMs?: number
}) {
  const words = useWords()
  const [held, setHeld] = useState(false)
  const region = useRef<HTMLElement>(null)
  const newest = toasts.at(-1)?.id
  useEffect(() => {
    // Where they don't all fit, the others are there by scrolling back; none moves under a pointer or the focus.
    if (newest !== undefined && !held) region.current?.scrollTo({ top: region.current.scrollHeight })
  }, [newest, held])
  useEffect(() => {
    // A button that goes with its message while it has the focus tells of no blur.
    const isLeft = toasts.length === 0 || region.current?.matches(':hover, :focus-within') === false
    if (isLeft) setHeld(false)
  }, [toasts])
  return (
    <section
      ref={region}
      className="ui-toasts"
      // A press that was meant for what made room for a message is none of its Undo.
      data-decides
      aria-label={words.notifications}
      aria-live="polite"
      aria-relevant="additions"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} held={held} stayMs={stayMs} onDismiss={onDismiss} />
      ))}
    </section>
  )
}

function ToastCard({
  toast,
  held,
  stayMs,
  onDismiss,
}: {
  readonly toast: Toast
  readonly held: boolean
  readonly stayMs: number
  readonly onDismiss: (id: string) => void
}) {
  const words = useWords()
  const Icon = noticeIcons[toast.tone]
  const card = useRef<HTMLDivElement>(null)
  const failed = toast.tone === 'danger'
  const dismiss = useRef(onDismiss)
  useEffect(() => {
    dismiss.current = onDismiss
  })
  useEffect(() => {
    if (held) return
    const characters = card.current?.textContent.length ?? 0
    const stay = failed ? Math.max(FAILURE_STAY_MS, characters * READ_MS) : stayMs
    const goOrWait = () => {
      // Nobody reads it in a window that is hidden, or behind a dialog.
      if (document.hidden || document.querySelector('dialog:modal')) timer = setTimeout(goOrWait, stay)
      else dismiss.current(toast.id)
    }
    let timer = setTimeout(goOrWait, stay)
    return () => clearTimeout(timer)
  }, [held, failed, stayMs, toast.id])
  return (
    <div
      ref={card}
      className={`ui-toast ui-tone-${toast.tone}`}
      role={failed ? 'alert' : undefined}
      data-toast={toast.id}
    >
      <Icon size={16} aria-hidden className="ui-toast-icon" />
      <div className="ui-toast-words">
        <p className="ui-toast-title">{revealed(toast.title)}</p>
        {toast.detail && <p className="ui-toast-detail">{revealed(toast.detail)}</p>}
      </div>
      {toast.action && (
        <Button
          size="sm"
          onClick={() => {
            toast.action?.onSelect()
            onDismiss(toast.id)
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton
        icon={X}
        label={words.dismiss}
        size="sm"
        tooltipSide="top"
        shortcut={failed ? 'Escape' : undefined}
        onClick={() => onDismiss(toast.id)}
      />
    </div>
  )
}
