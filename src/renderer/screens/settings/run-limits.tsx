import { highestCost, type ModelStatus, mostTokens, type Settings } from '../../../shared/contract/settings'
import { changeSettings } from '../../stores/settings'
import { attempt, notify } from '../../stores/toasts'
import { serverText } from '../../text/server'
import { text } from '../../text/text'
import { Select } from '../../ui/select'
import { TextField } from '../../ui/text-field'
import { SaveTyped } from './save-typed'
import { useTyped } from './use-typed'
import './server-check.css'

const thinkingChoices = ['default', 'on', 'off'] as const
const effortChoices = ['default', 'low', 'medium', 'high', 'xhigh', 'max'] as const

/** How hard the model thinks, and what one run may use. */
export function RunLimits({
  settings,
  features,
}: {
  readonly settings: Settings
  readonly features: ModelStatus['features']
}) {
  const typed = useTyped('limits', {
    thinking: settings.thinking,
    effort: settings.effort,
    tokenBudget: String(settings.tokenBudget),
    costBudget: String(settings.costBudget),
    inputPrice: String(settings.inputPrice),
    outputPrice: String(settings.outputPrice),
  })
  // What is stored of an older version may name one that there is no longer.
  const thinking = thinkingChoices.find((choice) => choice === typed.values.thinking) ?? settings.thinking
  const effort = effortChoices.find((choice) => choice === typed.values.effort) ?? settings.effort
  const number = (field: NumberField, most: number, whole = false) =>
    numberField({
      written: typed.values[field],
      stored: settings[field],
      onChange: (value) => typed.type(field, value),
      most,
      whole,
    })
  const tokens = number('tokenBudget', mostTokens, true)
  const cost = number('costBudget', highestCost)
  const input = number('inputPrice', highestCost)
  const output = number('outputPrice', highestCost)
  const t = serverText()
  const numbers = [tokens, cost, input, output]
  const pricesMissing = cost.value > 0 && input.value === 0 && output.value === 0
  const changed =
    thinking !== settings.thinking || effort !== settings.effort || numbers.some((field) => field.changed)
  const fits = numbers.every((field) => field.error === undefined) && !pricesMissing
  const save = async () => {
    const change = {
      thinking,
      effort,
      tokenBudget: tokens.value,
      costBudget: cost.value,
      inputPrice: input.value,
      outputPrice: output.value,
    }
    if (await attempt(changeSettings(change).then(() => true))) {
      typed.saved()
      notify({ tone: 'success', title: text().settings.saved })
    }
  }
  return (
    <form
      className="section-form"
      aria-label={t.limits}
      onSubmit={(event) => {
        event.preventDefault()
        if (changed && fits) void save()
      }}
    >
      <h3>{t.limits}</h3>
      <div className="section-pair">
        <Select
          label={t.thinking}
          hint={features?.thinking === 'none' ? t.notTaken : undefined}
          value={thinking}
          options={thinkingChoices.map((value) => ({ value, label: t.thinkingChoices[value] }))}
          onChange={(choice) => typed.type('thinking', choice)}
        />
        <Select
          label={t.effort}
          hint={features?.effort === false ? t.notTaken : undefined}
          value={effort}
          options={effortChoices.map((value) => ({ value, label: t.effortChoices[value] }))}
          onChange={(choice) => typed.type('effort', choice)}
        />
      </div>
      <TextField label={t.tokenBudget} hint={t.tokenBudgetHelp} {...tokens.field} />
      <TextField
        label={t.costBudget}
        hint={t.costBudgetHelp}
        {...cost.field}
        error={cost.error ?? (pricesMissing ? t.needsPrices : undefined)}
      />
      <div className="section-pair">
        <TextField label={t.inputPrice} hint={t.priceHelp} {...input.field} />
        <TextField label={t.outputPrice} {...output.field} />
      </div>
      <SaveTyped label={t.save} unsaved={typed.unsaved} ready={changed && fits} onDiscard={typed.discard} />
    </form>
  )
}

type NumberField = 'tokenBudget' | 'costBudget' | 'inputPrice' | 'outputPrice'

/** A field for a number from 0 to `most`. */
function numberField({
  written,
  stored,
  onChange,
  most,
  whole,
}: {
  readonly written: string
  readonly stored: number
  readonly onChange: (written: string) => void
  readonly most: number
  readonly whole: boolean
}) {
  const value = written.trim() === '' ? Number.NaN : Number(written)
  const fits = value >= 0 && value <= most && (!whole || Number.isInteger(value))
  const error = fits ? undefined : serverText().outOfRange(most)
  return {
    value,
    error,
    changed: value !== stored,
    field: { type: 'number', min: 0, max: most, step: whole ? 1 : 'any', value: written, error, onChange },
  }
}
