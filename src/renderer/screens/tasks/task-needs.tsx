import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { type TaskDetails, taskLimits } from '../../../shared/contract/tasks'
import { changeTask, useTasks } from '../../stores/tasks'
import { attempt } from '../../stores/toasts'
import { tasksText } from '../../text/tasks'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { waitingFor, within } from './relations'
import { TaskChooser } from './task-chooser'
import { TaskItem } from './task-item'

/** What waits for a task, which would be a circle, and its own parts, for which it waits anyway. */
function notToWaitFor(id: string): readonly string[] {
  const lines = useTasks.getState().lines ?? []
  return [...waitingFor(lines, id), ...within(lines, id)]
}

/** What a task waits for, and what waits for it. */
export function TaskNeeds({ details: { task, needs, neededBy } }: { readonly details: TaskDetails }) {
  const [choosing, setChoosing] = useState(false)
  const t = tasksText()
  const keep = (ids: readonly string[]) => attempt(changeTask(task.id, { needs: [...ids] }))
  const there = needs.map(({ id }) => id)
  return (
    <>
      <section className="record-part" aria-label={t.needs}>
        <header>
          <h3>{t.needs}</h3>
          {there.length < taskLimits.needs && (
            <Button
              size="sm"
              variant="ghost"
              icon={Plus}
              aria-label={t.addNeedLabel}
              onClick={() => setChoosing(true)}
            >
              {t.addNeed}
            </Button>
          )}
        </header>
        {needs.length === 0 && <p className="record-quiet">{t.noNeeds}</p>}
        <ul>
          {needs.map((line) => (
            <TaskItem key={line.id} line={line}>
              <IconButton
                icon={X}
                size="sm"
                label={t.removeNeed(line.title)}
                onClick={() => void keep(there.filter((id) => id !== line.id))}
              />
            </TaskItem>
          ))}
        </ul>
      </section>
      {neededBy.length > 0 && (
        <section className="record-part" aria-label={t.neededBy}>
          <header>
            <h3>{t.neededBy}</h3>
          </header>
          <ul>
            {neededBy.map((line) => (
              <TaskItem key={line.id} line={line} />
            ))}
          </ul>
        </section>
      )}
      {choosing && (
        <TaskChooser
          title={t.addNeedTitle(task.title)}
          confirm={t.addNeed}
          nothing={t.nothingToChoose}
          except={new Set([task.id, ...there, ...notToWaitFor(task.id)])}
          onCancel={() => setChoosing(false)}
          onChoose={(id) => {
            setChoosing(false)
            void keep([...there, id])
          }}
        />
      )}
    </>
  )
}
