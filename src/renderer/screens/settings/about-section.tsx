import { CircleAlert, CircleCheck, Stethoscope } from 'lucide-react'
import { useState } from 'react'
import type { DoctorCheck } from '../../../shared/contract/system'
import { newChatKeys } from '../../app/shortcuts'
import { runDoctor, useSystem } from '../../stores/system'
import { attempt } from '../../stores/toasts'
import { decisionText } from '../../text/decisions'
import { messageInLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { Kbd } from '../../ui/kbd'
import { KeyValues } from '../../ui/key-values'
import { Section } from './section'

/** Where the data is, what runs, whether all is well, and the keys. */
export function AboutSection() {
  const info = useSystem((state) => state.info)
  const [checks, setChecks] = useState<readonly DoctorCheck[]>()
  const [busy, setBusy] = useState(false)
  const t = text().settings
  const { keys } = decisionText()
  const check = async () => {
    setBusy(true)
    setChecks((await attempt(runDoctor()))?.checks)
    setBusy(false)
  }
  return (
    <>
      <Section title={t.data}>
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
        <div>
          <Button icon={Stethoscope} busy={busy} onClick={() => void check()}>
            {busy ? t.checking : t.doctor}
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
                    <strong>{t.checkNames[found.name] ?? found.name}</strong>
                    <span>{messageInLanguage(found.detail, found.said)}</span>
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Section>
      <Section title={t.shortcuts}>
        <KeyValues
          items={[
            { label: t.shortcutPalette, value: <Kbd keys="Mod+K" /> },
            { label: t.shortcutNewChat, value: <Kbd keys={newChatKeys} /> },
            { label: t.shortcutSend, value: <Kbd keys="Enter" /> },
            { label: t.shortcutLine, value: <Kbd keys="Shift+Enter" /> },
            { label: t.shortcutClose, value: <Kbd keys="Escape" /> },
            {
              label: keys.nextLong,
              value: (
                <>
                  <Kbd keys="J" /> <Kbd keys="K" />
                </>
              ),
            },
            { label: keys.approveLong, value: <Kbd keys="Mod+Enter" /> },
            { label: keys.rejectLong, value: <Kbd keys="Mod+Backspace" /> },
            { label: keys.openLong, value: <Kbd keys="D" /> },
          ]}
        />
      </Section>
    </>
  )
}
