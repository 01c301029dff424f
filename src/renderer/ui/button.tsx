import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'
import { classNames } from './class-names'
import { Spinner } from './spinner'
import './button.css'

/** Props of {@link Button}. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: 'primary' | 'secondary' | 'ghost' | 'danger'
  readonly size?: 'sm' | 'md'
  readonly icon?: LucideIcon
  /** Keeps focus and place, shows a spinner and takes no clicks. */
  readonly busy?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button with words; for one with an icon alone see IconButton. */
export function Button({
  variant = 'secondary',
  size = 'md',
  icon: Icon,
  busy = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // A busy button stays focusable, so that focus does not fall to the page while it works.
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={classNames('ui-button', `ui-button-${variant}`, `ui-button-${size}`, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={click}
    >
      {busy ? <Spinner size={14} /> : Icon ? <Icon size={size === 'sm' ? 14 : 15} aria-hidden /> : null}
      <span className="ui-button-label">{children}</span>
    </button>
  )
}
