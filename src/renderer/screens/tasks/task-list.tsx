import { CircleCheckBig, SearchX } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { newPlace } from '../../stores/kept-drafts'
import { isWritten } from '../../stores/task-drafts'
import { filterTasks, foldJustEnded, showEnded, useTasks } from '../../stores/tasks'
import { tasksText } from '../../text/tasks'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { VirtualList } from '../../ui/virtual-list'
import { useOpenedRow } from '../use-opened-row'
import { isNarrowed } from './matching'
import { BegunTaskRow, EndedRow, TaskRowView } from './task-row'
import { type TaskRow, taskRows } from './task-rows'
import { useNarrowing, useNarrowingKey, useTaskLines } from './use-task-lines'

/** Pixels of a row on one line; the real height is measured. */
const rowHeight = 40

const keyOf = (row: TaskRow) => (row.kind === 'task' ? row.line.id : row.kind)

/** Tasks below each other, parts within what they are a part of. */
export function TaskList({ id }: { readonly id: string | null }) {
  const lines = useTaskLines()
  const narrowing = useNarrowing()
  const resetKey = useNarrowingKey()
  const { folded, endedShown, justEnded, drafts } = useTasks()
  const t = tasksText()
  useEffect(() => foldJustEnded, [])
  const rows = useMemo(
    () => taskRows(lines, narrowing, { folded, endedShown, justEnded }),
    [lines, narrowing, folded, endedShown, justEnded],
  )
  const shown = rows.some(({ kind }) => kind === 'task')
  const opened = useOpenedRow(id, (key) => rows.findIndex((row) => keyOf(row) === key))
  return (
    <>
      {newPlace in drafts && <BegunTaskRow current={id === newPlace} draft={drafts[newPlace]} />}
      {!shown && isNarrowed(narrowing) && (
        <EmptyState
          icon={SearchX}
          title={t.nothing}
          action={
            <Button onClick={() => filterTasks({ query: '', status: 'all', tag: null, assistant: null })}>
              {t.unfilter}
            </Button>
          }
        >
          {t.nothingText}
        </EmptyState>
      )}
      {!shown && !isNarrowed(narrowing) && lines.length > 0 && (
        <EmptyState icon={CircleCheckBig} title={t.allEnded}>
          {t.allEndedText}
        </EmptyState>
      )}
      <VirtualList
        label={t.title}
        className="tasks-rows"
        items={rows}
        itemKey={keyOf}
        estimateHeight={rowHeight}
        byKeys
        resetKey={resetKey}
        {...opened}
        renderItem={(row) =>
          row.kind === 'task' ? (
            <TaskRowView row={row} current={row.line.id === id} unsaved={isWritten(drafts[row.line.id])} />
          ) : (
            <EndedRow row={row} onShow={showEnded} />
          )
        }
      />
    </>
  )
}
