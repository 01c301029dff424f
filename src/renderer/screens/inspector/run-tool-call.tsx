import { useEffect, useId } from 'react'
import type { ToolUseBlock } from '../../../shared/run/blocks'
import { toolView } from '../../app/tool-views'
import { inspect, review } from '../../stores/page'
import { ensureProposal, useProposals } from '../../stores/proposals'
import { attempt } from '../../stores/toasts'
import { text } from '../../text/text'
import { traceText } from '../../text/trace'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { ChangeStanding, UndoOrRedo } from '../activity/change-standing'
import { comesFrom, tookOf } from '../call-facts'
import { ToolStatusDot } from '../tool-status-dot'
import { useUsageWords } from '../usage-words'
import { useCallLine } from '../use-call-line'
import { useCallStatus } from '../use-call-status'
import { useCallChange } from '../use-changes-made'
import { RunStepError } from './run-step-error'

/** A tool call of a run: what it did, how long, how it ended, and where its result came from. */
export function RunToolCall({
  block,
  conversationId,
}: {
  readonly block: ToolUseBlock
  readonly conversationId: string
}) {
  const { name, result, proposalId } = block
  const status = useCallStatus(block)
  const line = useCallLine(block)
  const lineId = useId()
  const made = useCallChange(block, conversationId)
  const view = toolView(name)
  const Icon = view.icon
  const error = status === 'failed' ? result?.error : undefined
  const used = useUsageWords(block.usage)
  const details = [...detailsOf(block), ...(used === undefined ? [] : [traceText().toolModel(used)])]
  return (
    <li className="run-call">
      <p className="run-call-line">
        <Icon size={15} aria-hidden />
        <span id={lineId}>
          <HiddenText text={line} />
        </span>
        <ToolStatusDot status={status} />
      </p>
      <p className="run-call-facts">
        <code>{name}</code>
        {details.map((detail) => (
          <span key={detail}>{detail}</span>
        ))}
        {proposalId !== undefined && (
          <ProposalLink id={proposalId} toolUseId={block.toolUseId} conversationId={conversationId} />
        )}
        {made && (
          <>
            <ChangeStanding change={made.change} />
            <UndoOrRedo {...made} describedBy={lineId} />
          </>
        )}
      </p>
      {error !== undefined && <RunStepError error={error} />}
    </li>
  )
}

function detailsOf(block: ToolUseBlock): readonly string[] {
  return [tookOf(block), comesFrom(block)].filter((detail) => detail !== undefined)
}

/** What waits opens to be decided; what is decided opens as the call that it was. */
function ProposalLink({
  id,
  toolUseId,
  conversationId,
}: {
  readonly id: string
  readonly toolUseId: string
  readonly conversationId: string
}) {
  const proposal = useProposals((state) => state.byId[id])
  const missing = proposal === undefined
  useEffect(() => {
    if (missing) void attempt(ensureProposal(id))
  }, [id, missing])
  if (proposal === undefined) return null
  const open = () =>
    proposal.status === 'pending' ? review(id) : inspect({ kind: 'tool_call', conversationId, toolUseId })
  return (
    <Button variant="ghost" size="sm" onClick={open}>
      {text().proposal.number(proposal.number)}
    </Button>
  )
}
