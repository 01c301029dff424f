import { useEffect } from 'react'
import { loadTasks, useTasks } from '../../stores/tasks'
import { attempt } from '../../stores/toasts'
import { text } from '../../text/text'
import { ScreenHeader } from '../screen-header'

/** What is to be done. */
export function TasksScreen({ id: _ }: { readonly id: string | null }) {
  const lines = useTasks((state) => state.lines)
  useEffect(() => void attempt(loadTasks()), [])
  return (
    <div className="screen">
      <ScreenHeader title={text().nav.tasks} />
      <ul>
        {lines?.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
    </div>
  )
}
