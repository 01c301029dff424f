import type { ConversationSummary } from '../../shared/contract/conversation-list'
import { runsText } from '../text/runs'
import { text } from '../text/text'
import { StatusDot } from '../ui/status-dot'

/** How a conversation stands, beside its title: at work, ended with an error, or with an answer that nobody saw. */
export function ConversationSign({
  conversation,
  waiting,
  current,
}: {
  readonly conversation: ConversationSummary
  /** Proposals. */
  readonly waiting: number
  /** It is on screen, where the answer itself moves: a dot that moves too has all be drawn with each frame. */
  readonly current: boolean
}) {
  const { running, ended } = conversation
  // What waits has a count of its own.
  if (running) {
    return waiting === 0 ? (
      <StatusDot tone="accent" label={text().running} labelHidden pulse={!current} />
    ) : null
  }
  if (ended === 'failed') return <StatusDot tone="danger" label={runsText().endedFailed} labelHidden />
  if (ended === 'completed') return <StatusDot tone="accent" label={runsText().unread} labelHidden />
  return null
}
