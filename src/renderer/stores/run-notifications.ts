import { create } from 'zustand'
import type { ConversationSummary } from '../../shared/contract/conversation-list'
import { revealAsText } from '../../shared/reveal-hidden'
import { client } from '../app/client'
import { runsText } from '../text/runs'
import { useConversations } from './conversations'
import { goTo, usePage } from './page'
import { useSystem } from './system'
import { attempt } from './toasts'

const key = 'countersign-notifications'
/** The most of a title that a notification shows (characters). */
const mostOfTitle = 100

/** Whether the system tells of runs that are not on screen; a choice of this window's. */
export type NotificationState = 'on' | 'off' | 'blocked' | 'impossible'

/** See {@link NotificationState}. */
export const useNotifications = create<{ readonly state: NotificationState }>(() => ({ state: current() }))

useSystem.subscribe(() => useNotifications.setState({ state: current() }))

/** Whether the window's own host shows them, and the page need not ask for anything. */
function byHost(): boolean {
  return useSystem.getState().info?.nativeNotifications ?? false
}

function current(): NotificationState {
  if (byHost()) return localStorage.getItem(key) === 'off' ? 'off' : 'on'
  if (useSystem.getState().info?.host === 'electron' || !('Notification' in globalThis)) return 'impossible'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && localStorage.getItem(key) === 'on' ? 'on' : 'off'
}

/** Switches them on, which a browser asks about; only a click may lead here. */
export async function switchOnNotifications(): Promise<void> {
  if (!byHost()) await Notification.requestPermission()
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

/** Tells of a run that ended or needs a decision, unless somebody looks at its conversation. */
export function tellOfRun(before: ConversationSummary | undefined, after: ConversationSummary): void {
  const news = newsOf(before, after)
  if (news === null || useNotifications.getState().state !== 'on' || isLookedAt(after.id)) return
  // A title is anybody's words.
  const title = [...revealAsText(after.title)].slice(0, mostOfTitle).join('')
  const what = runsText().news[news]
  if (byHost()) void attempt(client.system.notify({ conversationId: after.id, title, body: what }))
  else tellInBrowser(after.id, what, title)
}

/** Whether it is on screen, in a window that somebody looks at. */
function isLookedAt(id: string): boolean {
  if (document.visibilityState !== 'visible' || !document.hasFocus()) return false
  const { route } = usePage.getState()
  if (route.screen !== 'chat') return false
  // One that is just being sent has no place of its own yet.
  return route.id === id || (route.id === null && useConversations.getState().sending !== null)
}

function tellInBrowser(id: string, title: string, body: string): void {
  // One for each conversation: a later one takes its place.
  const told = new Notification(title, { body, tag: id })
  told.onclick = () => {
    window.focus()
    goTo({ screen: 'chat', id })
    told.close()
  }
}
