import type { TaskRun } from '../../../shared/contract/tasks'
import { useConversations } from '../../stores/conversations'
import { tasksText } from '../../text/tasks'
import { StatusDot } from '../../ui/status-dot'
import type { Tone } from '../../ui/tone'
import { type RunStanding, runStanding } from './run-standing'

const tones: Readonly<Record<RunStanding, Tone>> = {
  waits: 'warning',
  at_work: 'accent',
  completed: 'success',
  stopped: 'neutral',
  failed: 'danger',
}

/** How a run stands, as its conversation tells. */
export function useRunStanding(run: TaskRun): RunStanding {
  return useConversations(({ list }) =>
    runStanding(
      run,
      list.find(({ id }) => id === run.conversationId),
    ),
  )
}

/** How a task's last run stands, as long as there is something to do about it or to wait for. */
export function RunSign({ run }: { readonly run: TaskRun }) {
  const standing = useRunStanding(run)
  if (standing === 'completed' || standing === 'stopped') return null
  return <StandingDot standing={standing} />
}

/** A run's standing as a dot and a word. */
export function StandingDot({ standing }: { readonly standing: RunStanding }) {
  return (
    <StatusDot
      tone={tones[standing]}
      label={tasksText().standings[standing]}
      pulse={standing === 'at_work'}
    />
  )
}
