import type { TaskLine } from '../../../shared/contract/tasks'
import { setTaskStatus } from '../../stores/tasks'
import { attempt } from '../../stores/toasts'
import { tasksText } from '../../text/tasks'
import { Checkbox } from '../../ui/checkbox'

/** Sets a task to done, and open again. */
export function DoneBox({ line: { id, title, status } }: { readonly line: TaskLine }) {
  return (
    <Checkbox
      label={tasksText().setDone(title)}
      labelHidden
      checked={status === 'done'}
      onChange={(done) => void attempt(setTaskStatus(id, done ? 'done' : 'open'))}
    />
  )
}
