import { type KeyboardEvent, useRef, useState } from 'react'
import { classNames } from './class-names'
import { type PageCell, type PageMark, pageCells, pagesInWords } from './page-cells'
import { useWords } from './words'
import './page-map.css'

/**
 * Which pages of a document were read, found or used: a cell a page, or several in a long document, with those that count
 * marked and told in words. One Tab stop: arrows move, Enter opens the page.
 */
export function PageMap({
  label,
  total,
  marks,
  told,
  countWords,
  onOpen,
}: {
  /** The accessible name. */
  readonly label: string
  /** Pages of the document, or null where that is not known. */
  readonly total: number | null
  readonly marks: readonly PageMark[]
  /** What is said of the marked pages, given as `3, 7–9`: `Read: 3, 7–9 of 84`. */
  readonly told: (pages: string) => string
  /** What a marked cell says of itself: `2 passages`. */
  readonly countWords: (count: number) => string
  readonly onOpen: (page: number) => void
}) {
  const words = useWords()
  const group = useRef<HTMLUListElement>(null)
  const cells = pageCells(total, marks)
  const firstMarked = cells.findIndex(({ marked }) => marked.length > 0)
  const [cursor, setCursor] = useState<number | null>(null)
  const active = Math.min(cursor ?? Math.max(0, firstMarked), cells.length - 1)
  if (firstMarked < 0) return null
  const press = (event: KeyboardEvent) => {
    const to = movedTo(event.key, active, cells.length)
    if (to === undefined) return
    event.preventDefault()
    setCursor(to)
    const buttons = group.current?.querySelectorAll('button')
    buttons?.item(to).focus()
  }
  return (
    <div className="ui-pages-frame">
      <p className="ui-pages-told">{told(pagesInWords(marks.map(({ page }) => page)))}</p>
      <ul ref={group} className="ui-pages" aria-label={label}>
        {cells.map((cell, index) => (
          <li key={cell.from}>
            <button
              type="button"
              tabIndex={index === active ? 0 : -1}
              className={classNames('ui-page', cell.marked.length > 0 && 'ui-page-marked')}
              aria-label={wordsOf(cell, words, countWords)}
              title={wordsOf(cell, words, countWords)}
              onKeyDown={press}
              onFocus={() => setCursor(index)}
              onClick={() => onOpen(cell.marked[0] ?? cell.from)}
            >
              {cell.from === cell.to ? cell.from : `${cell.from}–${cell.to}`}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function wordsOf(
  { from, to, marked, count }: PageCell,
  words: Pick<ReturnType<typeof useWords>, 'page' | 'pageRange'>,
  countWords: (count: number) => string,
): string {
  const place = from === to ? words.page(from) : words.pageRange(from, to)
  return marked.length === 0 ? place : `${place}: ${countWords(count)}`
}

function movedTo(key: string, active: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(count - 1, active + 1)
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(0, active - 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
