import { classNames } from './class-names'
import './badge.css'

/** Props of {@link ProgressBar}. */
export interface ProgressBarProps {
  /** What goes on. */
  readonly label: string
  readonly labelHidden?: boolean
  /** From 0 to 1; absent when nobody knows how long it takes. */
  readonly value?: number
  /** For example "12 of 84 pages". */
  readonly detail?: string
  readonly tone?: 'accent' | 'success' | 'warning' | 'danger'
}

/** How far something long has come. */
export function ProgressBar({ label, labelHidden, value, detail, tone = 'accent' }: ProgressBarProps) {
  const share = value === undefined ? undefined : Math.max(0, Math.min(1, value))
  return (
    <div className={`ui-progress ui-tone-${tone}`}>
      {!labelHidden && (
        <div className="ui-progress-text">
          <span className="truncate">{label}</span>
          {detail && <span className="numeric">{detail}</span>}
        </div>
      )}
      <div
        className="ui-progress-track"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
        aria-valuetext={detail}
      >
        <div
          className={classNames('ui-progress-fill', share === undefined && 'ui-progress-sweep')}
          style={share === undefined ? undefined : { transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  )
}
