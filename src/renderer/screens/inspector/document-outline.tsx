import type { DocumentLayout } from '../../../shared/contract/document-layout'
import { text } from '../../text/text'
import { HiddenText } from '../../ui/hidden-text'

type Heading = DocumentLayout['outline'][number]

/** Deeper headings are drawn at this depth: the panel is narrow. */
const deepest = 5

/** The headings of a document; each leads to its place. */
export function DocumentOutline({
  outline,
  onGo,
}: {
  readonly outline: readonly Heading[]
  readonly onGo: (heading: Heading) => void
}) {
  const t = text()
  return (
    <nav className="document-panel" aria-label={t.viewer.outline}>
      <ul className="document-panel-list">
        {outline.map((heading) => (
          <li key={`${heading.start} ${heading.level}`}>
            <button
              type="button"
              style={{ paddingInlineStart: `calc(var(--space-3) * ${Math.min(deepest, heading.level)})` }}
              onClick={() => onGo(heading)}
            >
              <span className="document-panel-words">
                <HiddenText text={heading.title} />
              </span>
              {heading.page !== null && <span className="numeric">{t.library.page(heading.page)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
