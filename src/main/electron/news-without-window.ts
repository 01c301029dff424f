import type { ConversationSummary } from '../../shared/contract/conversation-list'
import { newsOf, textOfNews, titleOfNews } from '../../shared/run/news'
import type { Notifications } from '../host'
import type { EventHub } from '../publish'
import type { Client } from '../rpc/client'

/**
 * Tells of runs while no window is open, as on macOS, where an application goes on without one; otherwise the page
 * tells, which knows what is looked at.
 */
export async function tellWithoutWindow(parts: {
  readonly hub: Pick<EventHub, 'subscribe'>
  readonly client: Client
  readonly notifications: Notifications
  readonly hasWindow: () => boolean
  readonly language: () => 'en' | 'de'
  readonly report: (error: unknown) => void
}): Promise<void> {
  const { hub, client, notifications, hasWindow, language, report } = parts
  const lines = new Map<string, ConversationSummary>()
  const tell = async (line: ConversationSummary, what: string): Promise<void> => {
    if (!(await client.settings.get()).notifications) return
    notifications.show({ about: line.id, title: titleOfNews(line), body: what, clicked: () => undefined })
  }
  hub.subscribe((event) => {
    if (event.type === 'conversation_removed') lines.delete(event.id)
    if (event.type !== 'conversation') return
    const line = event.conversation
    const news = newsOf(lines.get(line.id), line)
    lines.set(line.id, line)
    if (news !== null && !hasWindow()) tell(line, textOfNews(language(), news, line)).catch(report)
  })
  for (const line of await client.conversations.list()) if (!lines.has(line.id)) lines.set(line.id, line)
}
