import { ChevronRight, Ellipsis, MessageSquareText, Pencil, Trash2, X } from 'lucide-react'
import { useId } from 'react'
import type { Task, TaskDetails } from '../../../shared/contract/tasks'
import { goTo, leaveTo } from '../../stores/page'
import { draftOfTask } from '../../stores/task-drafts'
import { askAboutTask, changeTaskDraft, deleteTask, useTasks } from '../../stores/tasks'
import { attempt } from '../../stores/toasts'
import { tasksText } from '../../text/tasks'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Markdown } from '../../ui/markdown'
import { Menu } from '../../ui/menu'
import { Notice } from '../../ui/notice'
import { BackTo } from '../catalog/back-to'
import { RecordSince } from '../record-facts'
import { pathTo } from './relations'
import { RunButton, RunNotice, useRunBlock } from './run-task'
import { TaskComments } from './task-comments'
import { TaskFacts } from './task-facts'
import { TaskNeeds } from './task-needs'
import { TaskParts } from './task-parts'
import { TaskRuns } from './task-runs'

/** All of a task. */
export function TaskView({ details }: { readonly details: TaskDetails }) {
  const { task, runs } = details
  const { id, title, notes, outside } = task
  const block = useRunBlock(details)
  const reasonId = useId()
  const t = tasksText()
  return (
    <article className="record" aria-label={title}>
      <div className="record-back">
        <BackTo screen="tasks">{t.back}</BackTo>
      </div>
      <header className="record-head">
        <div>
          <Path id={id} />
          <h2 tabIndex={-1} data-home>
            <HiddenText text={title} />
          </h2>
        </div>
        <div className="record-actions">
          <RunButton id={id} title={title} blocked={block !== null} reasonId={reasonId} />
          <Button icon={Pencil} onClick={() => changeTaskDraft(draftOfTask(task))}>
            {t.edit}
          </Button>
          <Menu
            align="end"
            trigger={(props) => <IconButton {...props} icon={Ellipsis} label={t.actions(title)} />}
            items={[
              { id: 'ask', icon: MessageSquareText, label: t.ask, onSelect: () => ask(task) },
              { kind: 'separator', id: 'line' },
              {
                id: 'delete',
                icon: Trash2,
                label: t.delete,
                danger: true,
                onSelect: () => void attempt(deleteTask(id)),
              },
            ]}
          />
          <span className="task-close">
            <IconButton icon={X} label={t.close} onClick={() => goTo({ screen: 'tasks', id: null })} />
          </span>
        </div>
      </header>
      <RunNotice block={block} reasonId={reasonId} />
      {outside.length > 0 && (
        <Notice tone="info" title={t.fromOutside}>
          <HiddenText text={t.fromOutsideText(outside)} />
        </Notice>
      )}
      <TaskFacts task={task} />
      {notes.trim() !== '' && (
        <section className="record-part" aria-label={t.notes}>
          <header>
            <h3>{t.notes}</h3>
          </header>
          <Markdown text={notes} onLink={leaveTo} />
        </section>
      )}
      <TaskParts details={details} />
      <TaskNeeds details={details} />
      <TaskComments details={details} />
      <TaskRuns runs={runs} />
      <RecordSince record={task} words={t} />
    </article>
  )
}

function ask(task: Task): void {
  askAboutTask(task)
  goTo({ screen: 'chat', id: null })
}

/** What it is a part of, from the outermost on. */
function Path({ id }: { readonly id: string }) {
  const lines = useTasks((state) => state.lines)
  const path = pathTo(lines ?? [], id)
  if (path.length === 0) return null
  return (
    <nav className="task-path" aria-label={tasksText().parent}>
      {path.map((line) => (
        <span key={line.id}>
          <a className="record-named" href={`#/tasks/${encodeURIComponent(line.id)}`}>
            <HiddenText text={line.title} />
          </a>
          <ChevronRight size={13} aria-hidden />
        </span>
      ))}
    </nav>
  )
}
