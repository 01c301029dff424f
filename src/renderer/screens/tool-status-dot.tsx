import type { ToolUseStatus } from '../../shared/run/blocks'
import { text } from '../text/text'
import { StatusDot } from '../ui/status-dot'
import type { Tone } from '../ui/tone'

const tones: Readonly<Record<ToolUseStatus, Tone>> = {
  streaming: 'accent',
  ready: 'neutral',
  running: 'accent',
  waiting: 'warning',
  done: 'success',
  failed: 'danger',
  rejected: 'neutral',
  not_run: 'neutral',
}

/** Whether a tool call goes on by itself. */
export function isAtWork(status: ToolUseStatus): boolean {
  return status === 'streaming' || status === 'ready' || status === 'running'
}

/** Where a tool call stands, as a dot and a word. */
export function ToolStatusDot({
  status,
  labelHidden,
}: {
  readonly status: ToolUseStatus
  readonly labelHidden?: boolean
}) {
  return (
    <StatusDot
      tone={tones[status]}
      label={text().toolStatus[status]}
      labelHidden={labelHidden}
      pulse={isAtWork(status) && status !== 'ready'}
    />
  )
}
