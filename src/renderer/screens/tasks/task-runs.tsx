import { MessageSquare } from 'lucide-react'
import type { TaskRun } from '../../../shared/contract/tasks'
import { useConversations } from '../../stores/conversations'
import { tasksText } from '../../text/tasks'
import { HiddenText } from '../../ui/hidden-text'
import { RelativeTime } from '../../ui/relative-time'
import { StandingDot, useRunStanding } from './run-sign'

/** The times that an assistant worked on a task; each opens its conversation. */
export function TaskRuns({ runs }: { readonly runs: readonly TaskRun[] }) {
  const t = tasksText()
  return (
    <section className="record-part" aria-label={t.runs}>
      <header>
        <h3>{t.runs}</h3>
      </header>
      {runs.length === 0 && <p className="record-quiet">{t.noRuns}</p>}
      <ul>
        {runs.map((run) => (
          <Run key={run.runId} run={run} />
        ))}
      </ul>
    </section>
  )
}

function Run({ run }: { readonly run: TaskRun }) {
  const { conversationId, startedAt } = run
  const standing = useRunStanding(run)
  const title = useConversations(
    ({ list }) => list.find(({ id }) => id === conversationId)?.title ?? run.title,
  )
  return (
    <li className="record-line task-run">
      <MessageSquare size={14} aria-hidden />
      <span className="task-item-words">
        <a className="record-named" href={`#/chat/${encodeURIComponent(conversationId)}`}>
          <HiddenText text={title} />
        </a>
        <span className="record-quiet task-run-at">
          <RelativeTime at={startedAt} />
        </span>
      </span>
      <StandingDot standing={standing} />
    </li>
  )
}
