import { type ReactNode, useState } from 'react'
import { toAppError } from '../../../shared/errors'
import { compareUndo, type UndoConflict, type UndoneTogether, undoChange } from '../../stores/changes'
import { attempt, notify } from '../../stores/toasts'
import { text } from '../../text/text'
import { UndoConflictDialog } from './undo-conflict-dialog'

/** Undoing one change or several, and the choice that it takes where something was changed since. */
export function useUndo(): {
  readonly busy: boolean
  readonly undoOne: (id: string) => Promise<void>
  readonly undoSeveral: (work: () => Promise<UndoneTogether>) => Promise<void>
  /** Render it: the dialog of the choice, while there is one. */
  readonly conflict: ReactNode
} {
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<UndoConflict | null>(null)
  const t = text().activity
  const during = async (work: () => Promise<void>) => {
    setBusy(true)
    await attempt(work())
    setBusy(false)
  }
  const undoOne = (id: string) =>
    during(async () => {
      try {
        await undoChange(id)
        notify({ tone: 'success', title: t.undoDone })
      } catch (error) {
        const found = toAppError(error).code === 'conflict' ? await compareUndo(id) : null
        if (found === null) throw error
        setConflict(found)
      }
    })
  const undoSeveral = (work: () => Promise<UndoneTogether>) =>
    during(async () => {
      const { undone, stoppedAt, reason } = await work()
      if (reason === null) {
        notify({ tone: 'success', title: t.undoRunDone(undone) })
        return
      }
      notify({ tone: 'danger', title: t.undoRunStopped(undone, reason) })
      // What it stopped at may be a change of the person's own: that is theirs to choose.
      if (stoppedAt !== null) setConflict(await compareUndo(stoppedAt))
    })
  return {
    busy,
    undoOne,
    undoSeveral,
    conflict: conflict && <UndoConflictDialog conflict={conflict} onClose={() => setConflict(null)} />,
  }
}
