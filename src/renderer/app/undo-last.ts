import type { Change } from '../../shared/contract/changes'
import { undoOrAsk } from '../screens/activity/use-undo'
import { lastByPerson } from '../screens/changes-made'
import { isTyping } from '../screens/proposal/decision-keys'
import { newestChanges } from '../stores/changes'
import { attempt, notify } from '../stores/toasts'
import { decisionText } from '../text/decisions'
import { inLanguage } from '../text/sentences'
import { text } from '../text/text'

/** When this page was opened: what was done before is looked for in Activity, and not taken back by a key. */
const openedAt = Date.now()

type Keys = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'key' | 'target'>

/** Whether it is Ctrl+Z or ⌘Z where nothing is typed: a field takes back what was typed in it. */
export function isUndoKey({ ctrlKey, metaKey, altKey, shiftKey, key, target }: Keys): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'z' && !isTyping(target)
}

/** Undoes the last change that a person made or approved since the page was opened and that still holds. */
export function undoLast(): Promise<void> {
  // A second press is about the change before, which is known once the first is undone.
  undoing = undoing.then(() => attempt(undoNewest()))
  return undoing
}

let undoing: Promise<void> = Promise.resolve()

async function undoNewest(): Promise<void> {
  const last = lastByPerson(await newestChanges(), openedAt)
  if (last !== undefined) return await undoOrAsk(last.id, tell)
  const t = text().activity
  notify({ tone: 'info', title: t.nothingToUndo, detail: t.nothingToUndoText })
}

/** Names what was undone, which need not be in view, with the way back. */
function tell({ id, summary, preview, redoes }: Change): void {
  const again = { label: decisionText().activity.redo, onSelect: () => void attempt(undoOrAsk(id, tell)) }
  notify({
    tone: 'success',
    title: inLanguage(summary, preview.said),
    ...(redoes === null ? { action: again } : {}),
  })
}
