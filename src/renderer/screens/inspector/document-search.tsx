import { ChevronDown, ChevronUp, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { FoundWords } from '../../../shared/contract/document-layout'
import { text } from '../../text/text'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Notice } from '../../ui/notice'
import { TextField } from '../../ui/text-field'
import type { Marks } from './marks'
import { useDocumentSearch } from './use-document-search'

/** Looks for words in one document and goes from match to match; all are marked while it is open. */
export function DocumentSearch({
  documentId,
  timesAsked,
  onGo,
  onMarks,
  onClose,
}: {
  readonly documentId: string
  /** Another number each time that it is asked for while it is open. */
  readonly timesAsked: number
  readonly onGo: (match: FoundWords) => void
  /** Null when nothing is looked for any more; always the same function. */
  readonly onMarks: (marks: Marks | null) => void
  readonly onClose: () => void
}) {
  const { words, found, matches, current, problem, type, goTo, step } = useDocumentSearch(
    documentId,
    onGo,
    onMarks,
  )
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: being asked for again is the reason to begin anew
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [timesAsked])

  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    // The next Escape closes the document.
    event.preventDefault()
    onClose()
  }
  const t = text()
  return (
    <search className="document-panel" aria-label={t.viewer.search} onKeyDown={closeByKey}>
      <div className="document-search-line">
        <TextField
          ref={field}
          icon={Search}
          label={t.viewer.searchFor}
          labelHidden
          placeholder={t.viewer.searchFor}
          value={words}
          onChange={type}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) step(event.shiftKey ? -1 : 1)
          }}
        />
        <IconButton
          icon={ChevronUp}
          label={t.viewer.previousMatch}
          size="sm"
          disabled={matches.length === 0}
          onClick={() => step(-1)}
        />
        <IconButton
          icon={ChevronDown}
          label={t.viewer.nextMatch}
          size="sm"
          disabled={matches.length === 0}
          onClick={() => step(1)}
        />
      </div>
      {problem !== undefined && <Notice tone="danger" title={problem} />}
      {found && (
        <p className="document-panel-count" role="status">
          {current < 0
            ? t.viewer.found(matches.length, found.more)
            : t.viewer.match(current + 1, matches.length, found.more)}
        </p>
      )}
      {matches.length > 0 && <MatchList matches={matches} current={current} onGo={goTo} />}
    </search>
  )
}

function MatchList({
  matches,
  current,
  onGo,
}: {
  readonly matches: readonly FoundWords[]
  readonly current: number
  readonly onGo: (index: number) => void
}) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <ul className="document-panel-list" ref={list}>
      {matches.map((match, index) => (
        <li key={match.start}>
          <button type="button" aria-current={index === current || undefined} onClick={() => onGo(index)}>
            <span className="document-panel-words">
              <HiddenText text={match.before} />
              <b>
                <HiddenText text={match.words} />
              </b>
              <HiddenText text={match.after} />
            </span>
            {match.page !== null && <span className="numeric">{text().library.page(match.page)}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}
