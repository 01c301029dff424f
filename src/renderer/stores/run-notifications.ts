import { create } from 'zustand'
import type { ConversationSummary } from '../../shared/contract/conversation-list'
import { newsOf, textOfNews, titleOfNews } from '../../shared/run/news'
import { client } from '../app/client'
import { currentLanguage } from '../text/language'
import { useConversations } from './conversations'
import { goTo, usePage } from './page'
import { changeSettings, useSettings } from './settings'
import { useSystem } from './system'
import { attempt } from './toasts'

const key = 'countersign-notifications'
/** Whether the system tells of runs that are not on screen; in a browser a choice of this window's. */
export type NotificationState = 'on' | 'off' | 'blocked' | 'impossible'

/** See {@link NotificationState}. */
export const useNotifications = create<{ readonly state: NotificationState }>(() => ({ state: current() }))

const lookAgain = () => useNotifications.setState({ state: current() })
useSystem.subscribe(lookAgain)
useSettings.subscribe(lookAgain)

/** Whether the window's own host shows them, and the page need not ask for anything. */
function byHost(): boolean {
  return useSystem.getState().info?.nativeNotifications ?? false
}

function current(): NotificationState {
  if (byHost()) return useSettings.getState().settings.notifications ? 'on' : 'off'
  if (useSystem.getState().info?.host === 'electron' || !('Notification' in globalThis)) return 'impossible'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && localStorage.getItem(key) === 'on' ? 'on' : 'off'
}

/** Switches them on, which a browser asks about; only a click may lead here. */
export async function switchOnNotifications(): Promise<void> {
  if (byHost()) return changeSettings({ notifications: true })
  await Notification.requestPermission()
  localStorage.setItem(key, 'on')
  lookAgain()
}

/** Switches notifications off: the host's where it shows them, else those of this browser. */
export async function switchOffNotifications(): Promise<void> {
  if (byHost()) return changeSettings({ notifications: false })
  localStorage.setItem(key, 'off')
  lookAgain()
}

/** Tells of a run that ended or needs a decision, unless somebody looks at its conversation. */
export function tellOfRun(before: ConversationSummary | undefined, after: ConversationSummary): void {
  const news = newsOf(before, after)
  if (news === null || useNotifications.getState().state !== 'on' || isLookedAt(after.id)) return
  const title = titleOfNews(after)
  const what = textOfNews(currentLanguage(), news, after)
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
