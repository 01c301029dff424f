import { useEffect, useId } from 'react'
import type { ToolUseBlock } from '../../../shared/run/blocks'
import { toolView } from '../../app/tool-views'
import { useConversations } from '../../stores/conversations'
import { inspect, usePage } from '../../stores/page'
import { ensureProposal, useProposals } from '../../stores/proposals'
import { attempt } from '../../stores/toasts'
import { formatDuration } from '../../text/language'
import { inLanguage, messageInLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { ArrivingText } from '../../ui/arriving-text'
import { HiddenText } from '../../ui/hidden-text'
import { ProgressBar } from '../../ui/progress-bar'
import { ChangeStanding, isUndone, UndoOrRedo } from '../activity/change-standing'
import { StopChange } from '../activity/stop-change'
import { canProposeAgain } from '../group-proposals'
import { ProposalCard } from '../proposal/proposal-card'
import { isAtWork, ToolStatusDot } from '../tool-status-dot'
import { useCallLine } from '../use-call-line'
import { useCallStatus } from '../use-call-status'
import { useCallChange, useStoppable } from '../use-changes-made'
import './message.css'

/** A tool call as one line that opens in the inspector, and its proposal while one waits. */
export function ToolLine({
  block,
  conversationId,
  toldAgain,
}: {
  readonly block: ToolUseBlock
  readonly conversationId: string
  /** Whether the answer below says what failed. */
  readonly toldAgain: boolean
}) {
  const { toolUseId, proposalId, result } = block
  const status = useCallStatus(block)
  const failure = status === 'failed' && !toldAgain ? result?.error : undefined
  const inspected = usePage(
    ({ inspected: shown }) => shown?.kind === 'tool_call' && shown.toolUseId === toolUseId,
  )
  const progress = useConversations((state) => state.progress[toolUseId])
  const view = toolView(block.name)
  const Icon = view.icon
  const atWork = isAtWork(status)
  const line = useCallLine(block)
  const lineId = useId()
  const made = useCallChange(block, conversationId)
  const stoppable = useStoppable(block, conversationId)
  return (
    <div className="tool-call" data-scope>
      <div className="tool-line-row" data-undone={(made && isUndone(made.change)) || undefined}>
        <button
          type="button"
          className="tool-line"
          data-home
          aria-pressed={inspected}
          onClick={() => inspect(inspected ? null : { kind: 'tool_call', conversationId, toolUseId })}
        >
          <Icon size={15} aria-hidden className="tool-line-icon" />
          <span id={lineId} className="tool-line-text">
            <HiddenText text={line} />
          </span>
          <ToolStatusDot status={status} labelHidden={status === 'done'} />
          {/* With a proposal most of it is the person's own time. */}
          {block.durationMs !== undefined && status === 'done' && proposalId === undefined && (
            <span className="tool-line-time">{formatDuration(block.durationMs)}</span>
          )}
        </button>
        {(made ?? stoppable) !== null && (
          <span className="tool-line-undo">
            {stoppable !== null && <StopChange id={stoppable} describedBy={lineId} />}
            {made && <ChangeStanding change={made.change} />}
            {made && <UndoOrRedo {...made} describedBy={lineId} />}
          </span>
        )}
      </div>
      {status === 'streaming' && <ArrivingText json={block.inputJson} />}
      {atWork && progress && (
        <ProgressBar
          label={progress.note || line}
          value={progress.total ? progress.done / progress.total : undefined}
          detail={progress.total ? text().library.progress(progress.done, progress.total) : undefined}
        />
      )}
      {failure?.said !== undefined && (
        <p className="tool-reason tool-failure">
          <HiddenText text={messageInLanguage(failure.message, failure.said)} />
        </p>
      )}
      {proposalId !== undefined && <ToolProposal id={proposalId} />}
    </div>
  )
}

function ToolProposal({ id }: { readonly id: string }) {
  const proposal = useProposals((state) => state.byId[id])
  const missing = proposal === undefined
  useEffect(() => {
    if (missing) void attempt(ensureProposal(id))
  }, [id, missing])
  const replaced = useProposals((state) => Object.values(state.byId).find((other) => other.replaces === id))
  if (!proposal) return null
  if (replaced) return <ToolProposal id={replaced.id} />
  if (proposal.status === 'rejected' && proposal.reason) {
    return (
      <p className="tool-reason">
        <HiddenText text={text().proposal.rejectedBecause(inLanguage(proposal.reason, proposal.said))} />
      </p>
    )
  }
  const open = proposal.status === 'pending' || proposal.status === 'approved' || proposal.goesOn === true
  const shown = open || canProposeAgain(proposal)
  return shown ? (
    <div className="tool-proposal" data-then=".composer textarea">
      <ProposalCard line={proposal} compact />
    </div>
  ) : null
}
