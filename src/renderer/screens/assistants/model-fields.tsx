import type { AssistantFields } from '../../../shared/contract/assistants'
import { type Effort, effortSchema, type Thinking, thinkingSchema } from '../../../shared/contract/settings'
import { knownPrices } from '../../../shared/run/usage'
import { useSettings } from '../../stores/settings'
import { assistantsText } from '../../text/assistants'
import { Select } from '../../ui/select'
import { ModelIdField, useModelList } from '../model-id-field'
import { NumberField } from '../number-field'
import type { DraftProblems } from './draft-problems'

const ofSettings = 'settings'

/** Which model works for an assistant, whether it thinks, how hard, and how much it may use. */
export function ModelFields({
  fields,
  problems,
  onChange,
}: {
  readonly fields: AssistantFields
  readonly problems: DraftProblems
  readonly onChange: (more: Partial<AssistantFields>) => void
}) {
  const settings = useSettings((state) => state.settings)
  const hasServer = useSettings(({ model }) => model?.provider === 'anthropic')
  const list = useModelList()
  const { turnCap, tokenBudget } = settings
  const t = assistantsText()
  // Without prices nothing costs anything, and a limit would never be reached.
  const priced = knownPrices(settings) !== null || fields.costBudget !== null
  const efforts: readonly { value: Effort | typeof ofSettings; label: string }[] = [
    { value: ofSettings, label: t.effortOfSettings },
    ...effortSchema.options.map((value) => ({ value, label: t.efforts[value] })),
  ]
  const thoughts: readonly { value: Thinking | typeof ofSettings; label: string }[] = [
    { value: ofSettings, label: t.thinkingOfSettings },
    ...thinkingSchema.options.map((value) => ({ value, label: t.thinkingChoices[value] })),
  ]
  return (
    <>
      <ModelIdField
        label={t.model}
        hint={t.modelHint}
        value={fields.model}
        list={list}
        {...(hasServer && { onAsk: () => void list.ask() })}
        onChange={(model) => onChange({ model })}
      />
      <div className="section-row section-pair">
        <Select
          label={t.thinking}
          hint={t.thinkingHint}
          value={fields.thinking ?? ofSettings}
          options={thoughts}
          onChange={(chosen) => onChange({ thinking: chosen === ofSettings ? null : chosen })}
        />
        <Select
          label={t.effort}
          hint={t.effortHint}
          value={fields.effort ?? ofSettings}
          options={efforts}
          onChange={(chosen) => onChange({ effort: chosen === ofSettings ? null : chosen })}
        />
      </div>
      <div className="section-row section-pair">
        <NumberField
          label={t.turnCap}
          hint={t.turnCapHint(turnCap)}
          error={problems.turnCap}
          value={fields.turnCap}
          onChange={(value) => onChange({ turnCap: value })}
        />
        <NumberField
          label={t.tokenBudget}
          hint={tokenBudget === 0 ? t.tokenBudgetNone : t.tokenBudgetHint(tokenBudget)}
          error={problems.tokenBudget}
          value={fields.tokenBudget}
          onChange={(value) => onChange({ tokenBudget: value })}
        />
        {priced && (
          <NumberField
            label={t.costBudget}
            hint={t.costBudgetHint}
            error={problems.costBudget}
            value={fields.costBudget}
            onChange={(value) => onChange({ costBudget: value })}
          />
        )}
      </div>
    </>
  )
}
