import { Maximize2, Pencil, ScanSearch, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { Proposal } from '../../../shared/contract/changes'
import { review } from '../../stores/page'
import { approve } from '../../stores/proposals'
import { decisionText } from '../../text/decisions'
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
import { ChangePreviews } from './change-preview'
import { ContentEditor } from './content-editor'
import { decisionKey } from './decision-keys'
import { AmendmentLine, DecisionNotices } from './decision-notices'
import { GrantFolder } from './grant-folder'
import { ClosedNotice, ProposeAgain, StatusBadge } from './proposal-closed'
import { RejectForm } from './reject-form'
import { type Decision, useDecision } from './use-decision'
import './proposal.css'

/** What the foot of a card is about. */
type Mode = 'deciding' | 'rejecting' | 'editing'

/** A proposal in place: what it does, and the decision; destructive ones are decided in their dialog. */
export function ProposalCard({
  proposal,
  note,
  compact = false,
}: {
  readonly proposal: Proposal
  /** On the left of the foot: who, when. */
  readonly note?: React.ReactNode
  /** Leaves the changes of a destructive one to its dialog. */
  readonly compact?: boolean
}) {
  const [mode, setMode] = useState<Mode>('deciding')
  const decision = useDecision(proposal)
  const { pending, destructive, draft, content, parts, ready, busy, problem } = decision
  const { summary } = proposal.preview
  const press = (event: KeyboardEvent) => {
    const key = pending && mode === 'deciding' && !event.defaultPrevented ? decisionKey(event) : null
    if (key === null) return
    event.preventDefault()
    if (key === 'reject') setMode('rejecting')
    else if (key === 'open' || destructive) review(proposal.id)
    else if (ready && !busy) void approve(proposal.id)
  }
  const changes = draft.edited === null ? proposal.preview.changes : decision.preview.changes
  const showsChanges = !(compact && destructive) && changes.length > 0
  return (
    <Card
      aria-label={summary}
      data-proposal={proposal.id}
      tabIndex={-1}
      onKeyDown={press}
      lead={<ClassBadge toolClass={decision.class} />}
      title={<HiddenText text={summary} />}
      actions={
        pending ? (
          <IconButton
            icon={Maximize2}
            size="sm"
            label={decisionText().openDiff}
            shortcut="D"
            onClick={() => review(proposal.id)}
          />
        ) : (
          <StatusBadge proposal={proposal} />
        )
      }
      tone={pending ? toneOf(decision) : 'neutral'}
      footer={<Foot proposal={proposal} decision={decision} note={note} mode={mode} onMode={setMode} />}
    >
      <PicturesOf kind="proposal" id={proposal.id}>
        <div className="proposal-body">
          {pending && <DecisionNotices proposal={proposal} decision={decision} onOpen={review} />}
          {mode === 'editing' && content !== undefined ? (
            <ContentEditor proposal={proposal} content={content} onDone={() => setMode('deciding')} />
          ) : (
            showsChanges && <ChangePreviews changes={changes} parts={parts} />
          )}
          {showsChanges && mode !== 'editing' && <AmendmentLine proposal={proposal} decision={decision} />}
          <ClosedNotice proposal={proposal} />
          {pending && problem && <Notice tone="danger" title={problem.message} announce />}
        </div>
      </PicturesOf>
    </Card>
  )
}

function toneOf({ class: shownClass, destructive }: Decision): 'accent' | 'warning' | 'danger' {
  if (!destructive) return 'accent'
  return shownClass === 'destructive_delete' ? 'danger' : 'warning'
}

function Foot({
  proposal,
  decision,
  note,
  mode,
  onMode,
}: {
  readonly proposal: Proposal
  readonly decision: Decision
  readonly note: React.ReactNode
  readonly mode: Mode
  readonly onMode: (mode: Mode) => void
}) {
  const t = text().proposal
  const { pending, destructive, content } = decision
  const reads = proposal.class === 'read'
  const d = decisionText()
  if (pending && mode === 'rejecting') {
    return <RejectForm id={proposal.id} onCancel={() => onMode('deciding')} />
  }
  if (pending && mode === 'editing') return null
  return (
    <div className="proposal-foot">
      <span className="proposal-foot-note">{note}</span>
      {pending && (
        <>
          <Button
            icon={X}
            size="sm"
            variant="ghost"
            aria-keyshortcuts="Control+Backspace Meta+Backspace"
            onClick={() => onMode('rejecting')}
          >
            {reads ? d.reading.refuse : t.reject}
          </Button>
          {content !== undefined && !destructive && (
            <Button icon={Pencil} size="sm" onClick={() => onMode('editing')}>
              {d.edit}
            </Button>
          )}
          {reads && <GrantFolder proposal={proposal} />}
          {destructive ? (
            <Button icon={ScanSearch} size="sm" onClick={() => review(proposal.id)}>
              {t.review}
            </Button>
          ) : (
            <ApproveButton
              proposal={proposal}
              decision={decision}
              label={reads ? d.reading.allow : t.approve}
              size="sm"
            />
          )}
        </>
      )}
      {canProposeAgain(proposal) && <ProposeAgain proposal={proposal} />}
    </div>
  )
}
