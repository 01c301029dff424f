import { Play, Square } from 'lucide-react'
import type { CombinedChange, DryRun, DryStep } from '../../../shared/contract/sequences'
import { assertNever } from '../../../shared/errors'
import type { SequenceDefinition } from '../../../shared/sequences/definition'
import { toolView } from '../../app/tool-views'
import { closeDryRun, type ShownDryRun } from '../../stores/sequences'
import { messageInLanguage } from '../../text/sentences'
import { sequencesText } from '../../text/sequences'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { ClassBadge } from '../../ui/class-badge'
import { GenericValue } from '../../ui/generic-value'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'
import { Spinner } from '../../ui/spinner'
import { ChangePreviews } from '../proposal/change-preview'
import { Section } from '../section'

/** What a sequence would do: all changes together, and each step. */
export function DryRunView({
  place,
  shown,
  definition,
  onRun,
}: {
  readonly place: string
  readonly shown: ShownDryRun
  /** As it is now. */
  readonly definition: SequenceDefinition
  readonly onRun: (of: Extract<ShownDryRun, { kind: 'done' }>) => void
}) {
  const t = sequencesText()
  const close = (
    <Button size="sm" onClick={() => closeDryRun(place)}>
      {t.closeDry}
    </Button>
  )
  return (
    <Section title={t.dryResult} intro={t.dryNothing} id="sequence-dry-run">
      {shown.kind === 'running' && (
        <div className="section-buttons sequence-running" role="status">
          <Spinner size={14} />
          <span>{t.dryRunning}</span>
          <Button size="sm" icon={Square} onClick={shown.stop}>
            {t.stop}
          </Button>
        </div>
      )}
      {shown.kind === 'failed' && <Notice tone="danger" title={shown.message} actions={close} announce />}
      {shown.kind === 'done' && (
        <>
          {shown.definition !== definition && <Notice tone="warning" title={t.dryOld} />}
          <Combined dryRun={shown.dryRun} />
          <h3 className="catalog-head">{t.eachStep}</h3>
          <ol className="sequence-dry">
            {shown.dryRun.steps.map((step) => (
              <OneStep key={step.stepId} step={step} />
            ))}
          </ol>
          <div className="section-buttons">
            <Button
              icon={Play}
              variant="primary"
              disabled={shown.definition !== definition}
              onClick={() => onRun(shown)}
            >
              {t.runNow}
            </Button>
            {close}
          </div>
        </>
      )}
    </Section>
  )
}

function Combined({ dryRun: { combined } }: { readonly dryRun: DryRun }) {
  const t = sequencesText()
  const changed = combined.filter(({ changes }) => changes.length > 0)
  return (
    <section className="sequence-combined" aria-label={t.combined}>
      <h3 className="catalog-head">{t.combined}</h3>
      {changed.length === 0 && <p className="catalog-quiet">{t.combinedNone}</p>}
      {changed.map((change) => (
        <Thing key={`${change.target.kind} ${change.target.reference}`} change={change} />
      ))}
    </section>
  )
}

function Thing({ change: { target, changes, steps } }: { readonly change: CombinedChange }) {
  const t = sequencesText()
  const place = target.kind === 'file' || target.kind === 'folder' ? target.reference : ''
  return (
    <article className="sequence-thing">
      <p className="catalog-quiet">
        <HiddenText text={[place, t.ofSteps(steps.length, steps.join(', '))].filter(Boolean).join(' · ')} />
      </p>
      <ChangePreviews changes={changes} />
    </article>
  )
}

function OneStep({ step }: { readonly step: DryStep }) {
  const { number, title, outcome } = step
  return (
    <li className="sequence-dry-step">
      <header>
        <span className="sequence-number">{number}</span>
        <strong>
          <HiddenText text={title} />
        </strong>
        <Ending outcome={outcome} />
      </header>
      <Shown step={step} />
    </li>
  )
}

function Ending({ outcome }: Pick<DryStep, 'outcome'>) {
  const t = sequencesText()
  switch (outcome.kind) {
    case 'read':
      return <Badge>{t.dryRead}</Badge>
    case 'planned':
      return (
        <>
          <Badge tone="info">{t.dryPlanned}</Badge>
          <ClassBadge toolClass={outcome.class} />
        </>
      )
    case 'asks':
      return <Badge tone="warning">{t.dryAsks}</Badge>
    case 'sends':
      return (
        <Badge tone="warning">
          <HiddenText text={t.drySends(outcome.hosts.join(', '))} />
        </Badge>
      )
    case 'failed':
      return <Badge tone="danger">{t.dryFailed}</Badge>
    case 'unknown':
      return <Badge tone="warning">{t.dryUnknown(outcome.steps.length, outcome.steps.join(', '))}</Badge>
    case 'not_reached':
      return <Badge>{t.dryNotReached}</Badge>
    default:
      return assertNever(outcome)
  }
}

function Shown({ step: { tool, outcome } }: { readonly step: DryStep }) {
  const t = sequencesText()
  switch (outcome.kind) {
    case 'read': {
      const { state } = outcome.result
      const view = toolView(tool).result({ input: {}, state })
      return (
        <>
          {outcome.before.length > 0 && (
            <p className="catalog-quiet">
              {t.dryReadBefore(outcome.before.length, outcome.before.join(', '))}
            </p>
          )}
          <div className="sequence-dry-result">{view ?? <GenericValue value={state} />}</div>
        </>
      )
    }
    case 'planned':
    case 'asks': {
      const { summary, warnings, said } = outcome.preview
      const reasons = outcome.kind === 'planned' ? outcome.raisedBecause : []
      const saidOf = { ...said, ...(outcome.kind === 'planned' ? outcome.said : {}) }
      return (
        <>
          {[summary, ...reasons, ...warnings].map((words) => (
            <p key={words}>
              <HiddenText text={messageInLanguage(words, saidOf[words])} />
            </p>
          ))}
        </>
      )
    }
    case 'failed':
      return (
        <p className="sequence-wrong">
          <HiddenText text={messageInLanguage(outcome.error.message, outcome.error.said)} />
        </p>
      )
    case 'sends':
    case 'unknown':
    case 'not_reached':
      return null
    default:
      return assertNever(outcome)
  }
}
