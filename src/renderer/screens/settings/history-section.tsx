import { Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  type RetentionLimits,
  type RetentionLoss,
  type RetentionUsage,
  retentionLimitsSchema,
} from '../../../shared/contract/retention'
import { usePage } from '../../stores/page'
import { applyRetention, loadRetention, previewRetention, useRetention } from '../../stores/retention'
import { attempt, notify } from '../../stores/toasts'
import { decisionText } from '../../text/decisions'
import { currentLocale, formatMoment, formatSize } from '../../text/language'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { ConfirmTyped } from '../../ui/confirm-typed'
import { Dialog } from '../../ui/dialog'
import { HiddenText } from '../../ui/hidden-text'
import { ProgressBar } from '../../ui/progress-bar'
import { TextField } from '../../ui/text-field'
import { SettingsSection } from './settings-section'
import '../proposal/proposal.css'

const bytesInGigabyte = 1_000_000_000

/** What a person is asked before something is gone for good. */
interface Question {
  /** Null when everything is to be cleared. */
  readonly limits: RetentionLimits | null
  readonly loss: RetentionLoss
}

/** How long and how much is kept for undo and in the trash, what that takes now, and the ways to change it. */
export function HistorySection() {
  const usage = useRetention((state) => state.usage)
  const ready = usePage((page) => page.ready)
  const [question, setQuestion] = useState<Question | null>(null)
  const [busy, setBusy] = useState(false)
  const t = decisionText().history
  useEffect(() => {
    if (ready) void attempt(loadRetention())
  }, [ready])

  const apply = async ({ limits, loss }: Question) => {
    if (await attempt(applyRetention(limits, loss).then(() => true))) {
      notify({ tone: 'success', title: limits === null ? t.cleared : text().settings.saved })
    }
    setQuestion(null)
  }
  /** Asks only where something would be lost. */
  const wish = async (limits: RetentionLimits | null) => {
    setBusy(true)
    const loss = await attempt(previewRetention(limits))
    if (loss?.typeToConfirm === null && limits !== null) await apply({ limits, loss })
    else if (loss?.typeToConfirm === null) notify({ tone: 'info', title: t.nothingToClear })
    else if (loss !== undefined) setQuestion({ limits, loss })
    setBusy(false)
  }
  return (
    <SettingsSection id="history" intro={t.intro}>
      {usage !== null && (
        <>
          <Usage usage={usage} />
          <LimitFields
            key={`${usage.limits.days} ${usage.limits.bytes}`}
            limits={usage.limits}
            busy={busy}
            onSave={(limits) => void wish(limits)}
          />
          <div className="settings-line">
            <span>
              <strong>{t.clearTitle}</strong>
              <span>{t.clearText}</span>
            </span>
            <Button icon={Trash2} busy={busy} disabled={usage.entries === 0} onClick={() => void wish(null)}>
              {t.clear}
            </Button>
          </div>
        </>
      )}
      {question !== null && (
        <LossDialog
          question={question}
          onConfirm={() => apply(question)}
          onCancel={() => setQuestion(null)}
        />
      )}
    </SettingsSection>
  )
}

function Usage({ usage: { bytes, entries, oldestAt, limits } }: { readonly usage: RetentionUsage }) {
  const t = decisionText().history
  const oldest = oldestAt === null ? '' : ` · ${t.oldest(formatMoment(oldestAt))}`
  return (
    <div className="settings-usage">
      <ProgressBar
        label={t.keptNow}
        value={bytes / limits.bytes}
        detail={t.of(formatSize(bytes), formatSize(limits.bytes))}
      />
      <p className="settings-quiet">{entries === 0 ? t.nothing : `${t.entries(entries)}${oldest}`}</p>
    </div>
  )
}

function LimitFields({
  limits,
  busy,
  onSave,
}: {
  readonly limits: RetentionLimits
  readonly busy: boolean
  readonly onSave: (limits: RetentionLimits) => void
}) {
  const [days, setDays] = useState(String(limits.days))
  const [size, setSize] = useState(inGigabytes(limits.bytes))
  const t = decisionText().history
  const wanted = { days: numberIn(days), bytes: Math.round(numberIn(size) * bytesInGigabyte) }
  const { days: daysShape, bytes: bytesShape } = retentionLimitsSchema.shape
  const wrong = {
    days: daysShape.safeParse(wanted.days).success ? undefined : t.daysWrong,
    bytes: bytesShape.safeParse(wanted.bytes).success ? undefined : t.sizeWrong,
  }
  const changed = wanted.days !== limits.days || wanted.bytes !== limits.bytes
  return (
    <form
      className="section-form"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(wanted)
      }}
    >
      <div className="section-row section-pair">
        <TextField
          label={t.days}
          error={wrong.days}
          inputMode="numeric"
          value={days}
          suffix={<span className="settings-unit">{t.daysUnit}</span>}
          onChange={setDays}
        />
        <TextField
          label={t.size}
          error={wrong.bytes}
          inputMode="decimal"
          value={size}
          suffix={<span className="settings-unit">GB</span>}
          onChange={setSize}
        />
      </div>
      <div>
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          disabled={!changed || wrong.days !== undefined || wrong.bytes !== undefined}
        >
          {text().settings.save}
        </Button>
      </div>
    </form>
  )
}

/** In the language's own form, as a person would type it. */
function inGigabytes(bytes: number): string {
  const format = new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: 3, useGrouping: false })
  return format.format(bytes / bytesInGigabyte)
}

/** A whole or decimal number with point or comma; not a number where it is none. */
function numberIn(typed: string): number {
  const trimmed = typed.trim()
  return /^\d+([.,]\d+)?$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : Number.NaN
}

/** Names what would be gone for good; it takes the same as deleting anything else for good. */
function LossDialog({
  question: { limits, loss },
  onConfirm,
  onCancel,
}: {
  readonly question: Question
  readonly onConfirm: () => Promise<void>
  readonly onCancel: () => void
}) {
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const t = decisionText().history
  const { entries, bytes, changes, things, typeToConfirm } = loss
  const rest = entries - things.length
  const confirm = async () => {
    setBusy(true)
    await onConfirm()
  }
  return (
    <Dialog
      title={limits === null ? t.clearQuestion(entries) : t.lowerQuestion(entries)}
      description={t.lossText(changes, formatSize(bytes))}
      icon={Trash2}
      tone="danger"
      initialFocus={field}
      onCancel={onCancel}
      footer={
        <ConfirmTyped
          required={text().proposal.confirmingWords(typeToConfirm ?? '')}
          confirmLabel={t.deleteForGood}
          cancelLabel={text().app.cancel}
          confirmIcon={Trash2}
          fieldRef={field}
          busy={busy}
          onConfirm={() => void confirm()}
          onCancel={onCancel}
        />
      }
    >
      <ul className="review-lost">
        {things.map(({ id, label, bytes: size, at }) => (
          <li key={id}>
            <span className="review-lost-name">
              <HiddenText text={label ?? t.unnamed} />
            </span>
            <span className="review-lost-size">
              {formatSize(size)} · {formatMoment(at)}
            </span>
          </li>
        ))}
        {rest > 0 && <li className="review-lost-more">{text().proposal.andMore(rest)}</li>}
      </ul>
    </Dialog>
  )
}
