import { Check, Maximize2, Pencil, ScanSearch, Square, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import type { ProposalLine } from '../../../shared/contract/changes'
import { isDestructive } from '../../../shared/tool/classes'
import { review } from '../../stores/page'
import { approve, type ShownProposal, stopApproved } from '../../stores/proposals'
import { findTool, useSystem } from '../../stores/system'
import { attempt } from '../../stores/toasts'
import { decisionText } from '../../text/decisions'
import { formatMoment } from '../../text/language'
import { inLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { ClassBadge } from '../../ui/class-badge'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Notice } from '../../ui/notice'
import { canProposeAgain } from '../group-proposals'
import { PicturesOf } from '../pictures-of'
import { ApproveButton } from './approve-button'
import { canBeStopped } from './can-be-stopped'
import { ChangePreviews } from './change-preview'
import { ContentEditor } from './content-editor'
import { decisionKey, isInFront } from './decision-keys'
import { lookOf } from './decision-look'
import { AmendmentLine, ContentNotices, LineNotices } from './decision-notices'
import { GrantFolder } from './grant-folder'
import { PreviewPlaceholder } from './preview-placeholder'
import { AgainOrNot, ClosedNotice, StatusBadge } from './proposal-closed'
import { RejectButton } from './reject-button'
import { RejectForm } from './reject-form'
import { type Decision, useDecision } from './use-decision'
import { type DecisionModes, useDecisionMode } from './use-decision-mode'
import { useShownProposal } from './use-shown-proposal'
import './proposal.css'

/**
 * A proposal in place: what it does, and the decision; destructive ones are decided in their dialog. What it shows is
 * fetched when the card appears, and only then can it be approved.
 */
export function ProposalCard({
  line,
  note,
  compact = false,
  needsTold = false,
  onEntering,
}: {
  readonly line: ProposalLine
  /** On the left of the foot, before how long it waits. */
  readonly note?: ReactNode
  /** Leaves the changes of a destructive one to its dialog. */
  readonly compact?: boolean
  /** What it needs is said above, for several. */
  readonly needsTold?: boolean
  /** Told when something is being typed in it, which would be lost with it, and when no longer. */
  readonly onEntering?: (entering: boolean) => void
}) {
  const proposal = useShownProposal(line)
  const decision = useDecision(proposal)
  const modes = useDecisionMode(decision?.editable === true)
  const { mode, decideAgain } = modes
  const pending = line.status === 'pending'
  const shownClass = decision?.class ?? line.class
  const destructive = isDestructive(shownClass)
  // With a part chosen or the content edited: what that would do, not what was proposed.
  const preview = decision?.preview ?? null
  const summary =
    preview === null ? inLanguage(line.summary, line.said) : inLanguage(preview.summary, preview.said)
  const stoppable = useSystem(({ tools }) =>
    canBeStopped(line, proposal?.preview, findTool(tools, line.tool)),
  )
  const entering = pending && mode !== 'deciding'
  useEffect(() => onEntering?.(entering), [onEntering, entering])
  const press = (event: KeyboardEvent) => {
    if (!pending || mode !== 'deciding' || event.defaultPrevented || isInFront(event.target)) return
    const key = decisionKey(event)
    if (key === null) return
    event.preventDefault()
    if (key === 'reject') modes.enter('rejecting')
    else if (key === 'open' || destructive) review(line.id)
    else if (decision?.ready && !decision.busy) void approve(line.id)
  }
  return (
    <Card
      aria-label={summary}
      data-proposal={line.id}
      tabIndex={-1}
      onKeyDown={press}
      lead={<ClassBadge toolClass={shownClass} />}
      title={<HiddenText text={summary} />}
      actions={
        pending ? (
          <IconButton
            icon={Maximize2}
            size="sm"
            label={decisionText().openDiff}
            shortcut="D"
            onClick={() => review(line.id)}
          />
        ) : (
          <StatusBadge proposal={line} />
        )
      }
      tone={pending ? tones[lookOf(shownClass)] : 'neutral'}
      footer={
        pending && mode === 'rejecting' ? (
          <RejectForm id={line.id} onCancel={decideAgain} />
        ) : pending && mode === 'editing' ? null : (
          <div className="proposal-foot">
            <span className="proposal-foot-note">
              {note !== undefined && <span>{note}</span>}
              {pending && <span>{decisionText().lifetime.waitsUntil(formatMoment(line.expiresAt))}</span>}
            </span>
            <div className="proposal-foot-actions">
              {pending && <DecisionButtons line={line} shown={proposal} decision={decision} modes={modes} />}
              {stoppable && (
                <Button size="sm" icon={Square} onClick={() => void attempt(stopApproved(line.id))}>
                  {text().chat.stop}
                </Button>
              )}
              {canProposeAgain(line) && <AgainOrNot proposal={line} />}
            </div>
          </div>
        )
      }
    >
      <div className="proposal-body">
        {pending && (
          <LineNotices
            line={line}
            preview={decision?.preview ?? null}
            destructive={destructive}
            needsTold={needsTold}
            // What it would do is all there to be seen, and one that is destructive is confirmed in its dialog.
            takesAlong={decision === null || destructive ? 'nothing' : 'itself'}
            onOpen={review}
          />
        )}
        {proposal !== null && decision !== null ? (
          <Body
            proposal={proposal}
            decision={decision}
            showsChanges={!(compact && destructive)}
            editing={mode === 'editing'}
            onEdited={decideAgain}
          />
        ) : (
          !(compact && destructive) && <PreviewPlaceholder line={line} />
        )}
        <ClosedNotice proposal={line} />
      </div>
    </Card>
  )
}

function Body({
  proposal,
  decision,
  showsChanges,
  editing,
  onEdited,
}: {
  readonly proposal: ShownProposal
  readonly decision: Decision
  readonly showsChanges: boolean
  readonly editing: boolean
  readonly onEdited: () => void
}) {
  const { pending, draft, parts, problem } = decision
  const changes = draft.edited === null ? proposal.preview.changes : decision.preview.changes
  const shown = showsChanges && changes.length > 0
  return (
    <PicturesOf kind="proposal" id={proposal.id}>
      {pending && <ContentNotices proposal={proposal} decision={decision} />}
      {editing ? (
        <ContentEditor proposal={proposal} edited={draft.edited} onDone={onEdited} />
      ) : (
        shown && <ChangePreviews changes={changes} parts={parts} />
      )}
      {shown && !editing && <AmendmentLine proposal={proposal} decision={decision} />}
      {pending && problem && <Notice tone="danger" title={problem.message} announce />}
    </PicturesOf>
  )
}

const tones = { calm: 'accent', warning: 'warning', danger: 'danger' } as const

function DecisionButtons({
  line,
  shown,
  decision,
  modes,
}: {
  readonly line: ProposalLine
  /** Null, as is the decision, while what it shows is not fetched. */
  readonly shown: ShownProposal | null
  readonly decision: Decision | null
  readonly modes: DecisionModes
}) {
  const t = text().proposal
  const d = decisionText()
  const reads = line.class === 'read'
  const destructive = isDestructive(decision?.class ?? line.class)
  const yes = reads ? d.reading.allow : t.approve
  return (
    <>
      <RejectButton reads={reads} modes={modes} icon={X} size="sm" />
      {decision?.editable === true && !destructive && (
        <Button
          icon={Pencil}
          size="sm"
          autoFocus={modes.left === 'editing'}
          onClick={() => modes.enter('editing')}
        >
          {d.edit}
        </Button>
      )}
      {reads && shown !== null && <GrantFolder proposal={shown} />}
      {destructive ? (
        <Button icon={ScanSearch} size="sm" onClick={() => review(line.id)}>
          {t.review}
        </Button>
      ) : shown !== null && decision !== null ? (
        <ApproveButton proposal={shown} decision={decision} label={yes} size="sm" />
      ) : (
        <Button icon={Check} size="sm" variant="primary" disabled>
          {yes}
        </Button>
      )}
    </>
  )
}
