import { useState } from 'react'
import {
  type TaskData,
  type TaskDetails,
  taskPrioritySchema,
  taskStatusSchema,
} from '../../../shared/contract/tasks'
import { usable, useAssistants } from '../../stores/assistants'
import { newPlace } from '../../stores/kept-drafts'
import { emptyTaskDraft, isWritten, type TaskDraft } from '../../stores/task-drafts'
import { changeTaskDraft, dropTaskDraft, keepTaskDraft, saveTask, useTasks } from '../../stores/tasks'
import { tasksText } from '../../text/tasks'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { Select } from '../../ui/select'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
import { RecordEditor } from '../catalog/record-editor'
import { ReferenceSelect } from '../catalog/reference-select'
import { type RecordEditorProps, useRecordEditing } from '../catalog/use-record-editing'
import { TagField } from '../library/tag-field'
import { problemsOf } from './draft-problems'
import { notAbove } from './relations'
import { TaskChooser } from './task-chooser'
import '../library/library.css'

/** Changes a task, or makes one; what is not saved is kept, wherever one goes meanwhile. */
export function TaskEditor({ place, draft: kept, there, gone }: RecordEditorProps<TaskDraft, TaskDetails>) {
  const tags = useTasks((state) => state.tags)
  const t = tasksText()
  const editing = useRecordEditing({
    screen: 'tasks',
    ...{ place, kept, gone, isWritten, problemsOf },
    latest: () => useTasks.getState().drafts[place],
    empty: emptyTaskDraft,
    there: there?.task ?? null,
    change: changeTaskDraft,
    drop: dropTaskDraft,
    save: saveTask,
  })
  const { draft, problems } = editing
  const { fields, id } = draft
  const change = (more: Partial<TaskData>) => changeTaskDraft({ ...draft, fields: { ...fields, ...more } })

  return (
    <RecordEditor
      screen="tasks"
      words={t}
      title={place === newPlace ? t.newTitle : t.editing}
      label={fields.title.trim() || t.newTitle}
      editing={editing}
      onKeepMine={() => there !== null && keepTaskDraft(draft, there.task)}
    >
      <TextField
        label={t.name}
        error={problems.title}
        value={fields.title}
        autoFocus
        autoComplete="off"
        onChange={(title) => change({ title })}
      />
      <TextArea
        label={t.notes}
        hint={t.notesHint}
        error={problems.notes}
        rows={5}
        maxHeight={480}
        value={fields.notes}
        onChange={(notes) => change({ notes })}
      />
      <div className="record-pair">
        <Select
          label={t.status}
          value={fields.status}
          options={taskStatusSchema.options.map((value) => ({ value, label: t.statuses[value] }))}
          onChange={(status) => change({ status })}
        />
        <Select
          label={t.priority}
          value={fields.priority}
          options={taskPrioritySchema.options
            .toReversed()
            .map((value) => ({ value, label: t.priorities[value] }))}
          onChange={(priority) => change({ priority })}
        />
      </div>
      <div className="record-pair">
        <TextField
          label={t.due}
          hint={t.dueHint}
          error={problems.due}
          type="date"
          value={fields.due ?? ''}
          onChange={(due) => change({ due: due === '' ? null : due })}
        />
        <AssistantSelect value={fields.assistant} onChange={(assistant) => change({ assistant })} />
      </div>
      <TagField
        label={t.tags}
        hint={t.tagsHint}
        error={problems.tags}
        tags={fields.tags}
        known={tags}
        onChange={(chosen) => change({ tags: [...chosen] })}
      />
      <ParentField own={id} value={fields.parent} onChange={(parent) => change({ parent })} />
    </RecordEditor>
  )
}

/** Who is to do it. */
function AssistantSelect({
  value,
  onChange,
}: {
  readonly value: string | null
  readonly onChange: (assistant: string | null) => void
}) {
  const assistants = usable(useAssistants((state) => state.all))
  const t = tasksText()
  return (
    <ReferenceSelect
      label={t.assistant}
      hint={t.assistantHint}
      words={{ none: t.nobody, gone: t.assistantGone }}
      choices={assistants}
      {...{ value, onChange }}
    />
  )
}

/** What it is a part of. */
function ParentField({
  own,
  value,
  onChange,
}: {
  readonly own: string | null
  readonly value: string | null
  readonly onChange: (parent: string | null) => void
}) {
  const [choosing, setChoosing] = useState<ReadonlySet<string> | null>(null)
  const title = useTasks((state) => state.lines?.find(({ id }) => id === value)?.title)
  const t = tasksText()
  const choose = () => setChoosing(notAbove(useTasks.getState().lines ?? [], own))
  return (
    <fieldset className="task-parent">
      <legend className="ui-field-label">{t.parent}</legend>
      <span className={value === null ? 'record-quiet' : undefined}>
        <HiddenText text={value === null ? t.noParent : (title ?? t.parentGone)} />
      </span>
      <Button size="sm" onClick={choose}>
        {value === null ? t.chooseParent : t.changeParent}
      </Button>
      {value !== null && (
        <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
          {t.removeParent}
        </Button>
      )}
      {choosing !== null && (
        <TaskChooser
          title={t.parentTitle}
          confirm={t.choose}
          nothing={t.noOtherTask}
          except={choosing}
          onCancel={() => setChoosing(null)}
          onChoose={(id) => {
            setChoosing(null)
            onChange(id)
          }}
        />
      )}
    </fieldset>
  )
}
