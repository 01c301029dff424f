import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { revealAsText } from '../../shared/text/reveal-hidden'
import type { Side } from './anchored-position'
import { classNames } from './class-names'
import { Spinner } from './spinner'
import { Tooltip } from './tooltip'
import './button.css'

/** Props of {@link IconButton}. */
export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly icon: LucideIcon
  /** The accessible name, shown as the tooltip. */
  readonly label: string
  readonly variant?: 'ghost' | 'primary'
  readonly size?: 'sm' | 'md'
  /** Makes it a toggle. */
  readonly pressed?: boolean
  readonly busy?: boolean
  /** Why it takes no clicks for now: its tooltip says so, also to those who come to it with the keys. */
  readonly blocked?: string | undefined
  readonly shortcut?: string
  readonly tooltipSide?: Side
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button that is an icon; its label is its name and its tooltip. */
export function IconButton({
  icon: Icon,
  label,
  variant = 'ghost',
  size = 'md',
  pressed,
  busy = false,
  blocked,
  shortcut,
  tooltipSide = 'bottom',
  type = 'button',
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const takesNone = busy || blocked !== undefined || rest['aria-disabled'] === true
  return (
    <Tooltip
      text={blocked === undefined ? label : `${label}: ${blocked}`}
      shortcut={shortcut}
      side={tooltipSide}
      redundant
    >
      <button
        {...rest}
        type={type}
        className={classNames(
          'ui-icon-button',
          `ui-icon-button-${variant}`,
          `ui-icon-button-${size}`,
          className,
        )}
        aria-label={revealAsText(label)}
        aria-description={blocked}
        aria-pressed={pressed}
        aria-busy={busy || undefined}
        aria-disabled={takesNone || undefined}
        onClick={takesNone ? undefined : onClick}
      >
        {busy ? <Spinner size={14} /> : <Icon size={size === 'sm' ? 15 : 16} aria-hidden />}
      </button>
    </Tooltip>
  )
}
