import { Bot, Radar, WifiOff } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { type LocalServer, mostContextTokens, type Settings } from '../../../shared/contract/settings'
import { changeSettings, findLocalServers, listModels, storeKey, useSettings } from '../../stores/settings'
import { attempt, notify } from '../../stores/toasts'
import { runsText } from '../../text/runs'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Switch } from '../../ui/switch'
import { TextField } from '../../ui/text-field'
import { Choice } from './choice'
import { RunLimits } from './run-limits'
import { Section } from './section'
import { ServerCheck } from './server-check'

/** Who answers: the offline assistant, or a model with its address and key. */
export function ModelSection() {
  const { settings, model } = useSettings()
  const t = text().settings
  const provider = model?.provider ?? settings.provider
  const choose = (chosen: Settings['provider']) => void attempt(changeSettings({ provider: chosen }))
  return (
    <Section title={t.model} intro={t.modelText}>
      <fieldset className="choices">
        <legend className="visually-hidden">{t.provider}</legend>
        <Choice
          name="provider"
          icon={<WifiOff size={16} aria-hidden />}
          title={t.offline}
          text={t.offlineText}
          chosen={settings.provider === 'offline'}
          onChoose={() => choose('offline')}
        />
        <Choice
          name="provider"
          icon={<Bot size={16} aria-hidden />}
          title={t.anthropic}
          text={t.anthropicText}
          chosen={settings.provider === 'anthropic'}
          onChoose={() => choose('anthropic')}
        />
      </fieldset>
      {model && (model.source === 'environment' || model.source === 'flag') && (
        <Notice
          title={`${t.inUse}: ${provider === 'offline' ? t.offline : model.model}, ${t.from[model.source]}.`}
        >
          {model.detail}
        </Notice>
      )}
      {settings.provider === 'anthropic' && (
        <>
          <KeyField hasKey={model?.hasKey ?? false} />
          <ModelFields key={`${settings.model} ${settings.baseUrl}`} settings={settings} />
        </>
      )}
      <LocalServers />
      {model && provider === 'anthropic' && (
        <>
          <ServerCheck model={model} />
          <RunLimits key={limitsKey(settings)} settings={settings} features={model.features} />
          <Switch
            label={runsText().modelTitles}
            hint={runsText().modelTitlesHelp}
            checked={settings.modelTitles}
            onChange={(modelTitles) => void attempt(changeSettings({ modelTitles }))}
          />
        </>
      )}
    </Section>
  )
}

/** What is being typed there stays while other settings change. */
function limitsKey(settings: Settings): string {
  const { thinking, effort, tokenBudget, costBudget, inputPrice, outputPrice } = settings
  return JSON.stringify([thinking, effort, tokenBudget, costBudget, inputPrice, outputPrice])
}

function KeyField({ hasKey }: { readonly hasKey: boolean }) {
  const [key, setKey] = useState('')
  const [busy, setBusy] = useState(false)
  const t = text().settings
  const store = async (value: string) => {
    setBusy(true)
    const stored = await attempt(storeKey(value).then(() => true))
    setBusy(false)
    if (!stored) return
    setKey('')
    notify({ tone: 'success', title: value === '' ? t.keyRemoved : t.keySaved })
  }
  if (hasKey) {
    return (
      <div className="settings-line">
        <span>
          <strong>{t.key}</strong>
          <span>{t.keyStored}</span>
        </span>
        <Button size="sm" busy={busy} onClick={() => void store('')}>
          {t.removeKey}
        </Button>
      </div>
    )
  }
  return (
    <form
      className="settings-row"
      onSubmit={(event) => {
        event.preventDefault()
        if (key.trim() !== '') void store(key.trim())
      }}
    >
      <TextField
        label={t.key}
        hint={t.keyHelp}
        type="password"
        autoComplete="off"
        value={key}
        maxLength={1000}
        onChange={setKey}
      />
      <Button type="submit" busy={busy} disabled={key.trim() === ''}>
        {t.saveKey}
      </Button>
    </form>
  )
}

