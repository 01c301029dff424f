import { create } from 'zustand'
import type { Change, UndoneTogether } from '../../shared/contract/changes'
import type { UndoDecision } from '../../shared/contract/undo-choices'
import { toAppError } from '../../shared/errors'
import { decisionText } from '../text/decisions'
import { inLanguage } from '../text/sentences'
import { text } from '../text/text'
import {
  compareKept,
  compareUndo,
  type Together,
  type UndoConflict,
  undoChange,
  undoTogether,
} from './changes'
import { attempt, notify } from './toasts'

/** What is asked where something was changed since, and what happens with the answer. */
export interface AskedOfUndo {
  readonly conflicts: readonly UndoConflict[]
  /** How many of the same go were undone; null when only one was to be. */
  readonly undone: number | null
  /** How many earlier ones wait for the answer. */
  readonly under: number
  readonly decide: (decisions: UndoDecision[]) => Promise<void>
}

/** Outlives the row that asked: undoing many changes moves that row out of what is loaded. */
export const useAskedOfUndo = create<{ readonly asked: AskedOfUndo | null }>(() => ({ asked: null }))

/** Asks it, or nothing any more. */
export function askOfUndo(asked: AskedOfUndo | null): void {
  useAskedOfUndo.setState({ asked })
}

/** Undoes one change, or asks where something was changed since; `tell` is told what did it. */
export async function undoOrAsk(id: string, tell: (undo: Change) => void): Promise<void> {
  try {
    tell(await undoChange(id))
  } catch (error) {
    const found = toAppError(error).code === 'conflict' ? await compareUndo(id) : null
    if (found === null) throw error
    const decide = async (decisions: UndoDecision[]) => tell(await undoChange(id, decisions))
    askOfUndo({ conflicts: [found], undone: null, under: 0, decide })
  }
}

/** Names what was undone, which need not be in view, with the way back. */
export function tellUndone({ id, summary, preview, redoes }: Change): void {
  const again = {
    label: decisionText().activity.redo,
    onSelect: () => void attempt(undoOrAsk(id, tellUndone)),
  }
  notify({
    tone: 'success',
    title: inLanguage(summary, preview.said),
    ...(redoes === null ? { action: again, takesBack: [id] } : {}),
  })
}

/** What earlier rounds of one undo of several came to, while a person is asked about the rest. */
interface UndoneBefore {
  readonly batch: string | null
  /** The ids of the changes that undid others. */
  readonly ids: readonly string[]
}

/** Undoes all of it, tells what came of it, and asks about what was changed since. */
export async function undoTogetherOrAsk(what: Together): Promise<void> {
  await tellUndoneTogether(what, await undoTogether(what), { batch: null, ids: [] })
}

async function tellUndoneTogether(
  what: Together,
  { batch: made, undone, kept }: UndoneTogether,
  before: UndoneBefore,
): Promise<void> {
  const t = text().activity
  const ids = [...before.ids, ...undone.map(({ id }) => id)]
  const batch = made ?? before.batch
  const conflicts = await compareKept(kept)
  if (conflicts.length > 0) {
    const decide = async (decisions: UndoDecision[]) => {
      const more = batch === null ? { decisions } : { decisions, batch }
      await tellUndoneTogether(what, leftOut(await undoTogether(what, more), decisions), { batch, ids })
    }
    const under = kept.filter((one) => one.under !== null).length
    askOfUndo({ conflicts, undone: ids.length, under, decide })
    return
  }
  // What was undone from where it is listed is done again there.
  const way = what.kind === 'changes' && batch !== null ? wayBack(batch, ids) : {}
  const [first] = kept
  if (first === undefined) {
    const redone = undone.every(({ redoes }) => redoes !== null)
    const told = redone ? t.redoAllDone(ids.length) : t.undoRunDone(ids.length)
    notify({ tone: 'success', title: told, ...way })
  } else {
    const detail = inLanguage(first.reason, first.said)
    notify({ tone: 'warning', title: t.undoRunKept(ids.length, kept.length), detail, ...way })
  }
}

function wayBack(batch: string, ids: readonly string[]) {
  const redo = () => void attempt(undoTogetherOrAsk({ kind: 'batch', id: batch }))
  return { action: { label: decisionText().activity.redo, onSelect: redo }, takesBack: ids }
}

/** What a person chose to keep is not asked about again. */
function leftOut(done: UndoneTogether, decisions: readonly UndoDecision[]): UndoneTogether {
  const chosen = new Set(decisions.map(({ changeId }) => changeId))
  const kept = done.kept.map((one) => (chosen.has(one.change.id) ? { ...one, canChoose: false } : one))
  return { ...done, kept }
}
