import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FoundWords } from '../../../shared/contract/document-layout'
import { toErrorShape } from '../../../shared/errors'
import { findWords } from '../../stores/library'
import { text } from '../../text/text'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'
import { TextField } from '../../ui/text-field'

/** Looks for words in one document; a match leads to its place. */
export function DocumentSearch({
  documentId,
  onGo,
}: {
  readonly documentId: string
  readonly onGo: (match: FoundWords) => void
}) {
  const [words, setWords] = useState('')
  const [found, setFound] = useState<{ readonly matches: readonly FoundWords[]; readonly more: boolean }>()
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (words.trim() === '') {
      setFound(undefined)
      return
    }
    const asked = new AbortController()
    findWords(documentId, words, asked.signal).then(
      (matches) => {
        if (asked.signal.aborted) return
        setFound(matches)
        setProblem(undefined)
      },
      (error: unknown) => {
        if (!asked.signal.aborted) setProblem(toErrorShape(error).message)
      },
    )
    return () => asked.abort()
  }, [documentId, words])
  const t = text()
  return (
    <search className="document-panel" aria-label={t.viewer.search}>
      <TextField
        ref={field}
        icon={Search}
        label={t.viewer.searchFor}
        labelHidden
        placeholder={t.viewer.searchFor}
        value={words}
        onChange={setWords}
        onKeyDown={(event) => {
          const [first] = found?.matches ?? []
          if (event.key === 'Enter' && first) onGo(first)
        }}
      />
      {problem !== undefined && <Notice tone="danger" title={problem} />}
      {found && (
        <p className="document-panel-count" role="status">
          {t.viewer.found(found.matches.length, found.more)}
        </p>
      )}
      {found && found.matches.length > 0 && (
        <ul className="document-panel-list">
          {found.matches.map((match) => (
            <li key={match.start}>
              <button type="button" onClick={() => onGo(match)}>
                <span className="document-panel-words">
                  <HiddenText text={match.before} />
                  <b>
                    <HiddenText text={match.words} />
                  </b>
                  <HiddenText text={match.after} />
                </span>
                {match.page !== null && <span className="numeric">{t.library.page(match.page)}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
