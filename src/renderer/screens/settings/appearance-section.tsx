import { Monitor, Moon, Sun } from 'lucide-react'
import { changeSettings, useSettings } from '../../stores/settings'
import { attempt } from '../../stores/toasts'
import { text } from '../../text/text'
import { SegmentedControl } from '../../ui/segmented-control'
import { SettingsSection } from './settings-section'

/** Theme and language. */
export function AppearanceSection() {
  const { theme, language } = useSettings((state) => state.settings)
  const t = text().settings
  return (
    <SettingsSection id="appearance">
      <div className="settings-line">
        <span>
          <strong>{t.theme}</strong>
        </span>
        <SegmentedControl
          label={t.theme}
          segments={[
            { value: 'system', label: t.themes.system, icon: Monitor },
            { value: 'light', label: t.themes.light, icon: Sun },
            { value: 'dark', label: t.themes.dark, icon: Moon },
          ]}
          value={theme}
          onChange={(chosen) => void attempt(changeSettings({ theme: chosen }))}
        />
      </div>
      <div className="settings-line">
        <span>
          <strong>{t.language}</strong>
        </span>
        <SegmentedControl
          label={t.language}
          segments={[
            { value: 'system', label: t.languages.system },
            { value: 'en', label: t.languages.en },
            { value: 'de', label: t.languages.de },
          ]}
          value={language}
          onChange={(chosen) => void attempt(changeSettings({ language: chosen }))}
        />
      </div>
    </SettingsSection>
  )
}
