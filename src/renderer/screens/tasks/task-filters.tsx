import { GitFork, LayoutList, SquareKanban } from 'lucide-react'
import { taskStatusSchema } from '../../../shared/contract/tasks'
import { usable, useAssistants } from '../../stores/assistants'
import { filterTasks, useTasks } from '../../stores/tasks'
import { showTasksAs, useTasksView } from '../../stores/tasks-view'
import { tasksText } from '../../text/tasks'
import { SearchField } from '../../ui/search-field'
import { SegmentedControl } from '../../ui/segmented-control'
import { Select } from '../../ui/select'

const any = ''

/** What narrows tasks down, and how they are shown. */
export function TaskFilters() {
  const { query, status, tag, assistant, tags } = useTasks()
  const view = useTasksView((state) => state.view)
  const assistants = usable(useAssistants((state) => state.all))
  const t = tasksText()
  return (
    <div className="tasks-filters ui-choices">
      <SearchField label={t.search} value={query} onChange={(typed) => filterTasks({ query: typed })} />
      {view !== 'board' && (
        <Select
          label={t.status}
          labelHidden
          value={status}
          options={[
            { value: 'all', label: t.anyStatus },
            ...taskStatusSchema.options.map((value) => ({ value, label: t.statuses[value] })),
          ]}
          onChange={(chosen) => filterTasks({ status: chosen })}
        />
      )}
      {tags.length > 0 && (
        <Select
          label={t.tag}
          labelHidden
          value={tag ?? any}
          options={[{ value: any, label: t.anyTag }, ...tags.map((value) => ({ value, label: value }))]}
          onChange={(chosen) => filterTasks({ tag: chosen === any ? null : chosen })}
        />
      )}
      {(assistants.length > 1 || assistant !== null) && (
        <Select
          label={t.assistant}
          labelHidden
          value={assistant ?? any}
          options={[
            { value: any, label: t.anyAssistant },
            ...assistants.map(({ id, name }) => ({ value: id, label: name })),
            ...(assistant === null || assistants.some(({ id }) => id === assistant)
              ? []
              : [{ value: assistant, label: t.assistantGone }]),
          ]}
          onChange={(chosen) => filterTasks({ assistant: chosen === any ? null : chosen })}
        />
      )}
      <SegmentedControl
        label={t.views}
        size="sm"
        value={view}
        segments={[
          { value: 'list', label: t.view.list, icon: LayoutList },
          { value: 'board', label: t.view.board, icon: SquareKanban },
          { value: 'graph', label: t.view.graph, icon: GitFork },
        ]}
        onChange={showTasksAs}
      />
    </div>
  )
}
