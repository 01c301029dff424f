import { useState } from 'react'
import {
  type EmbeddingProvider,
  type EmbeddingStatus,
  usualOllamaAddress,
} from '../../../shared/contract/embedding'
import { toErrorShape } from '../../../shared/errors'
import { chooseEmbedding, forgetEmbeddingKey, testEmbedding } from '../../stores/embedding'
import { attempt, notify } from '../../stores/toasts'
import { meaningText } from '../../text/meaning'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { TextField } from '../../ui/text-field'

type Outcome = { readonly tone: 'success' | 'danger'; readonly words: string }

/** Address, model and key of a server, the test, and the switch. */
export function MeaningForm({
  provider,
  status,
}: {
  readonly provider: Exclude<EmbeddingProvider, 'local'>
  readonly status: EmbeddingStatus
}) {
  const chosen = status.choice.provider === provider ? status.choice : null
  const [address, setAddress] = useState(chosen?.address ?? '')
  const [model, setModel] = useState(chosen?.model ?? '')
  const [key, setKey] = useState('')
  const [busy, setBusy] = useState<'test' | 'choose' | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const t = meaningText()
  const choice = { provider, address: address.trim(), model: model.trim() }
  const same =
    status.enabled && chosen?.address === choice.address && chosen.model === choice.model && key === ''
  const complete = choice.model !== '' && (choice.address !== '' || provider === 'ollama')

  const during = async (what: 'test' | 'choose', work: () => Promise<Outcome | null>) => {
    setBusy(what)
    setOutcome(null)
    try {
      setOutcome(await work())
    } catch (error) {
      setOutcome({ tone: 'danger', words: toErrorShape(error).message })
    }
    setBusy(null)
  }
  const test = () =>
    during('test', async () => {
      const { dimensions, tookMs } = await testEmbedding(choice, key.trim())
      return { tone: 'success', words: t.testOk(dimensions, tookMs) }
    })
  const choose = () =>
    during('choose', async () => {
      await chooseEmbedding(choice, key.trim())
      setKey('')
      notify({ tone: 'success', title: t.chosen })
      return null
    })
  return (
    <form
      className="section-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (complete && !same) void choose()
      }}
    >
      <div className="section-row section-pair">
        <TextField
          label={t.address}
          hint={t.addressHelp}
          value={address}
          maxLength={2000}
          placeholder={provider === 'ollama' ? usualOllamaAddress : 'https://'}
          mono
          onChange={setAddress}
        />
        <TextField
          label={t.model}
          hint={t.modelHelp}
          value={model}
          maxLength={200}
          mono
          onChange={setModel}
        />
      </div>
      <KeyField status={status} stored={chosen !== null && status.hasKey} value={key} onChange={setKey} />
      {outcome !== null && <Notice tone={outcome.tone} title={outcome.words} announce />}
      <div className="section-buttons">
        <Button busy={busy === 'test'} disabled={!complete} onClick={() => void test()}>
          {t.test}
        </Button>
        <Button type="submit" variant="primary" busy={busy === 'choose'} disabled={!complete || same}>
          {status.enabled ? t.use : t.switchOn}
        </Button>
      </div>
    </form>
  )
}

function KeyField({
  status,
  stored,
  value,
  onChange,
}: {
  readonly status: EmbeddingStatus
  readonly stored: boolean
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const t = meaningText()
  const forget = async () => {
    if (await attempt(forgetEmbeddingKey(status.choice).then(() => true))) {
      notify({ tone: 'success', title: t.keyRemoved })
    }
  }
  if (stored) {
    return (
      <div className="settings-line">
        <span>
          <strong>{t.key}</strong>
          <span>{t.keyStored}</span>
        </span>
        <Button size="sm" onClick={() => void forget()}>
          {t.removeKey}
        </Button>
      </div>
    )
  }
  return (
    <TextField
      label={t.key}
      hint={t.keyHelp}
      type="password"
      autoComplete="off"
      value={value}
      maxLength={1000}
      onChange={onChange}
    />
  )
}
