import { useMemo, useState } from 'react'
import type { UndoChoice, UndoComparison } from '../../../shared/contract/undo-choices'
import { splitDiffs, useDiffLayout } from '../../stores/diff-layout'
import { decisionText } from '../../text/decisions'
import { Diff } from '../../ui/diff'
import { HiddenText } from '../../ui/hidden-text'
import { SegmentedControl } from '../../ui/segmented-control'
import { textDifference } from '../../ui/text-difference'
import { valueInWords } from '../proposal/value-in-words'
import type { ConflictWords } from './conflict-words'

/** One thing that was changed since: what it is now and what undo would make of it. */
export function UndoDifference({
  words: t,
  difference,
  choice,
  onChoose,
}: {
  readonly words: ConflictWords
  readonly difference: UndoComparison
  /** What is chosen; undefined where the dialog's own buttons choose. */
  readonly choice: UndoChoice | undefined
  readonly onChoose: (choice: UndoChoice) => void
}) {
  const { label, theirs, restored, shown, obstacle, choices, beside, fields } = difference
  const comparable = shown && theirs !== null && restored !== null
  return (
    <section className="undo-difference" aria-label={label}>
      <p>
        <strong>
          <HiddenText text={label} />
        </strong>{' '}
        {t.obstacle[obstacle]} {fields.length === 0 && note(difference, t)}
      </p>
      {shown && theirs !== restored && (comparable || theirs !== null || restored !== null) && (
        <TextDifference words={t} label={label} theirs={theirs} restored={restored} />
      )}
      {fields.length > 0 && <FieldDifference words={t} fields={fields} />}
      {beside !== null && (
        <p className="undo-beside">
          <HiddenText text={t.besideAs(beside.split(/[\\/]/).at(-1) ?? beside)} />
        </p>
      )}
      {choice !== undefined && choices.length > 1 && (
        <SegmentedControl
          label={t.choose(label)}
          size="sm"
          value={choice}
          onChange={onChoose}
          segments={choices.map((value) => ({ value, label: wordFor(value, difference, t) }))}
        />
      )}
    </section>
  )
}

function wordFor(choice: UndoChoice, { obstacle }: UndoComparison, t: ConflictWords): string {
  return choice === 'keep' ? t.keep : choice === 'beside' ? t.beside : t.replace[obstacle]
}

/** What the two sides do not show by themselves. */
function note({ obstacle, theirs, restored, shown }: UndoComparison, t: ConflictWords): string | undefined {
  if (obstacle !== 'changed' && obstacle !== 'taken') return undefined
  if (!shown) return t.notShown
  if (theirs === null) return t.nothingNow
  if (restored === null) return obstacle === 'changed' ? t.wouldRemove : undefined
  return theirs === restored ? t.same : undefined
}

function TextDifference({
  words: t,
  label,
  theirs,
  restored,
}: {
  readonly words: ConflictWords
  readonly label: string
  readonly theirs: string | null
  readonly restored: string | null
}) {
  const split = useDiffLayout((state) => state.split)
  const [choice, setChoice] = useState(true)
  const hunks = useMemo(() => textDifference(theirs ?? '', restored ?? ''), [theirs, restored])
  return (
    <Diff
      hunks={hunks}
      title={label}
      split={choice || split}
      onSplit={(on) => {
        setChoice(on)
        splitDiffs(on)
      }}
      sides={[t.theirs, t.restored]}
      collapseAfter={80}
    />
  )
}

function FieldDifference({
  words: t,
  fields,
}: {
  readonly words: ConflictWords
  readonly fields: UndoComparison['fields']
}) {
  return (
    <table className="undo-fields">
      <thead>
        <tr>
          <th scope="col">{t.field}</th>
          <th scope="col">{t.theirs}</th>
          <th scope="col">{t.restored}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, theirs, restored }) => (
          <tr key={name}>
            <th scope="row">{decisionText().fieldName(name)}</th>
            <td>
              <HiddenText text={valueInWords(name, theirs)} />
            </td>
            <td>
              <HiddenText text={valueInWords(name, restored)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
