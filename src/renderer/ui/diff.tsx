import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronUp, Columns2 } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { DiffHunk } from '../../shared/tool/diff'
import { Button } from './button'
import { classNames } from './class-names'
import { AnyRow, type HunkChoice } from './diff-lines'
import { countChosen, countLines, type DiffRows, diffRows, linesIn, splitRows } from './diff-rows'
import { IconButton } from './icon-button'
import { PathText } from './path-text'
import { ScrollArea } from './scroll-area'
import { useWords } from './words'
import './diff.css'

/** Beyond this many lines only the visible ones exist. */
const VIRTUAL_FROM = 500

/** Props of {@link Diff}. */
export interface DiffProps {
  readonly hunks: readonly DiffHunk[]
  /** What changes: a file name, a title. */
  readonly title?: string
  /** Lines added and removed in all, where the hunks are only the first part; the head says what of it is chosen. */
  readonly counts?: { readonly added: number; readonly removed: number }
  /** Beside the title: actions or a badge. */
  readonly actions?: ReactNode
  /** Lines shown before "Show all"; Infinity never folds. */
  readonly collapseAfter?: number
  /** Gives each hunk a box to tick, to approve a part. */
  readonly choice?: HunkChoice
  /** Draws the frame; without it the diff fills a card that has one. */
  readonly framed?: boolean
  /** Both sides beside each other; with `onSplit` the head has a button for it. */
  readonly split?: boolean
  readonly onSplit?: (split: boolean) => void
  /** What stands at the left and at the right, for two texts that are not before and after. */
  readonly sides?: readonly [string, string]
}

/** A diff in one column or two: numbers, signs, changed words, and hidden characters made visible. Long lines wrap, so that nothing is out of sight. */
export function Diff({
  hunks,
  title,
  counts,
  actions,
  collapseAfter = 40,
  choice,
  framed = true,
  split = false,
  onSplit,
  sides,
}: DiffProps) {
  const words = useWords()
  const [whole, setWhole] = useState(false)
  const rows = useMemo(() => (split ? splitRows(hunks) : diffRows(hunks)), [hunks, split])
  const counted = useMemo(() => countLines(hunks), [hunks])
  const chosen = choice?.chosen
  const { added, removed } = useMemo(() => {
    const whole = counts ?? counted
    return chosen === undefined ? whole : countChosen(hunks, whole, chosen)
  }, [hunks, counts, counted, chosen])
  const folds = rows.length > collapseAfter
  const length = folds && !whole ? collapseAfter : rows.length
  const shown = length > VIRTUAL_FROM ? [] : Array.from({ length }, (_, index) => rows.at(index))
  return (
    <section className={classNames('ui-diff', framed && 'ui-diff-framed')} aria-label={title}>
      {title !== undefined && (
        <header className="ui-diff-head">
          <span className="ui-diff-title">
            <PathText path={title} />
          </span>
          <span className="ui-diff-stat">
            <span className="visually-hidden">{words.addedAndRemoved(added, removed)}</span>
            <span aria-hidden className="ui-diff-plus">
              +{added}
            </span>
            <span aria-hidden className="ui-diff-minus">
              −{removed}
            </span>
          </span>
          {onSplit && rows.length > 0 && (
            <span className="ui-diff-layout">
              <IconButton
                icon={Columns2}
                size="sm"
                label={words.sideBySide}
                pressed={split}
                onClick={() => onSplit(!split)}
              />
            </span>
          )}
          {actions}
        </header>
      )}
      {sides && rows.length > 0 && (
        <div className={classNames('ui-diff-sides', split && 'ui-diff-pair')}>
          <span>− {sides[0]}</span>
          <span>+ {sides[1]}</span>
        </div>
      )}
      {rows.length === 0 && <p className="ui-diff-none">{words.noTextChange}</p>}
      {length > VIRTUAL_FROM ? (
        <VirtualLines key={split ? 'split' : 'lines'} rows={rows} choice={choice} title={title} />
      ) : (
        <div className="ui-diff-lines">
          {shown.map((row) => row && <AnyRow key={row.key} row={row} choice={choice} />)}
        </div>
      )}
      {folds && (
        <div className="ui-diff-fold">
          {!whole && (
            <span className="numeric">
              {words.linesShown(
                shown.reduce((sum, row) => sum + linesIn(row), 0),
                counted.all,
              )}
            </span>
          )}
          <Button
            variant="ghost"
            size="sm"
            icon={whole ? ChevronUp : ChevronDown}
            aria-expanded={whole}
            onClick={() => setWhole(!whole)}
          >
            {whole ? words.showFewerLines : words.showAllLines(counted.all)}
          </Button>
        </div>
      )}
    </section>
  )
}

function VirtualLines({
  rows,
  choice,
  title,
}: {
  readonly rows: DiffRows
  readonly choice: DiffProps['choice']
  readonly title: string | undefined
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 20,
    overscan: 12,
    initialRect: { width: 800, height: 560 },
  })
  return (
    <ScrollArea ref={scroller} aria-label={title} className="ui-diff-lines ui-diff-scroll">
      <div className="ui-diff-tall" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows.at(item.index)
          return (
            row && (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className="ui-diff-placed"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <AnyRow row={row} choice={choice} />
              </div>
            )
          )
        })}
      </div>
    </ScrollArea>
  )
}
