import { create } from 'zustand'
import type { ConversationSummary } from '../../shared/contract/conversation-list'
import { runsText } from '../text/runs'
import { revealHidden } from '../ui/reveal-hidden'
import { goTo } from './page'

const key = 'countersign-notifications'

/** Whether the system tells of runs while the page is not looked at; a choice of this window's. */
export type NotificationState = 'on' | 'off' | 'blocked' | 'impossible'

/** See {@link NotificationState}. */
export const useNotifications = create<{ readonly state: NotificationState }>(() => ({ state: current() }))

function current(): NotificationState {
  if (!('Notification' in globalThis)) return 'impossible'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && localStorage.getItem(key) === 'on' ? 'on' : 'off'
}

/** Switches them on, which the browser asks about; only a click may lead here. */
export async function switchOnNotifications(): Promise<void> {
  await Notification.requestPermission()
  localStorage.setItem(key, 'on')
  useNotifications.setState({ state: current() })
}

/** Switches them off. */
export function switchOffNotifications(): void {
  localStorage.setItem(key, 'off')
  useNotifications.setState({ state: current() })
}

/** What there is to tell when a conversation's line changes; null for nothing. */
export function newsOf(
  before: ConversationSummary | undefined,
  after: ConversationSummary,
): 'completed' | 'failed' | 'waiting' | null {
  if (before === undefined) return null
  if (after.waiting > before.waiting) return 'waiting'
  return before.running && !after.running ? after.ended : null
}

/** Tells of a run that ended or needs a decision, where nobody looks at the page. */
export function tellOfRun(before: ConversationSummary | undefined, after: ConversationSummary): void {
  const news = newsOf(before, after)
  if (news === null || useNotifications.getState().state !== 'on') return
  if (document.visibilityState === 'visible' && document.hasFocus()) return
  const told = new Notification(runsText().news[news], {
    // A title is anybody's words.
    body: revealHidden(after.title)
      .map((piece) => (piece.kind === 'text' ? piece.text : piece.shown))
      .join(''),
    // One for each conversation: a later one takes its place.
    tag: after.id,
  })
  told.onclick = () => {
    window.focus()
    goTo({ screen: 'chat', id: after.id })
    told.close()
  }
}
