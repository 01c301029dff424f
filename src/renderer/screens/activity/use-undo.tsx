import { useState } from 'react'
import { create } from 'zustand'
import type { Change, UndoneTogether } from '../../../shared/contract/changes'
import type { UndoDecision } from '../../../shared/contract/undo-choices'
import { toAppError } from '../../../shared/errors'
import {
  compareKept,
  compareUndo,
  type Together,
  type UndoConflict,
  undoChange,
  undoSome,
  undoTogether,
  useChanges,
} from '../../stores/changes'
import { attempt, notify } from '../../stores/toasts'
import { inLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { UndoConflictDialog } from './undo-conflict-dialog'

/** What is asked, and what happens with the answer. */
interface Asked {
  readonly conflicts: readonly UndoConflict[]
  /** How many of the same go were undone; null when only one was to be. */
  readonly undone: number | null
  /** How many earlier ones wait for the answer. */
  readonly under: number
  readonly decide: (decisions: UndoDecision[]) => Promise<void>
}

/** Outlives the row that asked: undoing many changes moves that row out of what is loaded. */
const useAsked = create<{ readonly asked: Asked | null }>(() => ({ asked: null }))
const setAsked = (asked: Asked | null) => useAsked.setState({ asked })

/** Undoing one change or several, and the choice that it takes where something was changed since. */
export function useUndo(): {
  readonly busy: boolean
  readonly undoOne: (id: string) => Promise<void>
  /** One thing of a change of many. */
  readonly undoOneOf: (id: string, reference: string) => Promise<void>
  readonly undoAll: (what: Together) => Promise<void>
} {
  const [busy, setBusy] = useState(false)
  const t = text().activity
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

  /** Tells what came of it, and asks about what was changed since. */
  const report = async (what: Together, { batch, undone, kept }: UndoneTogether, before: number) => {
    const all = before + undone.length
    const conflicts = await compareKept(kept)
    if (kept.length === 0) {
      const redone = undone.every(({ redoes }) => redoes !== null)
      notify({ tone: 'success', title: redone ? t.redoAllDone(all) : t.undoRunDone(all) })
    } else if (conflicts.length === 0) {
      const [first] = kept
      notify({
        tone: 'warning',
        title: t.undoRunKept(all, kept.length),
        detail: first && inLanguage(first.reason, first.said),
      })
    } else {
      const decide = async (decisions: UndoDecision[]) => {
        const more = batch === null ? { decisions } : { decisions, batch }
        await report(what, leftOut(await undoTogether(what, more), decisions), all)
      }
      const under = kept.filter((one) => one.under !== null).length
      setAsked({ conflicts, undone: all, under, decide })
    }
  }
  const undoAll = (what: Together) => during(async () => report(what, await undoTogether(what), 0))

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

/** Undoes one change, or asks where something was changed since; `tell` is told what did it. */
export async function undoOrAsk(id: string, tell: (undo: Change) => void): Promise<void> {
  try {
    tell(await undoChange(id))
  } catch (error) {
    const found = toAppError(error).code === 'conflict' ? await compareUndo(id) : null
    if (found === null) throw error
    const decide = async (decisions: UndoDecision[]) => tell(await undoChange(id, decisions))
    setAsked({ conflicts: [found], undone: null, under: 0, decide })
  }
}

/** The dialog of the choice, while there is one; once on the page. */
export function UndoQuestion() {
  const asked = useAsked((state) => state.asked)
  if (asked === null) return null
  return (
    <UndoConflictDialog
      conflicts={asked.conflicts}
      undone={asked.undone}
      under={asked.under}
      onDecide={async (decisions) => {
        await asked.decide(decisions)
        // A decision may have led to another question, which is then shown instead.
        if (useAsked.getState().asked === asked) setAsked(null)
      }}
      onClose={() => setAsked(null)}
    />
  )
}

/** What a person chose to keep is not asked about again. */
function leftOut(done: UndoneTogether, decisions: readonly UndoDecision[]): UndoneTogether {
  const chosen = new Set(decisions.map(({ changeId }) => changeId))
  const kept = done.kept.map((one) => (chosen.has(one.change.id) ? { ...one, canChoose: false } : one))
  return { ...done, kept }
}
