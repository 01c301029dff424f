import { Plus } from 'lucide-react'
import { type TaskData, taskLimits } from '../../../shared/contract/tasks'
import { changeTaskWords, useTaskWords } from '../../stores/task-words'
import { addTask } from '../../stores/tasks'
import { attempt } from '../../stores/toasts'
import { tasksText } from '../../text/tasks'
import { TextField } from '../../ui/text-field'

/** A line in which the title of a new task is typed; Enter adds it, and the next one can be typed. */
export function QuickAdd({
  place,
  label,
  hint,
  fields,
  onAdded,
}: {
  /** Where what is typed is kept. */
  readonly place: string
  readonly label: string
  /** Stands in it as long as it is empty. */
  readonly hint: string
  /** What the new one is given beside its title. */
  readonly fields: Partial<TaskData>
  readonly onAdded?: (title: string) => void
}) {
  const words = useTaskWords((state) => state.drafts[place] ?? '')
  const title = words.trim()
  // What is pasted is not cut: that would be noticed too late.
  const tooLong = title.length > taskLimits.title
  const add = async () => {
    if (title === '' || tooLong) return
    changeTaskWords(place, '')
    const added = await attempt(addTask({ ...fields, title }).then(() => true))
    if (added) onAdded?.(title)
    // It is not lost where that failed, unless another one is being typed.
    if (!added && useTaskWords.getState().drafts[place] === undefined) changeTaskWords(place, words)
  }
  return (
    <form
      className="task-add"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <TextField
        label={label}
        labelHidden
        icon={Plus}
        placeholder={hint}
        value={words}
        error={tooLong ? tasksText().tooLong(taskLimits.title) : undefined}
        autoComplete="off"
        enterKeyHint="done"
        onChange={(typed) => changeTaskWords(place, typed)}
      />
    </form>
  )
}
