import { FilterX, RotateCw, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import type { Passage } from '../../../shared/contract/passages'
import { type PassageForm, passageForm } from '../../../shared/markdown/passage-form'
import { sectionBelow } from '../../../shared/text/sections'
import { shownInstead } from '../../../shared/text/shown-instead'
import { useArriving } from '../../stores/arriving-documents'
import { clearFilter, isFiltered, showCollection, useDocuments } from '../../stores/documents'
import { useLibrary } from '../../stores/library'
import { canShowMore, searchOnceMore, showMorePassages, useLibrarySearch } from '../../stores/library-search'
import { inspect } from '../../stores/page'
import { attempt } from '../../stores/toasts'
import { libraryText } from '../../text/library'
import { meaningText } from '../../text/meaning'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { HiddenText } from '../../ui/hidden-text'
import { Highlight } from '../../ui/highlight'
import { ProgressBar } from '../../ui/progress-bar'
import { excerptAround, focusRange, matchRanges } from './match-ranges'

/** Passages that fit what is searched for, best first. */
export function SearchResults() {
  const search = useLibrarySearch()
  const someArrived = useArriving((state) => state.someArrived)
  const {
    marked,
    asWritten,
    writtenAnew,
    corrections,
    foreign,
    running,
    results,
    more,
    tookMs,
    waiting,
    wordsAlone,
  } = search
  const t = text().library
  const own = libraryText().search
  return (
    <div className="search-results" aria-busy={running}>
      {running && <ProgressBar label={text().app.loading} labelHidden />}
      {results !== null && results.length > 0 && (
        <div className="search-summary search-found">
          <p role="status">
            {more
              ? own.first(results.length, Math.round(tookMs))
              : t.found(results.length, Math.round(tookMs))}
          </p>
          {someArrived && <SearchAgain />}
        </div>
      )}
      {corrections.map((each) => (
        <p key={each.word} className="search-summary" role="status">
          {own.shownFor(shownInstead(each), each.word)}
        </p>
      ))}
      {foreign !== null && (
        <p className="search-summary" role="status">
          {own.foreign(foreign)}
        </p>
      )}
      {waiting > 0 && (
        <p className="search-summary" role="status">
          {t.indexBeingBuilt(waiting)}
        </p>
      )}
      {wordsAlone && (
        <p className="search-summary" role="status">
          {meaningText().wordsAlone}
        </p>
      )}
      {results?.length === 0 && !running && <NothingFound />}
      <ol className="search-list">
        {results?.map((passage) => (
          <li key={passage.chunk_id}>
            <Result
              passage={passage}
              marked={marked}
              form={passageForm(passage.document_id, asWritten, writtenAnew)}
            />
          </li>
        ))}
      </ol>
      {canShowMore(search) && (
        <Button size="sm" busy={running} onClick={() => void attempt(showMorePassages())}>
          {own.showMore}
        </Button>
      )}
    </div>
  )
}

/** Stands beside how much was found: what is read below must not move. */
function SearchAgain() {
  const own = libraryText().search
  return (
    <>
      <span className="wide-only">{own.arrived}</span>
      <Button size="sm" icon={RotateCw} onClick={() => void attempt(searchOnceMore())}>
        {own.again}
      </Button>
    </>
  )
}

function NothingFound() {
  const filtered = useDocuments((state) => isFiltered(state.filter))
  const arriving = useArriving((state) => state.someAtWork)
  const inCollection = useLibrary((state) => state.collectionId !== null)
  const t = text().library
  const own = libraryText()
  return (
    <div className="screen-empty">
      {filtered ? (
        <EmptyState
          icon={FilterX}
          title={own.search.nothingFiltered}
          action={<Button onClick={() => void attempt(clearFilter())}>{own.filter.clear}</Button>}
        >
          {own.search.nothingFilteredText}
        </EmptyState>
      ) : (
        <EmptyState
          icon={SearchX}
          title={t.nothingFound}
          action={
            inCollection && (
              <Button onClick={() => void attempt(showCollection(null))}>{own.search.everywhere}</Button>
            )
          }
        >
          {arriving
            ? own.search.arriving
            : inCollection
              ? own.search.nothingInCollection
              : t.nothingFoundText}
        </EmptyState>
      )}
    </div>
  )
}

function Result({
  passage,
  marked,
  form,
}: {
  readonly passage: Passage
  readonly marked: string
  readonly form: PassageForm
}) {
  const excerpt = useMemo(() => excerptAround(passage.text, marked, form), [passage.text, marked, form])
  const ranges = useMemo(() => matchRanges(excerpt, marked), [excerpt, marked])
  const t = text().library
  const section = sectionBelow(passage.title, passage.section)
  return (
    <button
      type="button"
      className="search-result"
      onClick={() =>
        inspect({
          kind: 'document',
          documentId: passage.document_id,
          title: passage.title,
          page: passage.page ?? null,
          passage: shownRange(passage, marked),
        })
      }
    >
      <span className="search-result-head">
        <strong>
          <HiddenText text={passage.title} />
        </strong>
        <span>{passage.page !== undefined ? t.page(passage.page) : section}</span>
      </span>
      <span className="search-result-text">
        <Highlight text={excerpt} ranges={ranges} />
      </span>
    </button>
  )
}

/** What is marked in the viewer: the sentences that fit, where the passage is the text as it stands. */
function shownRange(passage: Passage, marked: string): { start: number; end: number } {
  const { start, end, text: words } = passage
  if (words.length !== end - start) return { start, end }
  const focus = focusRange(words, marked)
  return { start: start + focus.start, end: start + focus.end }
}
