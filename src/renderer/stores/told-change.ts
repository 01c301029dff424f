import type { Change } from '../../shared/contract/changes'
import { inLanguage } from '../text/sentences'
import { tasksText } from '../text/tasks'
import { text } from '../text/text'

/** What a change came to, in a sentence; what was asked for in general words is told by what it set. */
export function toldOf(change: Pick<Change, 'tool' | 'summary' | 'preview'>): string {
  const { summary, preview } = change
  return statusSet(change) ?? text().activity.done(inLanguage(summary, preview.said))
}

/** Where only the status of a task was set: how the task stands now. */
function statusSet({ tool, preview }: Pick<Change, 'tool' | 'preview'>): string | null {
  const [only, ...more] = preview.changes
  if (tool !== 'update_task' || only?.kind !== 'fields' || more.length > 0) return null
  const [field, ...others] = only.fields
  if (field?.name !== 'status' || field.after === null || others.length > 0) return null
  const sentences: Readonly<Record<string, (title: string) => string>> = tasksText().nowIs
  return Object.hasOwn(sentences, field.after) ? (sentences[field.after]?.(only.label) ?? null) : null
}
