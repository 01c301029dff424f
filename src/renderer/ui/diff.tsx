import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { DiffHunk } from '../../shared/tool/diff'
import { Button } from './button'
import { Checkbox } from './checkbox'
import { classNames } from './class-names'
import { countChanges, type DiffRow, diffRows } from './diff-rows'
import { HiddenText } from './hidden-text'
import { cutAtRanges } from './text-ranges'
import { useWords } from './words'
import './diff.css'

/** Beyond this many lines only the visible ones exist. */
const VIRTUAL_FROM = 500

/** Props of {@link Diff}. */
export interface DiffProps {
  readonly hunks: readonly DiffHunk[]
  /** What changes: a file name, a title. */
  readonly title?: string
  /** Beside the title: actions or a badge. */
  readonly actions?: ReactNode
  /** Lines shown before "Show all"; Infinity never folds. */
  readonly collapseAfter?: number
  /** Gives each hunk a box to tick, to approve a part. */
  readonly choice?: {
    readonly chosen: ReadonlySet<number>
    readonly onToggle: (hunk: number, chosen: boolean) => void
  }
  /** Draws the frame; without it the diff fills a card that has one. */
  readonly framed?: boolean
}

/** A unified diff: numbers, signs, colours, and hidden characters made visible. Long lines wrap, so that nothing is out of sight. */
export function Diff({ hunks, title, actions, collapseAfter = 40, choice, framed = true }: DiffProps) {
  const words = useWords()
  const [whole, setWhole] = useState(false)
  const rows = useMemo(() => diffRows(hunks), [hunks])
  const { added, removed } = useMemo(() => countChanges(hunks), [hunks])
  const folds = rows.length > collapseAfter
  const shown = folds && !whole ? rows.slice(0, collapseAfter) : rows
  return (
    <section className={classNames('ui-diff', framed && 'ui-diff-framed')} aria-label={title}>
      {title !== undefined && (
        <header className="ui-diff-head">
          <span className="ui-diff-title truncate">
            <HiddenText text={title} />
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
          {actions}
        </header>
      )}
      {rows.length === 0 && <p className="ui-diff-none">{words.noTextChange}</p>}
      {shown.length > VIRTUAL_FROM ? (
        <VirtualLines rows={shown} choice={choice} />
      ) : (
        <div className="ui-diff-lines">
          {shown.map((row) => (
            <DiffLine key={row.key} row={row} choice={choice} />
          ))}
        </div>
      )}
      {folds && (
        <div className="ui-diff-fold">
          <Button
            variant="ghost"
            size="sm"
            icon={whole ? ChevronUp : ChevronDown}
            aria-expanded={whole}
            onClick={() => setWhole(!whole)}
          >
            {whole ? words.showFewerLines : words.showAllLines(rows.length)}
          </Button>
        </div>
      )}
    </section>
  )
}

function VirtualLines({
  rows,
  choice,
}: {
  readonly rows: readonly DiffRow[]
  readonly choice: DiffProps['choice']
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 20,
    overscan: 30,
    initialRect: { width: 800, height: 560 },
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
    <div ref={scroller} tabIndex={0} className="ui-diff-lines ui-diff-scroll">
      <div className="ui-diff-tall" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          return (
            row && (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className="ui-diff-placed"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <DiffLine row={row} choice={choice} />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

const lineLook = {
  ' ': { name: 'same', tag: 'span' },
  '+': { name: 'added', tag: 'ins' },
  '-': { name: 'removed', tag: 'del' },
} as const

function DiffLine({ row, choice }: { readonly row: DiffRow; readonly choice: DiffProps['choice'] }) {
  const words = useWords()
  if (row.kind === 'hunk') {
    return (
      <div className="ui-diff-row ui-diff-hunk">
        {choice && (
          <Checkbox
            label={words.includeHunk(row.hunk + 1)}
            checked={choice.chosen.has(row.hunk)}
            onChange={(chosen) => choice.onToggle(row.hunk, chosen)}
          />
        )}
        <span>{row.header}</span>
      </div>
    )
  }
  if (row.kind === 'note') return <div className="ui-diff-row ui-diff-note">{row.text}</div>
  const { name, tag: Line } = lineLook[row.sign]
  const pieces = cutAtRanges(row.text, row.changed ? [row.changed] : [])
  return (
    <div className={`ui-diff-row ui-diff-line ui-diff-${name}`}>
      <span className="ui-diff-number" data-number={row.oldNumber ?? ''} aria-hidden />
      <span className="ui-diff-number" data-number={row.newNumber ?? ''} aria-hidden />
      <span className="ui-diff-sign">{row.sign}</span>
      <Line className="ui-diff-text">
        {pieces.map((piece) => (
          <span key={piece.start} className={piece.range === undefined ? undefined : 'ui-diff-word'}>
            <HiddenText text={piece.text} indentation={piece.start === 0 ? 'keep' : 'mark'} />
          </span>
        ))}
      </Line>
    </div>
  )
}
