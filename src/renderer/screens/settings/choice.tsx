import type { ReactNode } from 'react'

/** One of a few ways, with a sentence about it. */
export function Choice({
  name,
  icon,
  title,
  text: words,
  chosen,
  disabled = false,
  onChoose,
}: {
  /** The same for all that exclude each other. */
  readonly name: string
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly chosen: boolean
  /** Set where something else decides. */
  readonly disabled?: boolean
  readonly onChoose: () => void
}) {
  return (
    <label className="choice">
      <input type="radio" name={name} checked={chosen} disabled={disabled} onChange={onChoose} />
      {icon}
      <span className="choice-words">
        <strong>{title}</strong>
        <span className="choice-detail">{words}</span>
      </span>
    </label>
  )
}
