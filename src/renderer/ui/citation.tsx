import { TriangleAlert } from 'lucide-react'
import { shortened } from '../../shared/text/start-of'
import { classNames } from './class-names'
import { HiddenText } from './hidden-text'
import { Tooltip } from './tooltip'
import { useWords } from './words'
import './markdown.css'

/** A citation one can open; `warning` says why it can't be relied on. */
export function Citation({
  text,
  quote,
  warning,
  onOpen,
}: {
  /** What is shown, such as "Tides, p. 12". */
  readonly text: string
  /** The cited words, on hover. */
  readonly quote?: string
  readonly warning?: string
  readonly onOpen?: () => void
}) {
  const words = useWords()
  const face = (
    <button
      type="button"
      className={classNames('ui-citation', warning && 'ui-citation-unverified')}
      onClick={onOpen}
      // Still in the order of focus: what is wrong with it is told there.
      aria-disabled={!onOpen || undefined}
    >
      {warning && <TriangleAlert size={12} aria-hidden className="ui-citation-warning" />}
      <HiddenText text={text} />
      {warning && <span className="visually-hidden"> ({warning})</span>}
    </button>
  )
  const hover = warning ?? (quote && words.quoted(shortened(quote, 240)))
  return hover ? <Tooltip text={<HiddenText text={hover} />}>{face}</Tooltip> : face
}