function ModelFields({ settings }: { readonly settings: Settings }) {
  const [model, setModel] = useState(settings.model)
  const [baseUrl, setBaseUrl] = useState(settings.baseUrl)
  const [turnCap, setTurnCap] = useState(String(settings.turnCap))
  const [contextTokens, setContextTokens] = useState(String(settings.contextTokens))
  const [models, setModels] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const listId = useId()
  const t = text().settings
  const turns = Number.parseInt(turnCap, 10)
  const context = Number.parseInt(contextTokens, 10)
  const changed =
    model !== settings.model ||
    baseUrl !== settings.baseUrl ||
    turns !== settings.turnCap ||
    context !== settings.contextTokens
  const valid = turns >= 1 && turns <= 100 && context >= 0 && context <= mostContextTokens
  const list = async () => {
    setBusy(true)
    const found = await attempt(listModels())
    setBusy(false)
    if (found === undefined) return
    setModels(found)
    if (found.length === 0) notify({ tone: 'info', title: t.noModels })
  }
  const save = async () => {
    const change = {
      model: model.trim(),
      baseUrl: baseUrl.trim().replace(/\/v1\/?$/, ''),
      turnCap: turns,
      contextTokens: context,
    }
    if (await attempt(changeSettings(change).then(() => true))) notify({ tone: 'success', title: t.saved })
  }
  return (
    <form
      className="settings-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="settings-row">
        <TextField
          label={t.modelId}
          hint={t.modelIdHelp}
          value={model}
          maxLength={200}
          list={listId}
          mono
          onChange={setModel}
        />
        <Button busy={busy} onClick={() => void list()}>
          {t.listModels}
        </Button>
      </div>
      <datalist id={listId}>
        {models.map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      <TextField
        label={t.baseUrl}
        hint={t.baseUrlHelp}
        value={baseUrl}
        maxLength={2000}
        placeholder="https://api.anthropic.com"
        mono
        onChange={setBaseUrl}
      />
      <TextField
        label={t.turnCap}
        hint={t.turnCapHelp}
        type="number"
        min={1}
        max={100}
        value={turnCap}
        onChange={setTurnCap}
      />
      <TextField
        label={runsText().contextTokens}
        hint={runsText().contextTokensHelp}
        type="number"
        min={0}
        max={mostContextTokens}
        value={contextTokens}
        onChange={setContextTokens}
      />
      <div>
        <Button type="submit" variant="primary" disabled={!changed || !valid}>
          {t.save}
        </Button>
      </div>
    </form>
  )
}

function LocalServers() {
  const [servers, setServers] = useState<readonly LocalServer[]>()
  const [busy, setBusy] = useState(false)
  const first = useSettings(({ settings, model }) => settings.model === '' && model?.source === 'default')
  const t = text().settings
  const find = async () => {
    setBusy(true)
    setServers(await attempt(findLocalServers()))
    setBusy(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for by itself only before anything was chosen
  useEffect(() => {
    if (first) void find()
  }, [first])
  const use = async (server: LocalServer) => {
    const change = {
      provider: 'anthropic' as const,
      baseUrl: server.baseUrl,
      ...(server.models[0] === undefined ? {} : { model: server.models[0] }),
    }
    if (await attempt(changeSettings(change).then(() => true))) notify({ tone: 'success', title: t.saved })
  }
  return (
    <div className="settings-servers">
      <Button icon={Radar} busy={busy} onClick={() => void find()}>
        {busy ? t.finding : t.findServers}
      </Button>
      {servers?.length === 0 && <p className="settings-quiet">{t.noServers}</p>}
      {servers && servers.length > 0 && (
        <ul className="settings-list">
          {servers.map((server) => (
            <li key={server.baseUrl} className="settings-line">
              <span>
                <strong>{server.name}</strong>
                <span>
                  {server.baseUrl}
                  {server.models.length > 0 && ` · ${server.models.join(', ')}`}
                </span>
              </span>
              <Button size="sm" aria-label={t.serverToUse(server.name)} onClick={() => void use(server)}>
                {t.takeServer}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
