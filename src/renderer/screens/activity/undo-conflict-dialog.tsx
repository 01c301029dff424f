import { structuredPatch } from 'diff'
import { History, TriangleAlert } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { UndoComparison } from '../../../shared/contract/changes'
import { toErrorShape } from '../../../shared/errors'
import { type UndoConflict, undoChange } from '../../stores/changes'
import { splitDiffs, useDiffLayout } from '../../stores/diff-layout'
import { notify } from '../../stores/toasts'
import { decisionText } from '../../text/decisions'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Diff } from '../../ui/diff'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'
import './activity.css'

/** Lines removed and added up to which the shortest difference is looked for; the search is quadratic in it. */
const editLimit = 4000

/** What is there now and what undo would bring back, side by side, and the choice between them. */
export function UndoConflictDialog({
  conflict,
  onClose,
}: {
  readonly conflict: UndoConflict
  readonly onClose: () => void
}) {
  const { change, canForce, differences } = conflict
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const keep = useRef<HTMLButtonElement>(null)
  const t = decisionText().undoConflict
  const restore = async () => {
    setBusy(true)
    try {
      await undoChange(change.id, true)
      notify({ tone: 'success', title: text().activity.undoDone })
      onClose()
    } catch (error) {
      setProblem(toErrorShape(error).message)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t.title}
      description={<HiddenText text={t.text(change.summary)} />}
      icon={TriangleAlert}
      tone="warning"
      size="lg"
      initialFocus={keep}
      onCancel={onClose}
      footer={
        <>
          <Button ref={keep} onClick={onClose}>
            {t.keep}
          </Button>
          {canForce && (
            <Button variant="primary" icon={History} busy={busy} onClick={() => void restore()}>
              {t.force}
            </Button>
          )}
        </>
      }
    >
      <div className="review">
        {differences.map((difference) => (
          <Difference key={difference.reference} difference={difference} />
        ))}
        <p className="review-recovery">
          <History size={15} aria-hidden />
          {canForce ? t.forceText : t.cantForce}
        </p>
        {problem !== undefined && <Notice tone="danger" title={problem} announce />}
      </div>
    </Dialog>
  )
}

function Difference({ difference }: { readonly difference: UndoComparison }) {
  const { label, theirs, restored, shown } = difference
  const split = useDiffLayout((state) => state.split)
  const [choice, setChoice] = useState(true)
  const t = decisionText().undoConflict
  const hunks = useMemo(() => hunksBetween(theirs ?? '', restored ?? ''), [theirs, restored])
  const note = !shown
    ? t.notShown
    : theirs === null
      ? t.nothingNow
      : restored === null
        ? t.wouldRemove
        : theirs === restored
          ? t.same
          : undefined
  return (
    <section className="undo-difference" aria-label={label}>
      {note !== undefined && (
        <p>
          <strong>
            <HiddenText text={label} />
          </strong>{' '}
          {note}
        </p>
      )}
      {shown && theirs !== restored && (
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
      )}
    </section>
  )
}

function hunksBetween(theirs: string, restored: string) {
  const patch = structuredPatch('', '', theirs, restored, undefined, undefined, {
    context: 3,
    maxEditLength: editLimit,
  })
  if (patch !== undefined) return patch.hunks
  const [old, young] = [theirs.split('\n'), restored.split('\n')]
  const lines = [...old.map((line) => `-${line}`), ...young.map((line) => `+${line}`)]
  return [{ oldStart: 1, oldLines: old.length, newStart: 1, newLines: young.length, lines }]
}
