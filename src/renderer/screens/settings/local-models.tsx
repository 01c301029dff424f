import { Check, Download, FolderInput, Power, Square, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { EmbeddingStatus } from '../../../shared/contract/embedding'
import type { LocalModel } from '../../../shared/contract/embedding-models'
import { changeModel, chooseEmbedding, downloadModel, useEmbedding } from '../../stores/embedding'
import { attempt, notify } from '../../stores/toasts'
import { formatSize } from '../../text/language'
import { localModelsText } from '../../text/local-models'
import { meaningText } from '../../text/meaning'
import { messageInLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { HiddenText } from '../../ui/hidden-text'
import { KeyValues } from '../../ui/key-values'
import { Notice } from '../../ui/notice'
import { ProgressBar } from '../../ui/progress-bar'
import { ModelFolderDialog } from './model-folder-dialog'

/** The models that can run on this machine: what is here of each, and the ways to get, use and remove it. */
export function LocalModels({ status }: { readonly status: EmbeddingStatus }) {
  const models = useEmbedding((state) => state.models)
  const t = localModelsText()
  return (
    <ul className="settings-list" aria-label={t.list}>
      {models.map((model) => (
        <ModelLine key={model.id} model={model} status={status} />
      ))}
    </ul>
  )
}

type Asked = 'download' | 'folder' | 'remove'

function ModelLine({ model, status }: { readonly model: LocalModel; readonly status: EmbeddingStatus }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const t = localModelsText()
  const close = () => setAsked(null)
  const inUse = status.enabled && status.choice.provider === 'local' && status.choice.model === model.id
  return (
    <li className="settings-model">
      <div className="settings-line">
        <span>
          <strong>{model.name}</strong>
          <span>{t.facts(t.languages[model.languages], model.dimensions, model.licence, model.bytes)}</span>
        </span>
        {model.state === 'ready' && (
          <Badge tone={inUse ? 'accent' : 'success'} icon={Check}>
            {inUse ? t.inUse : t.ready}
          </Badge>
        )}
      </div>
      {model.problem !== null && (
        <Notice tone="warning" title={messageInLanguage(model.problem, model.said)} announce />
      )}
      <Transfer model={model} />
      {!inUse && <Actions model={model} enabled={status.enabled} onAsk={setAsked} />}
      {asked === 'download' && <DownloadDialog model={model} onClose={close} />}
      {asked === 'folder' && <ModelFolderDialog model={model} onClose={close} />}
      {asked === 'remove' && <RemoveDialog model={model} onClose={close} />}
    </li>
  )
}

/** How far the files are that are being fetched, or were. */
function Transfer({ model: { id, name, state, done, bytes, from } }: { readonly model: LocalModel }) {
  const t = localModelsText()
  if (state === 'partial') return <p className="settings-quiet">{t.partly(done, bytes)}</p>
  if (state !== 'downloading' && state !== 'copying') return null
  return (
    <div className="settings-line">
      <ProgressBar
        label={state === 'copying' ? t.copying : t.downloading(from)}
        value={done / bytes}
        detail={t.of(done, bytes)}
      />
      <Button
        size="sm"
        icon={Square}
        aria-label={t.stopOf(name)}
        onClick={() => void attempt(changeModel('stop', id))}
      >
        {t.stop}
      </Button>
    </div>
  )
}

function Actions({
  model,
  enabled,
  onAsk,
}: {
  readonly model: LocalModel
  readonly enabled: boolean
  readonly onAsk: (asked: Asked) => void
}) {
  const { name, state } = model
  const t = localModelsText()
  if (state === 'downloading' || state === 'copying') return null
  const partial = state === 'partial'
  return (
    <div className="section-buttons">
      {state === 'ready' ? (
        <UseButton model={model} enabled={enabled} />
      ) : (
        <>
          <Button
            size="sm"
            icon={Download}
            aria-label={partial ? t.goOnOf(name) : t.downloadOf(name)}
            onClick={() => onAsk('download')}
          >
            {partial ? t.goOn : t.download}
          </Button>
          <Button
            size="sm"
            icon={FolderInput}
            aria-label={t.fromFolderOf(name)}
            onClick={() => onAsk('folder')}
          >
            {t.fromFolder}
          </Button>
        </>
      )}
      {state !== 'absent' && (
        <Button size="sm" icon={Trash2} aria-label={t.removeOf(name)} onClick={() => onAsk('remove')}>
          {t.remove}
        </Button>
      )}
    </div>
  )
}

function UseButton({
  model: { id, name },
  enabled,
}: {
  readonly model: LocalModel
  readonly enabled: boolean
}) {
  const [busy, setBusy] = useState(false)
  const t = localModelsText()
  const use = async () => {
    setBusy(true)
    const chosen = chooseEmbedding({ provider: 'local', address: '', model: id }, '')
    if (await attempt(chosen.then(() => true))) {
      notify({ tone: 'success', title: meaningText().chosen })
    }
    setBusy(false)
  }
  return (
    <Button
      size="sm"
      variant="primary"
      icon={Power}
      busy={busy}
      aria-label={enabled ? t.use(name) : t.switchOn(name)}
      onClick={() => void use()}
    >
      {enabled ? meaningText().use : meaningText().switchOn}
    </Button>
  )
}

function DownloadDialog({ model, onClose }: { readonly model: LocalModel; readonly onClose: () => void }) {
  const { name, address, revision, hosts, bytes, done, licence, folder } = model
  const t = localModelsText()
  const download = async () => {
    await attempt(downloadModel(model))
    onClose()
  }
  return (
    <ConfirmDialog
      title={t.question(name)}
      description={t.questionText}
      icon={Download}
      confirmLabel={t.yes(bytes - done)}
      confirmIcon={Download}
      cancelLabel={text().app.cancel}
      onConfirm={download}
      onCancel={onClose}
    >
      <KeyValues
        items={[
          { label: t.address, value: <HiddenText text={address} /> },
          { label: t.revision, value: revision },
          { label: t.hosts, value: t.hostsAnd(hosts) },
          { label: t.size, value: done === 0 ? formatSize(bytes) : t.left(bytes - done, bytes) },
          { label: t.licence, value: licence },
          { label: t.folder, value: <HiddenText text={folder} /> },
        ]}
      />
    </ConfirmDialog>
  )
}

function RemoveDialog({ model, onClose }: { readonly model: LocalModel; readonly onClose: () => void }) {
  const t = localModelsText()
  const remove = async () => {
    if (await attempt(changeModel('remove', model.id).then(() => true))) {
      notify({ tone: 'success', title: t.removed(model.name) })
    }
    onClose()
  }
  return (
    <ConfirmDialog
      title={t.removeQuestion(model.name)}
      description={t.removeText(model.done)}
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
