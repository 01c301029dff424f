import { CircleAlert, History, Trash2, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Proposal } from '../../../shared/contract/changes'
import type { Target } from '../../../shared/tool/preview'
import { review, usePage } from '../../stores/page'
import { approve, reject, useProposals } from '../../stores/proposals'
import { formatSize } from '../../text/language'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { ConfirmTyped } from '../../ui/confirm-typed'
import { Dialog, INPUT_GUARD_MS } from '../../ui/dialog'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'
import { ChangePreviews } from './change-preview'
import { ClosedNotice, ProposeAgain } from './proposal-card'
import { RejectForm } from './reject-form'
import './proposal.css'

/** Things that the dialog names; past these it says how many more. */
const namedLimit = 20

/** The dialog of the proposal that is being reviewed. */
export function ReviewDialog() {
  const reviewing = usePage((state) => state.reviewing)
  const proposal = useProposals((state) => (reviewing === null ? undefined : state.byId[reviewing.id]))
  const status = proposal?.status
  useEffect(() => {
    if (status === 'applied' || status === 'rejected' || status === 'withdrawn') review(null)
  }, [status])
  return proposal ? <Review key={proposal.id} proposal={proposal} asked={reviewing?.asked ?? false} /> : null
}

function Review({ proposal, asked }: { readonly proposal: Proposal; readonly asked: boolean }) {
  const { preview, typeToConfirm } = proposal
  const removes = proposal.class === 'destructive_delete'
  const cancel = useRef<HTMLButtonElement>(null)
  const [rejecting, setRejecting] = useState(false)
  const busy = useProposals((state) => state.deciding.has(proposal.id))
  const problem = useProposals((state) => state.problems[proposal.id])
  const t = text().proposal
  const close = () => {
    review(null)
    // Nobody else is waiting for an answer to what the person asked for and then thought better of.
    if (asked && proposal.status === 'pending') void reject(proposal.id, '')
  }
  const confirm = (typed?: string) => void approve(proposal.id, typed)
  const pending = proposal.status === 'pending' || proposal.status === 'approved'
  const verb = removes ? t.delete : preview.lost.length > 0 ? t.replace : t.apply

  const rejectButton = asked ? undefined : (
    <Button variant="ghost" onClick={() => setRejecting(true)}>
      {t.reject}
    </Button>
  )

  return (
    <Dialog
      title={<HiddenText text={preview.summary} />}
      description={`${t.by(proposal.actor.name)} · ${proposal.toolTitle} · ${t.number(proposal.number)}`}
      icon={removes ? Trash2 : TriangleAlert}
      tone={removes ? 'danger' : 'warning'}
      size={preview.changes.some((change) => change.kind === 'text') ? 'lg' : 'md'}
      onCancel={close}
      initialFocus={cancel}
      inputGuardMs={asked ? 0 : INPUT_GUARD_MS}
      footer={
        !pending ? (
          <div className="review-foot">
            <div className="review-foot-end">
              <Button ref={cancel} onClick={close}>
                {text().app.close}
              </Button>
              <ProposeAgain proposal={proposal} />
            </div>
          </div>
        ) : rejecting ? (
          <RejectForm id={proposal.id} onCancel={() => setRejecting(false)} />
        ) : typeToConfirm === null ? (
          <div className="review-foot">
            {rejectButton}
            <div className="review-foot-end">
              <Button ref={cancel} onClick={close}>
                {text().app.cancel}
              </Button>
              <Button
                variant="danger"
                icon={removes ? Trash2 : undefined}
                busy={busy}
                onClick={() => confirm()}
              >
                {verb}
              </Button>
            </div>
          </div>
        ) : undefined
      }
    >
      <div className="review">
        {preview.lost.length > 0 && <Lost targets={preview.lost} removes={removes} />}
        {proposal.raisedBecause.length > 0 && (
          <Notice tone="warning" title={t.raised}>
            {proposal.raisedBecause.join(' ')}
          </Notice>
        )}
        {preview.warnings.length > 0 && (
          <Notice tone="warning" title={t.warnings}>
            {preview.warnings.join(' ')}
          </Notice>
        )}
        <ChangePreviews changes={preview.changes.filter((change) => change.kind !== 'removal')} />
        <p className="review-recovery">
          {preview.recovery === 'none' ? (
            <CircleAlert size={15} aria-hidden />
          ) : (
            <History size={15} aria-hidden />
          )}
          {t.recovery[preview.recovery]}
        </p>
        <ClosedNotice proposal={proposal} />
        {problem && pending && <Notice tone="danger" title={problem.message} announce />}
        {pending && !rejecting && typeToConfirm !== null && (
          <ConfirmTyped
            required={typeToConfirm}
            confirmLabel={verb}
            cancelLabel={text().app.cancel}
            confirmIcon={removes ? Trash2 : undefined}
            lead={rejectButton}
            cancelRef={cancel}
            busy={busy}
            onConfirm={() => confirm(typeToConfirm)}
            onCancel={close}
          />
        )}
      </div>
    </Dialog>
  )
}

function Lost({ targets, removes }: { readonly targets: readonly Target[]; readonly removes: boolean }) {
  const t = text().proposal
  const named = targets.slice(0, namedLimit)
  const size = targets.reduce((sum, target) => sum + (target.size ?? 0), 0)
  return (
    <section>
      <h3 className="review-heading">
        <span>{removes ? t.willBeLost(targets.length) : t.willBeReplaced(targets.length)}</span>
        {size > 0 && <span className="numeric">{t.total(formatSize(size))}</span>}
      </h3>
      <ul className="review-lost">
        {named.map((target) => (
          <li key={target.reference}>
            <span className="review-lost-name">
              <HiddenText text={target.label} />
            </span>
            <span className="review-lost-size">
              {[target.detail, target.size === undefined ? undefined : formatSize(target.size)]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {(target.kind === 'file' || target.kind === 'folder') && (
              <span className="review-lost-where">
                <HiddenText text={target.reference} />
              </span>
            )}
          </li>
        ))}
        {targets.length > named.length && (
          <li className="review-lost-more">{t.andMore(targets.length - named.length)}</li>
        )}
      </ul>
    </section>
  )
}
