import type { ExtractionWarning, WarningPlace } from '../../../shared/contract/extraction-warnings'
import { messageInLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { warningsText } from '../../text/warnings'
import { HiddenText } from '../../ui/hidden-text'

/** Where a place in a document is shown. */
interface Shown {
  readonly start: number
  readonly end: number
  readonly page: number | null
}

/** What could not be read of a document; each place leads there. */
export function DocumentWarnings({
  warnings,
  onGo,
}: {
  readonly warnings: readonly ExtractionWarning[]
  readonly onGo: (place: Shown) => void
}) {
  const t = warningsText()
  return (
    <section className="document-panel" aria-label={t.title}>
      <ul className="document-warnings-list">
        {warnings.map((warning) => (
          <li key={warning.text}>
            <p>
              <HiddenText text={messageInLanguage(warning.text, warning.said)} />
            </p>
            {warning.places.length > 0 && (
              <ul className="document-warning-places" aria-label={t.places}>
                {warning.places.map((place) => (
                  <li key={place.start}>
                    <button type="button" onClick={() => onGo(shownAt(place))}>
                      <HiddenText text={nameOf(place)} />
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function shownAt({ page, start }: WarningPlace): Shown {
  // A page that could not be read has nothing that could be marked.
  return page === undefined ? { start, end: start + 1, page: null } : { start, end: start, page }
}

function nameOf({ page, section, line, start }: WarningPlace): string {
  if (page !== undefined) return text().library.page(page)
  return section ?? warningsText().line(line ?? start)
}
