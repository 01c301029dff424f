import type { ConversationSummary } from '../contract/conversation-list'
import { revealAsText } from '../reveal-hidden'

/** What there is to tell of a run that nobody looks at. */
export type News = 'completed' | 'failed' | 'waiting'

/** The most of a title that a notification shows (characters). */
const mostOfTitle = 100

/** What there is to tell when a conversation's line changes; null for nothing. */
export function newsOf(before: ConversationSummary | undefined, after: ConversationSummary): News | null {
  if (before === undefined) return null
  if (after.waiting > before.waiting) return 'waiting'
  return before.running && !after.running ? after.ended : null
}

/** A conversation's title as a notification shows it: a title is anybody's words. */
export function titleOfNews({ title }: Pick<ConversationSummary, 'title'>): string {
  return [...revealAsText(title)].slice(0, mostOfTitle).join('')
}

/** What a notification says; the page says it, or main where no window is open. */
export const newsTexts = {
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
