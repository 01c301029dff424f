import { lastByPerson } from '../screens/changes-made'
import { newestChanges } from '../stores/changes'
import { attempt, notify } from '../stores/toasts'
import { tellUndone, undoOrAsk } from '../stores/undoing'
import { text } from '../text/text'
import { isTyping } from '../ui/is-typing'

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
  if (last !== undefined) return await undoOrAsk(last.id, tellUndone)
  const t = text().activity
  notify({ tone: 'info', title: t.nothingToUndo, detail: t.nothingToUndoText })
}
