import { type ProposalLifetime, proposalLifetimeSchema } from '../../../shared/contract/settings'
import { changeSettings, useSettings } from '../../stores/settings'
import { attempt } from '../../stores/toasts'
import { decisionText } from '../../text/decisions'
import { SegmentedControl } from '../../ui/segmented-control'
import { SettingsSection } from './settings-section'

/** How long proposals wait for a person. */
export function ProposalsSection() {
  const chosen = useSettings(({ settings }) => settings.proposalLifetime)
  const t = decisionText().lifetime
  return (
    <SettingsSection id="proposals" intro={t.intro}>
      <div className="settings-line">
        <span>
          <strong>{t.label}</strong>
          <span>{t.hint}</span>
        </span>
        <SegmentedControl<ProposalLifetime>
          label={t.label}
          segments={proposalLifetimeSchema.options.map((value) => ({ value, label: t.lifetimes[value] }))}
          value={chosen}
          onChange={(proposalLifetime) => void attempt(changeSettings({ proposalLifetime }))}
        />
      </div>
    </SettingsSection>
  )
}
