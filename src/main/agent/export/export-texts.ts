import type { ToolUseStatus } from '../../../shared/run/blocks'

/** What an export says of its own, in the person's language. */
export interface ExportTexts {
  readonly language: 'en' | 'de'
  /** The name of a file whose conversation has none. */
  readonly conversation: string
  readonly you: string
  readonly assistant: string
  readonly attached: string
  readonly thought: string
  readonly statuses: Readonly<Record<ToolUseStatus, string>>
  /** `at` in milliseconds since 1970; in the time of this machine. */
  readonly moment: (at: number) => string
}

const momentIn = (locale: string) => {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })
  return (at: number) => format.format(at)
}

const en: ExportTexts = {
  language: 'en',
  conversation: 'Conversation',
  you: 'You',
  assistant: 'Assistant',
  attached: 'Attached',
  thought: 'Thought',
  statuses: {
    streaming: 'preparing',
    ready: 'ready',
    running: 'running',
    waiting: 'waiting',
    done: 'done',
    failed: 'failed',
    rejected: 'rejected',
    not_run: 'not run',
  },
  moment: momentIn('en'),
}

const de: ExportTexts = {
  language: 'de',
  conversation: 'Gespräch',
  you: 'Du',
  assistant: 'Assistent',
  attached: 'Angehängt',
  thought: 'Gedanken',
  statuses: {
    streaming: 'bereitet vor',
    ready: 'bereit',
    running: 'läuft',
    waiting: 'wartet',
    done: 'fertig',
    failed: 'fehlgeschlagen',
    rejected: 'abgelehnt',
    not_run: 'nicht ausgeführt',
  },
  moment: momentIn('de'),
}

/** The texts in one language. */
export function exportTexts(language: 'en' | 'de'): ExportTexts {
  return language === 'de' ? de : en
}
