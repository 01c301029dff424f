import type { ToolInfo } from '../../../shared/contract/tools'
import type { SequenceProblem } from '../../../shared/sequences/check'
import type { Binding, SequenceDefinition, SequenceStep } from '../../../shared/sequences/definition'
import { sequencesText } from '../../text/sequences'
import { Select } from '../../ui/select'
import { fieldLabel } from '../tools/field-label'
import { type FormField, formFields } from '../tools/tool-form'
import { BindingField } from './binding-field'
import { withBinding, withOutputName, withStep } from './changes'
import { earlierSteps } from './places'
import { problemOf } from './problem-words'

/** What the tool of a step is given, field by field: those that it needs and those that were chosen. */
export function StepFields({
  definition,
  index,
  step,
  tool,
  tools,
  problems,
  onChange,
}: {
  readonly definition: SequenceDefinition
  readonly index: number
  readonly step: SequenceStep
  readonly tool: ToolInfo
  readonly tools: readonly ToolInfo[]
  readonly problems: readonly SequenceProblem[]
  readonly onChange: (definition: SequenceDefinition) => void
}) {
  const t = sequencesText()
  const fields = formFields(tool)
  const isShown = ({ name, required }: FormField) => required || Object.hasOwn(step.fields, name)
  const shown = [...fields.filter(isShown), ...unknownFields(step, fields)]
  const hidden = fields.filter((field) => !isShown(field))
  const earlier = earlierSteps(definition, index, tools)
  const bind = (field: string, binding: Binding | null, within = definition) => {
    const now = within.steps.find(({ id }) => id === step.id) ?? step
    onChange(withStep(within, withBinding(now, field, binding)))
  }
  return (
    <div className="sequence-fields">
      {shown.map((field) => (
        <BindingField
          key={`${tool.name} ${field.name}`}
          field={field}
          binding={step.fields[field.name]}
          inputs={definition.inputs}
          earlier={earlier}
          error={problemOf(problems, 'field', field.name)}
          onChange={(binding) => bind(field.name, binding)}
          onTake={(stepId, make) => {
            const named = withOutputName(definition, stepId)
            bind(field.name, make(named.name), named.definition)
          }}
        />
      ))}
      {hidden.length > 0 && (
        <Select
          label={t.addField}
          value=""
          options={[
            { value: '', label: t.addFieldChoose },
            ...hidden.map((field) => ({ value: field.name, label: fieldLabel(field) })),
          ]}
          onChange={(name) => name !== '' && bind(name, { from: 'fixed', value: '' })}
        />
      )}
    </div>
  )
}

/** Those that the tool no longer takes: they are shown so that they can be left out. */
function unknownFields(step: SequenceStep, fields: readonly FormField[]): FormField[] {
  return Object.keys(step.fields)
    .filter((name) => !fields.some((field) => field.name === name))
    .map((name) => ({
      ...{ name, own: false, required: false, description: '', documents: false, usual: null },
      control: { kind: 'text', long: false },
    }))
}
