import type { ConversationSummary } from '../contract/conversation-list'
import { revealAsText } from '../text/reveal-hidden'

/** What there is to tell of a run that nobody looks at. */
export type News = 'completed' | 'failed' | 'waiting'

/** The most of a title that a notification shows (characters). */
const mostOfTitle = 100

/** What there is to tell when a conversation's line changes; null for nothing. */
export function newsOf(before: ConversationSummary | undefined, after: ConversationSummary): News | null {
  if (before === undefined) return null
  const tells = after.mission?.tells ?? null
  if (tells !== null) return newsOfMission(before, after, tells)
  if (after.waiting > before.waiting) return 'waiting'
  return before.running && !after.running ? after.ended : null
}

/** Nobody waits for single proposals of a mission: its end is told, with whether some wait. */
function newsOfMission(
  before: ConversationSummary,
  after: ConversationSummary,
  tells: 'always' | 'needed' | 'never',
): News | null {
  if (tells === 'never' || !before.running || after.running) return null
  const news = after.ended !== 'failed' && after.waiting > 0 ? 'waiting' : after.ended
  return tells === 'needed' && news === 'completed' ? null : news
}

/** What a notification says of a conversation. */
export function textOfNews(language: 'en' | 'de', news: News, { mission }: ConversationSummary): string {
  return (mission?.tells ? missionNewsTexts : newsTexts)[language][news]
}

/** A conversation's title as a notification shows it: a title is anybody's words. */
export function titleOfNews({ title }: Pick<ConversationSummary, 'title'>): string {
  return [...revealAsText(title)].slice(0, mostOfTitle).join('')
}

/** The page says it, or main where no window is open. */
const newsTexts = {
  en: {
    completed: 'The assistant has finished',
    failed: 'The assistant could not finish',
    waiting: 'The assistant needs your decision',
  },
  de: {
    completed: 'Der Assistent ist fertig',
    failed: 'Der Assistent konnte nicht fertig werden',
    waiting: 'Der Assistent braucht deine Entscheidung',
  },
} as const satisfies Record<'en' | 'de', Record<News, string>>

/** The same of missions. */
const missionNewsTexts = {
  en: {
    completed: 'The mission has ended',
    failed: 'The mission could not finish',
    waiting: 'The mission proposes changes that wait for your decision',
  },
  de: {
    completed: 'Der Auftrag ist fertig',
    failed: 'Der Auftrag konnte nicht fertig werden',
    waiting: 'Der Auftrag schlägt Änderungen vor, die auf deine Entscheidung warten',
  },
} as const satisfies Record<'en' | 'de', Record<News, string>>
