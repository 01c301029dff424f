import { type Task, taskPrioritySchema, taskStatusSchema } from '../../../shared/contract/tasks'
import { assistantOf, useAssistants } from '../../stores/assistants'
import { changeTask, setTaskStatus, useTasks } from '../../stores/tasks'
import { attempt } from '../../stores/toasts'
import { tasksText } from '../../text/tasks'
import { HiddenText } from '../../ui/hidden-text'
import { Select } from '../../ui/select'
import { AssistantFace } from '../assistant-face'
import { RecordFact, TagsFact } from '../record-facts'
import { DueField } from './due-field'

/** What a task is, line by line; where it stands, how much it matters and by when can be chosen there. */
export function TaskFacts({ task }: { readonly task: Task }) {
  const { id, priority, assistant, tags } = task
  const moving = useTasks((state) => state.moving[id])
  const status = moving ?? task.status
  const t = tasksText()
  return (
    <dl className="record-part task-facts">
      <RecordFact label={t.status}>
        <Select
          label={t.status}
          labelHidden
          value={status}
          options={taskStatusSchema.options.map((value) => ({ value, label: t.statuses[value] }))}
          onChange={(chosen) => void attempt(setTaskStatus(id, chosen))}
        />
      </RecordFact>
      <RecordFact label={t.priority}>
        <Select
          label={t.priority}
          labelHidden
          value={priority}
          options={taskPrioritySchema.options
            .toReversed()
            .map((value) => ({ value, label: t.priorities[value] }))}
          onChange={(chosen) => void attempt(changeTask(id, { priority: chosen }))}
        />
      </RecordFact>
      <RecordFact label={t.due}>
        <DueField task={{ ...task, status }} />
      </RecordFact>
      <RecordFact label={t.assistant}>
        <Assignment id={assistant} />
      </RecordFact>
      <TagsFact label={t.tags} tags={tags} />
    </dl>
  )
}

function Assignment({ id }: { readonly id: string | null }) {
  const assistants = useAssistants((state) => state.all)
  const t = tasksText()
  if (id === null) return <span className="record-quiet">{t.nobody}</span>
  const assistant = assistantOf(assistants, id)
  if (assistant === undefined) return <span className="record-quiet">{t.assistantGone}</span>
  return (
    <>
      <AssistantFace assistant={assistant} size={18} />
      <HiddenText text={assistant.name} />
    </>
  )
}
