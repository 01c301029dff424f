import { CircleAlert, CircleCheck, Scale, Stethoscope } from 'lucide-react'
import { useState } from 'react'
import type { DoctorCheck } from '../../../shared/contract/system'
import { runDoctor, useSystem } from '../../stores/system'
import { attempt } from '../../stores/toasts'
import { licencesText } from '../../text/licences'
import { messageInLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { KeyValues } from '../../ui/key-values'
import { LicencesDialog } from './licences-dialog'
import { SettingsSection } from './settings-section'

/** Where the data is, what runs, and whether all is well. */
export function AboutSection() {
  const info = useSystem((state) => state.info)
  const [checks, setChecks] = useState<readonly DoctorCheck[]>()
  const [busy, setBusy] = useState(false)
  const [licences, setLicences] = useState(false)
  const t = text().settings
  const check = async () => {
    setBusy(true)
    setChecks((await attempt(runDoctor()))?.checks)
    setBusy(false)
  }
  return (
    <SettingsSection id="about">
      {info && (
        <KeyValues
          items={[
            {
              label: t.dataFolder,
              value: (
                <span className="settings-path">
                  <code>{info.dataFolder}</code>
                  <CopyButton text={info.dataFolder} />
                </span>
              ),
            },
            { label: t.version, value: info.version },
            { label: t.host, value: `${t.hosts[info.host]} (${info.platform})` },
          ]}
        />
      )}
      <p className="settings-quiet">{t.privacy}</p>
      <div className="settings-actions">
        <Button icon={Stethoscope} busy={busy} onClick={() => void check()}>
          {busy ? t.checking : t.doctor}
        </Button>
        <Button icon={Scale} onClick={() => setLicences(true)}>
          {licencesText().open}
        </Button>
      </div>
      {checks && (
        <>
          <p role="status" className="settings-quiet">
            {checks.every((found) => found.ok) ? t.healthy : t.unhealthy}
          </p>
          <ul className="settings-list">
            {checks.map((found) => (
              <li key={found.name} className="settings-line" data-failed={!found.ok || undefined}>
                {found.ok ? (
                  <CircleCheck size={16} aria-label={t.checkOk} className="settings-ok" />
                ) : (
                  <CircleAlert size={16} aria-label={t.checkFailed} className="settings-failed" />
                )}
                <span>
                  <strong>{t.checkNames[found.name]}</strong>
                  <span>{messageInLanguage(found.detail, found.said)}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {licences && <LicencesDialog onClose={() => setLicences(false)} />}
    </SettingsSection>
  )
}
