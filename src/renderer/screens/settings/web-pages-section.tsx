import { Globe, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { toErrorShape } from '../../../shared/errors'
import { changeSettings, useSettings } from '../../stores/settings'
import { useSystem } from '../../stores/system'
import { attempt } from '../../stores/toasts'
import { webText } from '../../text/web'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { Switch } from '../../ui/switch'
import { TextField } from '../../ui/text-field'
import { SettingsSection } from './settings-section'

/** Hosts of one's own network whose pages may be fetched; only a person names them. */
export function WebPagesSection() {
  const hosts = useSettings(({ settings }) => settings.webHosts)
  const [host, setHost] = useState('')
  const [problem, setProblem] = useState<string>()
  const t = webText()
  const add = async () => {
    try {
      await changeSettings({ webHosts: [...hosts, host] })
      setHost('')
    } catch (error) {
      setProblem(toErrorShape(error).message)
    }
  }
  return (
    <SettingsSection id="web-pages" intro={t.settingsText}>
      {hosts.length === 0 && <p className="settings-quiet">{t.none}</p>}
      {hosts.length > 0 && (
        <ul className="settings-list" aria-label={t.settings}>
          {hosts.map((each) => (
            <li key={each} className="settings-line">
              <Globe size={16} aria-hidden />
              <span>
                <strong>
                  <HiddenText text={each} />
                </strong>
              </span>
              <Button
                size="sm"
                icon={X}
                aria-label={t.removeHostOf(each)}
                onClick={() =>
                  void attempt(changeSettings({ webHosts: hosts.filter((other) => other !== each) }))
                }
              >
                {t.removeHost}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="section-row"
        onSubmit={(event) => {
          event.preventDefault()
          if (host.trim() !== '') void add()
        }}
      >
        <TextField
          label={t.host}
          placeholder={t.hostPlaceholder}
          value={host}
          maxLength={300}
          error={problem}
          mono
          onChange={(value) => {
            setHost(value)
            setProblem(undefined)
          }}
        />
        <Button type="submit" icon={Plus} disabled={host.trim() === ''}>
          {t.addHost}
        </Button>
      </form>
      <PageScripts />
    </SettingsSection>
  )
}

/** Whether pages that their scripts make are opened, or how they could be. */
function PageScripts() {
  const on = useSettings(({ settings }) => settings.pageScripts)
  const hasBrowser = useSystem((state) => state.info?.pageBrowser ?? false)
  const t = webText()
  if (!hasBrowser) return <p className="settings-quiet">{t.noBrowser}</p>
  return (
    <Switch
      label={t.scripts}
      hint={t.scriptsText}
      checked={on}
      onChange={(pageScripts) => void attempt(changeSettings({ pageScripts }))}
    />
  )
}
