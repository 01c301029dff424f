import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { revealed } from './hidden-text'
import './result-list.css'

/** One thing that a tool found or made. */
export interface ResultItem {
  readonly key: string
  readonly icon?: LucideIcon
  readonly title: ReactNode
  /** Short, on the right: a size, a page. */
  readonly meta?: ReactNode
  /** Below, over the whole width. */
  readonly text?: ReactNode
  readonly onOpen?: () => void
}

/** What a tool found or made, one thing a line. */
export function ResultList({
  label,
  items,
  note,
}: {
  readonly label: string
  readonly items: readonly ResultItem[]
  /** Below the list: that there is more, or what was passed over. */
  readonly note?: ReactNode
}) {
  return (
    <div>
      {items.length > 0 && (
        <ul className="ui-results" aria-label={label}>
          {items.map((item) => (
            <li key={item.key}>
              {item.onOpen ? (
                <button type="button" className="ui-result" onClick={item.onOpen}>
                  <ResultBody item={item} />
                </button>
              ) : (
                <div className="ui-result">
                  <ResultBody item={item} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {note && <p className="ui-results-note">{note}</p>}
    </div>
  )
}

function ResultBody({ item }: { readonly item: ResultItem }) {
  const { icon: Icon, title, meta, text } = item
  return (
    <>
      {Icon ? <Icon size={14} aria-hidden /> : <span />}
      <span className="ui-result-title">{revealed(title)}</span>
      <span className="ui-result-meta">{revealed(meta)}</span>
      {text && <span className="ui-result-text">{revealed(text)}</span>}
    </>
  )
}
