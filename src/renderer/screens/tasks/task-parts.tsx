import type { TaskDetails } from '../../../shared/contract/tasks'
import { wordsPlace } from '../../stores/task-words'
import { tasksText } from '../../text/tasks'
import { QuickAdd } from './quick-add'
import { TaskItem } from './task-item'

/** What a task is made of, and the line that adds to it. */
export function TaskParts({ details: { task, parts } }: { readonly details: TaskDetails }) {
  const t = tasksText()
  const ended = parts.filter(({ status }) => status === 'done' || status === 'cancelled').length
  return (
    <section className="record-part" aria-label={t.partsTitle}>
      <header>
        <h3>{t.partsTitle}</h3>
        {parts.length > 0 && <span className="task-count">{t.parts(ended, parts.length)}</span>}
      </header>
      <ul>
        {parts.map((line) => (
          <TaskItem key={line.id} line={line} />
        ))}
      </ul>
      <QuickAdd
        place={wordsPlace.part(task.id)}
        label={t.addPart}
        hint={t.addPartHint}
        fields={{ parent: task.id }}
      />
    </section>
  )
}
