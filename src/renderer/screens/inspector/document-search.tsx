import { ChevronDown, ChevronUp, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FoundWords } from '../../../shared/contract/document-layout'
import { toErrorShape } from '../../../shared/errors'
import { findWords } from '../../stores/library'
import { text } from '../../text/text'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Notice } from '../../ui/notice'
import { TextField } from '../../ui/text-field'
import type { Marks } from './marks'

/** What a search within a document came to. */
interface Found {
  /** As they were typed. */
  readonly words: string
  readonly matches: readonly FoundWords[]
  readonly more: boolean
}

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
  const [words, setWords] = useState('')
  const [found, setFound] = useState<Found>()
  const [current, setCurrent] = useState(-1)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  /** By how many matches to go on, asked for before they were there. */
  const asked = useRef(0)
  /** What is there and where one is in it: a key can come before that is drawn. */
  const latest = useRef<{ readonly found: Found | undefined; readonly current: number }>({
    found: undefined,
    current: -1,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: being asked for again is the reason to begin anew
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [timesAsked])

  const goTo = (index: number) => {
    const match = latest.current.found?.matches[index]
    if (match === undefined) return
    latest.current = { ...latest.current, current: index }
    setCurrent(index)
    onGo(match)
  }
  const take = useEffectEvent((next: Found) => {
    setFound(next)
    setProblem(undefined)
    setCurrent(-1)
    latest.current = { found: next, current: -1 }
    if (asked.current !== 0) goTo(stepped(-1, asked.current, next.matches.length))
    asked.current = 0
  })
  useEffect(() => {
    if (words.trim() === '') {
      setFound(undefined)
      return
    }
    const search = new AbortController()
    findWords(documentId, words, search.signal).then(
      (answer) => {
        if (!search.signal.aborted) take({ words, ...answer })
      },
      (error: unknown) => {
        if (!search.signal.aborted) setProblem(toErrorShape(error).message)
      },
    )
    return () => search.abort()
  }, [documentId, words])

  const matches = found?.matches ?? none
  useEffect(
    () => onMarks(matches.length === 0 ? null : { ranges: matches, active: current }),
    [onMarks, matches, current],
  )
  useEffect(() => () => onMarks(null), [onMarks])

  const step = (by: 1 | -1) => {
    const { found: there, current: from } = latest.current
    if (there?.words === words) goTo(stepped(from, by, there.matches.length))
    else asked.current += by
  }
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
          onChange={(next) => {
            asked.current = 0
            setWords(next)
          }}
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

const none: readonly FoundWords[] = []

/** So many matches further: from the last one on with the first, and back; -1 is before all. */
function stepped(from: number, by: number, of: number): number {
  const to = from < 0 && by < 0 ? by : from + by
  return ((to % of) + of) % of
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
