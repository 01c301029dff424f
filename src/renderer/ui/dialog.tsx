import type { LucideIcon } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { classNames } from './class-names'
import { revealed } from './hidden-text'
import { useDialogGuard } from './use-dialog-guard'
import './badge.css'
import './dialog.css'

/**
 * Milliseconds in which a dialog that appeared by itself ignores clicks and keys that were meant for the page, from
 * when it could first be seen.
 */
export const INPUT_GUARD_MS = 500

/** Props of {@link Dialog}. */
export interface DialogProps {
  readonly title: ReactNode
  /** Read with the title when the dialog opens. */
  readonly description?: ReactNode
  readonly icon?: LucideIcon
  readonly tone?: 'neutral' | 'warning' | 'danger'
  readonly size?: 'sm' | 'md' | 'lg'
  readonly children?: ReactNode
  /** The buttons. */
  readonly footer?: ReactNode
  /** Escape, or the system's way back. */
  readonly onCancel: () => void
  /** What has focus first; the dialog itself when absent. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** See {@link INPUT_GUARD_MS}; 0 when the person asked for the dialog. */
  readonly inputGuardMs?: number
  /** Also cancels on a click outside; not for decisions. */
  readonly closeOnBackdrop?: boolean
}

/** A modal dialog, open as long as it is rendered; focus goes back where it was afterwards. */
export function Dialog({
  title,
  description,
  icon: Icon,
  tone = 'neutral',
  size = 'md',
  children,
  footer,
  onCancel,
  initialFocus,
  inputGuardMs = 0,
  closeOnBackdrop = false,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)
  const id = useId()
  const isTooEarly = useDialogGuard(inputGuardMs)
  const open = useEffectEvent((element: HTMLDialogElement) => {
    element.showModal()
    const first = initialFocus?.current ?? element
    first.focus()
  })
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    open(element)
    return () => element.close()
  }, [])

  useEffect(() => {
    // The button that was pressed may be gone with its line; the keyboard goes on in the dialog, not at its beginning.
    if (document.activeElement === document.body) dialog.current?.focus()
  })

  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={classNames('ui-dialog', `ui-dialog-${size}`, `ui-dialog-${tone}`, `ui-tone-${tone}`)}
      role={tone === 'neutral' ? undefined : 'alertdialog'}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        // Taken over from the browser, which would close the dialog whatever the page says.
        event.preventDefault()
        event.stopPropagation()
        onCancel()
      }}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        if (!isTooEarly(event.nativeEvent)) onCancel()
      }}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === dialog.current
      }}
      onClick={(event) => {
        if (closeOnBackdrop && pressedOutside.current && event.target === dialog.current) onCancel()
      }}
    >
      <div className="ui-dialog-frame">
        <header className="ui-dialog-head">
          {Icon && (
            <span className="ui-dialog-icon">
              <Icon size={18} aria-hidden />
            </span>
          )}
          <div className="ui-dialog-words">
            <h2 id={`${id}-title`} className="ui-dialog-title">
              {revealed(title)}
            </h2>
            {description && (
              <div id={`${id}-description`} className="ui-dialog-description">
                {description}
              </div>
            )}
          </div>
        </header>
        {children && <div className="ui-dialog-body">{children}</div>}
        {footer && <footer className="ui-dialog-foot">{footer}</footer>}
      </div>
    </dialog>
  )
}
