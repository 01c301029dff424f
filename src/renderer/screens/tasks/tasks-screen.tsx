import { CircleCheckBig } from 'lucide-react'
import { useEffect } from 'react'
import { emptyTask } from '../../../shared/contract/tasks'
import { assertNever } from '../../../shared/errors'
import { newPlace } from '../../stores/kept-drafts'
import { wordsPlace } from '../../stores/task-words'
import { filterTasks, loadTasks, openTask, useTasks } from '../../stores/tasks'
import { useTasksView } from '../../stores/tasks-view'
import { attempt } from '../../stores/toasts'
import { tasksText } from '../../text/tasks'
import { EmptyState } from '../../ui/empty-state'
import { CreateButton } from '../catalog/create-button'
import { NotHere } from '../catalog/not-here'
import { useLeaveWhenGone } from '../catalog/use-leave-when-gone'
import { DeletedButton } from '../deleted-button'
import { holdsWords } from '../fitting-names'
import { ScreenHeader } from '../screen-header'
import { Waiting } from '../waiting'
import { QuickAdd } from './quick-add'
import { TaskBoard } from './task-board'
import { TaskEditor } from './task-editor'
import { TaskFilters } from './task-filters'
import { TaskGraph } from './task-graph'
import { TaskList } from './task-list'
import { TaskView } from './task-view'
import '../settings/settings.css'
import '../catalog/catalog.css'
import '../record.css'
import './tasks.css'
import './open-task.css'

/** What is to be done: all of it in one of three ways, and the task that is open. */
export function TasksScreen({ id }: { readonly id: string | null }) {
  const loaded = useTasks((state) => state.lines !== null)
  const none = useTasks((state) => state.lines?.length === 0 && Object.keys(state.drafts).length === 0)
  const view = useTasksView((state) => state.view)
  const t = tasksText()
  useEffect(() => void attempt(loadTasks()), [])
  useEffect(() => void attempt(openTask(id === newPlace ? null : id)), [id])
  return (
    <div className="screen tasks">
      <ScreenHeader title={t.title}>
        <DeletedButton module="tasks" />
        <CreateButton screen="tasks">{t.create}</CreateButton>
      </ScreenHeader>
      {loaded ? (
        <div className="tasks-frame">
          <div className="tasks-split" data-open={id !== null || undefined}>
            <section className="tasks-all" aria-label={t.title}>
              {/* Also without a task: the first one moves nothing. */}
              <TaskFilters />
              {(none || view !== 'graph') && <AddLine />}
              {none ? <Empty /> : <Shown id={id} />}
            </section>
            {id !== null && (
              <div className="tasks-open screen-body" data-panel={id}>
                <Opened key={id} id={id} />
              </div>
            )}
          </div>
        </div>
      ) : (
        <Waiting />
      )}
    </div>
  )
}

/** A new one is given what the others are narrowed down by, so that it is among them; what it can't be given is given up. */
function AddLine() {
  const tag = useTasks((state) => state.tag)
  const assistant = useTasks((state) => state.assistant)
  const t = tasksText()
  return (
    <QuickAdd
      place={wordsPlace.add}
      label={t.add}
      hint={t.addHint}
      fields={{ assistant, tags: tag === null ? [] : [tag] }}
      onAdded={showNew}
    />
  )
}

function showNew(title: string): void {
  const { query, status } = useTasks.getState()
  const hidesStatus = status !== 'all' && status !== emptyTask.status
  const hidesTitle = query.trim() !== '' && !holdsWords(title, query)
  if (hidesStatus || hidesTitle) filterTasks({ query: '', status: 'all' })
}

function Shown({ id }: { readonly id: string | null }) {
  const view = useTasksView((state) => state.view)
  switch (view) {
    case 'list':
      return <TaskList id={id} />
    case 'board':
      return <TaskBoard id={id} />
    case 'graph':
      return <TaskGraph id={id} />
    default:
      return assertNever(view)
  }
}

function Opened({ id }: { readonly id: string }) {
  const draft = useTasks((state) => state.drafts[id])
  const open = useTasks((state) => (state.open?.task.id === id ? state.open : null))
  const missing = useTasks((state) => state.missing === id)
  const t = tasksText()
  useLeaveWhenGone('tasks', { open: open !== null, missing, written: draft !== undefined })
  if (id === newPlace || draft !== undefined) {
    return <TaskEditor place={id} draft={draft} there={open} gone={missing} />
  }
  if (open !== null) return <TaskView details={open} />
  if (!missing) return <Waiting />
  return <NotHere icon={CircleCheckBig} title={t.gone} screen="tasks" back={t.back} />
}

/** What to begin with. */
function Empty() {
  const t = tasksText()
  return (
    <div className="screen-empty">
      <EmptyState icon={CircleCheckBig} title={t.empty}>
        {t.emptyText}
      </EmptyState>
    </div>
  )
}
