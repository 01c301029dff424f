import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './button'
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

/** Corner in which messages appear; keep it rendered, so that screen readers hear what arrives. */
export function ToastRegion({
  toasts,
  onDismiss,
  stayMs = STAY_MS,
}: {
  readonly toasts: readonly Toast[]
  readonly onDismiss: (id: string) => void
  readonly stayMs?: number
}) {
  const words = useWords()
  const [held, setHeld] = useState(false)
  return (
    <section
      className="ui-toasts"
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
  // A failure stays until someone has seen it.
  const stays = held || toast.tone === 'danger'
  const dismiss = useRef(onDismiss)
  useEffect(() => {
    dismiss.current = onDismiss
  })
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => dismiss.current(toast.id), stayMs)
    return () => clearTimeout(timer)
  }, [stays, stayMs, toast.id])
  return (
    <div className={`ui-toast ui-tone-${toast.tone}`} role={toast.tone === 'danger' ? 'alert' : undefined}>
      <Icon size={16} aria-hidden className="ui-toast-icon" />
      <div className="ui-toast-words">
        <p className="ui-toast-title">{toast.title}</p>
        {toast.detail && <p className="ui-toast-detail">{toast.detail}</p>}
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
        onClick={() => onDismiss(toast.id)}
      />
    </div>
  )
}
