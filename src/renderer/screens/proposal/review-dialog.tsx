import { CircleAlert, Eye, FilePen, History, Trash2, TriangleAlert } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { isSoonLost } from '../../../shared/tool/preview'
import { toolTitle } from '../../app/tool-views'
import { endReview, review, usePage } from '../../stores/page'
import {
  ensureProposal,
  reject,
  type ShownProposal,
  shownProposal,
  useProposals,
} from '../../stores/proposals'
import { useRetention } from '../../stores/retention'
import { attempt } from '../../stores/toasts'
import { inLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { Dialog, INPUT_GUARD_MS } from '../../ui/dialog'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'
import { actorName, isPerson } from '../actor-name'
import { PicturesOf } from '../pictures-of'
import { ChangePreviews } from './change-preview'
import { ContentEditor } from './content-editor'
import { type DecisionLook, lookOf } from './decision-look'
import { AmendmentLine, ContentNotices, LineNotices } from './decision-notices'
import { LostList, lostInWords } from './lost-list'
import { ClosedNotice } from './proposal-closed'
import { recoveryInWords } from './recovery'
import { ClosedFoot, ReviewFoot } from './review-foot'
import { type Decision, useDecision } from './use-decision'
import { type DecisionModes, useDecisionMode } from './use-decision-mode'
import { useReviewKeys } from './use-review-keys'
import { useToldElsewhere } from './use-told-elsewhere'
import './proposal.css'

/** A change that takes longer (milliseconds) is watched on its card, where it can be stopped; the window is free meanwhile. */
const APPLYING_MS = 1000

/** The dialog of the proposal that is being reviewed. */
export function ReviewDialog() {
  const reviewing = usePage((state) => state.reviewing)
  const id = reviewing?.id
  const line = useProposals((state) => (id === undefined ? undefined : state.byId[id]))
  const details = useProposals((state) => (id === undefined ? undefined : state.details[id]))
  const proposal = useMemo(() => shownProposal(line, details), [line, details])
  const missing = proposal === null ? id : undefined
  const status = proposal?.status
  useToldElsewhere(line)
  const isWatched = status === 'approved' && reviewing?.asked === false
  useEffect(() => {
    if (missing !== undefined) void attempt(ensureProposal(missing))
  }, [missing])
  useEffect(() => {
    if (status === 'applied' || status === 'rejected' || status === 'withdrawn') endReview()
  }, [status])
  useEffect(() => {
    if (!isWatched) return
    const timer = setTimeout(endReview, APPLYING_MS)
    return () => clearTimeout(timer)
  }, [isWatched])
  return proposal ? <Review key={proposal.id} proposal={proposal} asked={reviewing?.asked ?? false} /> : null
}

const signs = {
  calm: { tone: 'neutral', icon: FilePen },
  warning: { tone: 'warning', icon: TriangleAlert },
  danger: { tone: 'danger', icon: Trash2 },
} as const satisfies Readonly<Record<DecisionLook, object>>

function Review({ proposal, asked }: { readonly proposal: ShownProposal; readonly asked: boolean }) {
  const { id, status, preview } = proposal
  const decision = useDecision(proposal)
  const modes = useDecisionMode(decision.editable)
  const limits = useRetention((state) => state.limits)
  const cancel = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const open = status === 'pending' || status === 'approved'
  const { mode } = modes
  const { typeToConfirm, ready, busy } = decision
  useReviewKeys(proposal, modes, { mode, open, asked, typeToConfirm, ready, busy })
  const close = () => {
    review(null)
    // Nobody else is waiting for an answer to what the person asked for and then thought better of.
    if (asked && status === 'pending') void reject(id, '')
  }
  const t = text().proposal
  const reads = proposal.class === 'read'
  const { tone, icon } = signs[lookOf(decision.class)]
  return (
    <Dialog
      title={<HiddenText text={inLanguage(decision.preview.summary, decision.preview.said)} />}
      description={
        <>
          {!reads && <span className="visually-hidden">{lostInWords(decision, limits)} </span>}
          <HiddenText text={isPerson(proposal.actor) ? t.byYou : t.by(actorName(proposal.actor))} />
          {` · ${toolTitle(proposal.tool, proposal.toolTitle)} · ${t.number(proposal.number)}`}
        </>
      }
      icon={reads ? Eye : icon}
      tone={tone}
      size={preview.changes.some((change) => change.kind === 'text') ? 'lg' : 'md'}
      onCancel={close}
      initialFocus={open && typeToConfirm !== null ? field : cancel}
      inputGuardMs={asked ? 0 : INPUT_GUARD_MS}
      footer={
        !open ? (
          <ClosedFoot proposal={proposal} cancelRef={cancel} onClose={close} />
        ) : mode === 'editing' ? undefined : (
          <ReviewFoot
            {...{ proposal, decision, modes, asked }}
            cancelRef={cancel}
            fieldRef={field}
            onClose={close}
          />
        )
      }
    >
      <PicturesOf kind="proposal" id={id}>
        <ReviewContent {...{ proposal, decision, modes, open }} />
      </PicturesOf>
    </Dialog>
  )
}

/** What is lost, what it does, and what can be brought back, in the order in which one decides by it. */
function ReviewContent({
  proposal,
  decision,
  modes: { mode, decideAgain },
  open,
}: {
  readonly proposal: ShownProposal
  readonly decision: Decision
  readonly modes: DecisionModes
  readonly open: boolean
}) {
  const { preview } = proposal
  const { draft, typeToConfirm, problem } = decision
  const loses = preview.lost.length > 0
  const changes = draft.edited === null ? preview.changes : decision.preview.changes
  const isListed = (change: (typeof changes)[number]) =>
    change.kind === 'removal' && preview.lost.some((target) => target.reference === change.reference)
  return (
    <div className="review">
      {loses && <LostList proposal={proposal} decision={decision} />}
      {loses && open && <AmendmentLine proposal={proposal} decision={decision} />}
      <LineNotices
        line={proposal}
        preview={decision.preview}
        destructive={decision.destructive}
        takesAlong={!open ? 'nothing' : typeToConfirm === null ? 'itself' : 'not_itself'}
        onOpen={review}
      />
      <ContentNotices proposal={proposal} decision={decision} />
      {mode === 'editing' ? (
        <ContentEditor proposal={proposal} edited={draft.edited} onDone={decideAgain} />
      ) : (
        <ChangePreviews changes={changes} parts={decision.parts} collapseAfter={60} hide={isListed} />
      )}
      {!loses && open && <AmendmentLine proposal={proposal} decision={decision} />}
      {proposal.class !== 'read' && <Recovery preview={decision.preview} />}
      <ClosedNotice proposal={proposal} />
      {problem && open && <Notice tone="danger" title={problem.message} announce />}
    </div>
  )
}

function Recovery({ preview }: Pick<Decision, 'preview'>) {
  const limits = useRetention((state) => state.limits)
  const Icon = isSoonLost(preview) ? CircleAlert : History
  return (
    <p className="review-recovery">
      <Icon size={15} aria-hidden />
      {recoveryInWords(preview, limits)}
    </p>
  )
}
