import { useState } from 'react'
import type { Change } from '../../../shared/contract/changes'
import { type Together, undoSome, useChanges } from '../../stores/changes'
import { attempt, notify } from '../../stores/toasts'
import { askOfUndo, undoOrAsk, undoTogetherOrAsk, useAskedOfUndo } from '../../stores/undoing'
import { inLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { UndoConflictDialog } from './undo-conflict-dialog'

/** Undoing one change or several, and the choice that it takes where something was changed since. */
export function useUndo(): {
  readonly busy: boolean
  readonly undoOne: (id: string) => Promise<void>
  /** One thing of a change of many. */
  readonly undoOneOf: (id: string, reference: string) => Promise<void>
  readonly undoAll: (what: Together) => Promise<void>
} {
  const [busy, setBusy] = useState(false)
  const during = async (work: () => Promise<void>) => {
    setBusy(true)
    await attempt(work())
    setBusy(false)
  }

  const undoOne = (id: string) => during(() => undoOrAsk(id, tellerOf(id)))

  const undoOneOf = (id: string, reference: string) =>
    during(async () => {
      const tell = tellerOf(id)
      tell(await undoSome(id, [reference]))
    })

  const undoAll = (what: Together) => during(() => undoTogetherOrAsk(what))

  return { busy, undoOne, undoOneOf, undoAll }
}

/** Answers what says, once the change is undone, what is there again or what was done. */
function tellerOf(id: string): (undo: Change) => void {
  // Before: a list of what was deleted has it no more afterwards.
  const isDeletion =
    useChanges.getState().changes.find((change) => change.id === id)?.class === 'destructive_delete'
  return ({ redoes, summary, preview }) => {
    const t = text().activity
    const title =
      redoes !== null
        ? t.redoDone
        : isDeletion
          ? t.isBack(preview.targets.map(({ label }) => label))
          : inLanguage(summary, preview.said)
    notify({ tone: 'success', title })
  }
}

/** The dialog of the choice, while there is one; once on the page. */
export function UndoQuestion() {
  const asked = useAskedOfUndo((state) => state.asked)
  if (asked === null) return null
  return (
    <UndoConflictDialog
      conflicts={asked.conflicts}
      undone={asked.undone}
      under={asked.under}
      onDecide={async (decisions) => {
        await asked.decide(decisions)
        // A decision may have led to another question, which is then shown instead.
        if (useAskedOfUndo.getState().asked === asked) askOfUndo(null)
      }}
      onClose={() => askOfUndo(null)}
    />
  )
}
