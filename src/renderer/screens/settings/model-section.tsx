import { Bot, Radar, WifiOff } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { LocalServer, ModelStatus, Settings } from '../../../shared/contract/settings'
import { takeLocalServer } from '../../stores/local-servers'
import { changeSettings, findLocalServers, isModelChosen, storeKey, useSettings } from '../../stores/settings'
import { attempt, notify } from '../../stores/toasts'
import { typeKey, useTypedSettings } from '../../stores/typed-settings'
import { runsText } from '../../text/runs'
import { messageInLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Switch } from '../../ui/switch'
import { TextField } from '../../ui/text-field'
import { useModelList } from '../model-id-field'
import { Choice } from './choice'
import { ModelFields } from './model-fields'
import { RunLimits } from './run-limits'
import { ServerCheck } from './server-check'
import { SettingsSection } from './settings-section'

/** Who answers: the offline assistant, or a model with its address and key. */
export function ModelSection() {
  const { settings, model } = useSettings()
  const t = text().settings
  const list = useModelList()
  // Whoever started Countersign may have said which model answers; then that is what is shown.
  const outside = model?.source === 'environment' || model?.source === 'flag' ? model : null
  const chosen = outside?.provider ?? settings.provider
  const provider = model?.provider ?? settings.provider
  const addressIsOpen =
    outside === null || (chosen === 'anthropic' && !outside.decidedBy.includes('ANTHROPIC_BASE_URL'))
  const choose = (provider: Settings['provider']) => void attempt(changeSettings({ provider }))
  return (
    <SettingsSection id="model" intro={t.modelText}>
      <fieldset className="choices">
        <legend className="visually-hidden">{t.provider}</legend>
        <Choice
          name="provider"
          icon={<WifiOff size={16} aria-hidden />}
          title={t.offline}
          text={t.offlineText}
          chosen={chosen === 'offline'}
          disabled={outside !== null}
          onChoose={() => choose('offline')}
        />
        <Choice
          name="provider"
          icon={<Bot size={16} aria-hidden />}
          title={t.anthropic}
          text={t.anthropicText}
          chosen={chosen === 'anthropic'}
          disabled={outside !== null}
          onChoose={() => choose('anthropic')}
        />
      </fieldset>
      {outside !== null && (
        <Notice
          title={t.decidedOutside(outside.decidedBy.length, outside.decidedBy.join(', '))}
          todo={t.decideHere(outside.decidedBy.length)}
        >
          {messageInLanguage(outside.detail, outside.said)}
        </Notice>
      )}
      {chosen === 'anthropic' && (
        <>
          <KeyField from={model?.keyFrom ?? null} />
          <ModelFields settings={settings} list={list} />
        </>
      )}
      {addressIsOpen && <LocalServers />}
      {model && provider === 'anthropic' && (
        <>
          <ServerCheck model={model} set={settings.contextTokens} />
          <RunLimits settings={settings} features={model.features} />
          <Switch
            label={runsText().modelTitles}
            hint={runsText().modelTitlesHelp}
            checked={settings.modelTitles}
            onChange={(modelTitles) => void attempt(changeSettings({ modelTitles }))}
          />
        </>
      )}
    </SettingsSection>
  )
}

function KeyField({ from }: { readonly from: ModelStatus['keyFrom'] }) {
  const key = useTypedSettings((state) => state.key)
  const [busy, setBusy] = useState(false)
  const t = text().settings
  const store = async (value: string) => {
    setBusy(true)
    const stored = await attempt(storeKey(value).then(() => true))
    setBusy(false)
    if (!stored) return
    typeKey('')
    notify({ tone: 'success', title: value === '' ? t.keyRemoved : t.keySaved })
  }
  if (from !== null) {
    return (
      <div className="settings-line">
        <span>
          <strong>{t.key}</strong>
          <span>{from === 'stored' ? t.keyStored : t.keyOutside}</span>
        </span>
        {from === 'stored' && (
          <Button size="sm" busy={busy} onClick={() => void store('')}>
            {t.removeKey}
          </Button>
        )}
      </div>
    )
  }
  return (
    <form
      className="section-row"
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
        onChange={typeKey}
      />
      <Button type="submit" busy={busy} disabled={key.trim() === ''}>
        {t.saveKey}
      </Button>
    </form>
  )
}

function LocalServers() {
  const [servers, setServers] = useState<readonly LocalServer[]>()
  const [busy, setBusy] = useState(false)
  const first = useSettings((state) => state.model !== null && !isModelChosen(state))
  const t = text().settings
  const find = useCallback(async () => {
    setBusy(true)
    setServers(await attempt(findLocalServers()))
    setBusy(false)
  }, [])
  // By itself only before anything was chosen.
  useEffect(() => {
    if (first) void find()
  }, [first, find])
  const use = async (server: LocalServer) => {
    if (!(await attempt(takeLocalServer(server).then(() => true)))) return
    notify({ tone: 'success', title: t.saved })
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
