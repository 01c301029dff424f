import { CircleAlert, Eye, FilePen, History, Pencil, Trash2, TriangleAlert } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isSoonLost } from '../../../shared/tool/preview'
import { toolTitle, toolView } from '../../app/tool-views'
import { endReview, review, usePage } from '../../stores/page'
import {
  approve,
  ensureProposal,
  reject,
  type ShownProposal,
  shownProposal,
  useProposals,
} from '../../stores/proposals'
import { useRetention } from '../../stores/retention'
import { attempt } from '../../stores/toasts'
import { decisionText } from '../../text/decisions'
import { inLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { ConfirmTyped } from '../../ui/confirm-typed'
import { Dialog, INPUT_GUARD_MS } from '../../ui/dialog'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'
import { actorName, isPerson } from '../actor-name'
import { PicturesOf } from '../pictures-of'
import { ApproveButton } from './approve-button'
import { ChangePreviews } from './change-preview'
import { ContentEditor } from './content-editor'
import { decisionKey } from './decision-keys'
import { AmendmentLine, ContentNotices, LineNotices } from './decision-notices'
import { LostList, lostInWords } from './lost-list'
import { ClosedNotice, ProposeAgain } from './proposal-closed'
import { recoveryInWords } from './recovery'
import { RejectForm } from './reject-form'
import { type Decision, useDecision } from './use-decision'
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

const looks = {
  calm: { tone: 'neutral', icon: FilePen, confirm: 'primary' },
  warning: { tone: 'warning', icon: TriangleAlert, confirm: 'primary' },
  danger: { tone: 'danger', icon: Trash2, confirm: 'danger' },
} as const

function lookOf({ class: shownClass, destructive }: Decision): keyof typeof looks {
  if (!destructive) return 'calm'
  return shownClass === 'destructive_delete' ? 'danger' : 'warning'
}

function Review({ proposal, asked }: { readonly proposal: ShownProposal; readonly asked: boolean }) {
  const { preview } = proposal
  const decision = useDecision(proposal)
  const limits = useRetention((state) => state.limits)
  const { draft, typeToConfirm, editable, ready, busy, problem } = decision
  const [mode, setMode] = useState<'deciding' | 'rejecting' | 'editing'>('deciding')
  // The button that led to where one was has the focus again.
  const [left, setLeft] = useState<typeof mode>('deciding')
  const decideAgain = () => {
    setLeft(mode)
    setMode('deciding')
  }
  const cancel = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const t = text().proposal
  const d = decisionText()
  const look = lookOf(decision)
  const { tone, icon, confirm } = looks[look]
  const close = () => {
    review(null)
    // Nobody else is waiting for an answer to what the person asked for and then thought better of.
    if (asked && proposal.status === 'pending') void reject(proposal.id, '')
  }
  const open = proposal.status === 'pending' || proposal.status === 'approved'
  const reads = proposal.class === 'read'
  const verb = reads
    ? d.reading.allow
    : (toolView(proposal.tool).approve?.() ?? verbOf(look, preview.lost.length > 0))

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // The dialog's guard stops what was not meant for it; another dialog above has its own keys.
      if (event.defaultPrevented || document.querySelectorAll('dialog[open]').length > 1) return
      const key = mode === 'deciding' && open ? decisionKey(event) : null
      if (key === 'approve' && typeToConfirm === null && ready && !busy) void approve(proposal.id)
      else if (key === 'reject' && !asked) setMode('rejecting')
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [mode, open, typeToConfirm, ready, busy, asked, proposal.id])

  const rejectButton = asked ? undefined : (
    <Button
      variant="ghost"
      aria-keyshortcuts="Control+Backspace Meta+Backspace"
      autoFocus={left === 'rejecting'}
      onClick={() => setMode('rejecting')}
    >
      {reads ? d.reading.refuse : t.reject}
    </Button>
  )
  const changes = draft.edited === null ? preview.changes : decision.preview.changes
  const isListed = (change: (typeof changes)[number]) =>
    change.kind === 'removal' && preview.lost.some((target) => target.reference === change.reference)

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
          <div className="review-foot">
            <div className="review-foot-end">
              <Button ref={cancel} onClick={close}>
                {text().app.close}
              </Button>
              <ProposeAgain proposal={proposal} />
            </div>
          </div>
        ) : mode === 'rejecting' ? (
          <RejectForm id={proposal.id} onCancel={decideAgain} />
        ) : mode === 'editing' ? undefined : typeToConfirm !== null ? (
          <ConfirmTyped
            key={typeToConfirm}
            required={typeToConfirm}
            confirmLabel={verb}
            cancelLabel={text().app.cancel}
            confirmIcon={look === 'danger' ? Trash2 : undefined}
            lead={rejectButton}
            fieldRef={field}
            busy={busy}
            blocked={!ready}
            onConfirm={() => void approve(proposal.id, { typed: typeToConfirm })}
            onCancel={close}
          />
        ) : (
          <div className="review-foot">
            {rejectButton}
            <div className="review-foot-end">
              <Button ref={cancel} onClick={close}>
                {text().app.cancel}
              </Button>
              {editable && (
                <Button icon={Pencil} autoFocus={left === 'editing'} onClick={() => setMode('editing')}>
                  {d.edit}
                </Button>
              )}
              <ApproveButton
                proposal={proposal}
                decision={decision}
                label={verb}
                variant={confirm}
                icon={look === 'danger' ? Trash2 : undefined}
              />
            </div>
          </div>
        )
      }
    >
      <PicturesOf kind="proposal" id={proposal.id}>
        <div className="review">
          {preview.lost.length > 0 && <LostList proposal={proposal} decision={decision} />}
          {preview.lost.length > 0 && open && <AmendmentLine proposal={proposal} decision={decision} />}
          <LineNotices
            line={proposal}
            destructive={decision.destructive}
            takesAlong={!open ? 'nothing' : typeToConfirm === null ? 'itself' : 'not_itself'}
            onOpen={review}
          />
          <ContentNotices proposal={proposal} decision={decision} />
          {mode === 'editing' && editable ? (
            <ContentEditor proposal={proposal} edited={draft.edited} onDone={decideAgain} />
          ) : (
            <ChangePreviews changes={changes} parts={decision.parts} collapseAfter={60} hide={isListed} />
          )}
          {preview.lost.length === 0 && open && <AmendmentLine proposal={proposal} decision={decision} />}
          {!reads && (
            <p className="review-recovery">
              {isSoonLost(decision.preview) ? (
                <CircleAlert size={15} aria-hidden />
              ) : (
                <History size={15} aria-hidden />
              )}
              {recoveryInWords(decision.preview, limits)}
            </p>
          )}
          <ClosedNotice proposal={proposal} />
          {problem && open && <Notice tone="danger" title={problem.message} announce />}
        </div>
      </PicturesOf>
    </Dialog>
  )
}

function verbOf(look: keyof typeof looks, replaces: boolean): string {
  const t = text().proposal
  if (look === 'calm') return t.approve
  if (look === 'danger') return t.delete
  return replaces ? t.replace : t.apply
}
