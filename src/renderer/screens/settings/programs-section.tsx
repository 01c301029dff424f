import { useSystem } from '../../stores/system'
import { programsText } from '../../text/programs'
import { CodeBlock } from '../../ui/code-block'
import { addressCommandOf, configurationOf } from './program-setup'
import { SettingsSection } from './settings-section'

/** How other programs come to use the tools. */
export function ProgramsSection() {
  const info = useSystem((state) => state.info)
  const t = programsText()
  return (
    <SettingsSection id="programs" intro={t.intro}>
      {info !== null && (
        <>
          <div className="settings-setup">
            <h3>{t.configuration}</h3>
            <p className="settings-quiet">{t.configurationHint}</p>
            <CodeBlock code={configurationOf(info.mcpCommand)} language="json" />
          </div>
          <div className="settings-setup">
            <h3>{t.address}</h3>
            <p className="settings-quiet">{t.addressHint}</p>
            <CodeBlock code={addressCommandOf(info.mcpCommand, info.platform)} language="bash" />
          </div>
        </>
      )}
    </SettingsSection>
  )
}
