import { useMemo } from 'react'
import { assertNever } from '../../shared/errors'
import { Checkbox } from './checkbox'
import { classNames } from './class-names'
import { markWords } from './diff-marks'
import type { DiffRow, HunkRow, LineRow, PairRow, SplitRow } from './diff-rows'
import { HiddenText } from './hidden-text'
import { cutAtRanges } from './text-ranges'
import { useWords } from './words'

/** Which hunks are ticked. */
export interface HunkChoice {
  readonly chosen: ReadonlySet<number>
  readonly onToggle: (hunk: number, chosen: boolean) => void
}

/** One row of a diff in either layout. */
export function AnyRow({
  row,
  choice,
}: {
  readonly row: DiffRow | SplitRow
  readonly choice: HunkChoice | undefined
}) {
  switch (row.kind) {
    case 'hunk':
      return <HunkHead row={row} choice={choice} />
    case 'note':
      return <NoLineEnd />
    case 'line':
      return <Line row={row} leftOut={isLeftOut(row, choice)} />
    case 'pair':
      return <Pair row={row} leftOut={isLeftOut(row, choice)} />
    default:
      return assertNever(row)
  }
}

function NoLineEnd() {
  return <div className="ui-diff-row ui-diff-note">{useWords().noLineEnd}</div>
}

/** What is not ticked stays as it is: it loses its colours. */
function isLeftOut({ hunk }: LineRow | PairRow, choice: HunkChoice | undefined): boolean {
  return choice !== undefined && !choice.chosen.has(hunk)
}

function HunkHead({ row, choice }: { readonly row: HunkRow; readonly choice: HunkChoice | undefined }) {
  const words = useWords()
  return (
    <div className="ui-diff-row ui-diff-hunk">
      {choice && (
        <Checkbox
          label={words.includeHunk(row.hunk + 1)}
          checked={choice.chosen.has(row.hunk)}
          onChange={(chosen) => choice.onToggle(row.hunk, chosen)}
        />
      )}
      <span>{words.fromLine(row.line)}</span>
    </div>
  )
}

const lineLook = {
  ' ': { name: 'same', tag: 'span' },
  '+': { name: 'added', tag: 'ins' },
  '-': { name: 'removed', tag: 'del' },
} as const

function Line({ row, leftOut }: { readonly row: LineRow; readonly leftOut: boolean }) {
  return (
    <div
      className={classNames(
        'ui-diff-row ui-diff-line',
        leftOut ? 'ui-diff-left-out' : `ui-diff-${lineLook[row.sign].name}`,
      )}
    >
      <span className="ui-diff-number" data-number={row.oldNumber ?? ''} aria-hidden />
      <span className="ui-diff-number" data-number={row.newNumber ?? ''} aria-hidden />
      <span className="ui-diff-sign">{row.sign}</span>
      <LineText row={row} />
    </div>
  )
}

function Pair({ row, leftOut }: { readonly row: PairRow; readonly leftOut: boolean }) {
  return (
    <div className="ui-diff-row ui-diff-pair">
      <Side row={row.old} number={row.old?.oldNumber} leftOut={leftOut} />
      <Side row={row.young} number={row.young?.newNumber} leftOut={leftOut} repeats={row.young === row.old} />
    </div>
  )
}

function Side({
  row,
  number,
  leftOut,
  repeats = false,
}: {
  readonly row: LineRow | undefined
  readonly number: number | undefined
  readonly leftOut: boolean
  /** The same line stands at the other side: read out once. */
  readonly repeats?: boolean
}) {
  if (row === undefined) return <span className="ui-diff-side ui-diff-void" aria-hidden />
  return (
    <span
      className={classNames(
        'ui-diff-side ui-diff-line',
        leftOut ? 'ui-diff-left-out' : `ui-diff-${lineLook[row.sign].name}`,
      )}
      aria-hidden={repeats || undefined}
      data-repeats={repeats || undefined}
    >
      <span className="ui-diff-number" data-number={number ?? ''} aria-hidden />
      <span className="ui-diff-sign">{row.sign}</span>
      <LineText row={row} />
    </span>
  )
}

function LineText({ row }: { readonly row: LineRow }) {
  const { tag: Tag } = lineLook[row.sign]
  const { text, sign, counterpart } = row
  const pieces = useMemo(() => {
    if (counterpart === undefined || sign === ' ') return cutAtRanges(text, [])
    const marks = sign === '-' ? markWords(text, counterpart)?.before : markWords(counterpart, text)?.after
    return cutAtRanges(text, marks ?? [])
  }, [text, sign, counterpart])
  return (
    <Tag className="ui-diff-text">
      {pieces.map((piece) => (
        <span key={piece.start} className={piece.range === undefined ? undefined : 'ui-diff-word'}>
          <HiddenText text={piece.text} indentation={piece.start === 0 ? 'keep' : 'mark'} />
        </span>
      ))}
    </Tag>
  )
}
