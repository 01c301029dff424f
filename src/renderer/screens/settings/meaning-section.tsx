import { CaseSensitive, Cloud, Cpu, HardDrive, Pause, Play, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { EmbeddingStatus } from '../../../shared/contract/embedding'
import { changeEmbedding, loadEmbedding, useEmbedding } from '../../stores/embedding'
import { usePage } from '../../stores/page'
import { attempt, notify } from '../../stores/toasts'
import { meaningText } from '../../text/meaning'
import { messageInLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Notice } from '../../ui/notice'
import { ProgressBar } from '../../ui/progress-bar'
import { Choice } from './choice'
import { LocalModels } from './local-models'
import { MeaningForm } from './meaning-form'
import { SettingsSection } from './settings-section'

/** Which model makes vectors, how far it is, and the ways to stop it. */
export function MeaningSection() {
  const status = useEmbedding((state) => state.status)
  const ready = usePage((page) => page.ready)
  const t = meaningText()
  useEffect(() => {
    if (ready) void attempt(loadEmbedding())
  }, [ready])
  return (
    <SettingsSection id="meaning" intro={t.intro}>
      {status !== null && (
        <>
          <ModelChoice
            key={`${status.enabled} ${status.choice.provider} ${status.choice.address} ${status.choice.model}`}
            status={status}
          />
          {status.enabled && <Progress status={status} />}
          {status.stored.vectors > 0 && <Kept status={status} />}
        </>
      )}
    </SettingsSection>
  )
}

function ModelChoice({ status }: { readonly status: EmbeddingStatus }) {
  const [provider, setProvider] = useState(status.enabled ? status.choice.provider : null)
  const t = meaningText()
  const switchOff = async () => {
    setProvider(null)
    if (!status.enabled) return
    if (await attempt(changeEmbedding('switchOff').then(() => true))) {
      notify({ tone: 'success', title: t.switchedOff })
    } else {
      setProvider(status.choice.provider)
    }
  }
  return (
    <>
      <fieldset className="choices choices-pairs">
        <legend className="visually-hidden">{t.provider}</legend>
        <Choice
          name="embedding-provider"
          icon={<CaseSensitive size={16} aria-hidden />}
          title={t.off}
          text={t.offText}
          chosen={provider === null}
          onChoose={() => void switchOff()}
        />
        <Choice
          name="embedding-provider"
          icon={<Cpu size={16} aria-hidden />}
          title={t.local}
          text={t.localText}
          chosen={provider === 'local'}
          onChoose={() => setProvider('local')}
        />
        <Choice
          name="embedding-provider"
          icon={<HardDrive size={16} aria-hidden />}
          title={t.ollama}
          text={t.ollamaText}
          chosen={provider === 'ollama'}
          onChoose={() => setProvider('ollama')}
        />
        <Choice
          name="embedding-provider"
          icon={<Cloud size={16} aria-hidden />}
          title={t.openai}
          text={t.openaiText}
          chosen={provider === 'openai'}
          onChoose={() => setProvider('openai')}
        />
      </fieldset>
      {provider === 'local' && <LocalModels status={status} />}
      {provider !== null && provider !== 'local' && (
        <MeaningForm key={provider} provider={provider} status={status} />
      )}
    </>
  )
}

function Progress({ status }: { readonly status: EmbeddingStatus }) {
  const { state, passages, inUse, choice, problem, said } = status
  const t = meaningText()
  const share = passages.total === 0 ? 1 : passages.done / passages.total
  const searches =
    inUse === null
      ? t.notYet
      : inUse.model === choice.model || state === 'done'
        ? t.inUse(inUse.model, inUse.dimensions)
        : t.otherInUse(inUse.model)
  return (
    <>
      <div className="settings-usage">
        <ProgressBar
          label={t.state[state]}
          value={share}
          detail={t.of(passages.done, passages.total)}
          tone={state === 'failed' || state === 'away' ? 'warning' : 'accent'}
        />
        <p className="settings-quiet">{searches}</p>
      </div>
      {problem !== null && <Notice tone="warning" title={messageInLanguage(problem, said)} announce />}
      {state !== 'done' && (
        <div className="section-buttons">
          <ProgressButton state={state} />
        </div>
      )}
    </>
  )
}

function ProgressButton({ state }: { readonly state: EmbeddingStatus['state'] }) {
  const t = meaningText()
  const [busy, setBusy] = useState(false)
  const change = async (what: 'pause' | 'goOn') => {
    setBusy(true)
    await attempt(changeEmbedding(what))
    setBusy(false)
  }
  const stopped = state === 'failed' || state === 'away'
  return state === 'paused' || stopped ? (
    <Button icon={Play} busy={busy} onClick={() => void change('goOn')}>
      {stopped ? t.again : t.goOn}
    </Button>
  ) : (
    <Button icon={Pause} busy={busy} onClick={() => void change('pause')}>
      {t.pause}
    </Button>
  )
}

function Kept({ status: { stored, enabled } }: { readonly status: EmbeddingStatus }) {
  const [asking, setAsking] = useState(false)
  const t = meaningText()
  return (
    <div className="settings-line">
      <span>
        <strong>{t.kept(stored.vectors, stored.bytes)}</strong>
        {!enabled && <span>{t.keptText}</span>}
      </span>
      <Button size="sm" icon={Trash2} onClick={() => setAsking(true)}>
        {t.remove}
      </Button>
      {asking && <RemoveDialog stored={stored} onClose={() => setAsking(false)} />}
    </div>
  )
}

function RemoveDialog({
  stored: { vectors, bytes },
  onClose,
}: {
  readonly stored: EmbeddingStatus['stored']
  readonly onClose: () => void
}) {
  const t = meaningText()
  const remove = async () => {
    const removed = await attempt(changeEmbedding('remove').then(() => true))
    if (removed) notify({ tone: 'success', title: t.removed })
    onClose()
  }
  return (
    <ConfirmDialog
      title={t.removeQuestion(vectors)}
      description={t.removeText(vectors, bytes)}
      icon={Trash2}
      tone="warning"
      confirmLabel={t.remove}
      confirmIcon={Trash2}
      cancelLabel={text().app.cancel}
      onConfirm={remove}
      onCancel={onClose}
    />
  )
}
