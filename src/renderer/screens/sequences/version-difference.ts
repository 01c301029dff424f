import type { ToolInfo } from '../../../shared/contract/tools'
import { assertNever } from '../../../shared/errors'
import type { Binding, SequenceDefinition } from '../../../shared/sequences/definition'
import type { DiffHunk } from '../../../shared/tool/diff'
import { decisionText } from '../../text/decisions'
import { sequencesText } from '../../text/sequences'
import { textDifference } from '../../ui/text-difference'
import { stepTitle } from './places'

/** What differs between two versions, line by line of what is written in them. */
export function differenceOf(
  before: SequenceDefinition,
  after: SequenceDefinition,
  tools: readonly ToolInfo[],
): readonly DiffHunk[] {
  return textDifference(inWords(before, tools), inWords(after, tools))
}

/** A sequence as lines to read, each ended; ids tell a person nothing. */
function inWords(
  { name, description, inputs, steps }: SequenceDefinition,
  tools: readonly ToolInfo[],
): string {
  const t = sequencesText()
  const { fieldName } = decisionText()
  const line = (label: string, value: string) => (value === '' ? [] : [`  ${label}: ${value}`])
  const lines = [
    `${t.name}: ${name}`,
    ...(description === '' ? [] : [`${t.description}: ${description}`]),
    ...inputs.flatMap((input) => [
      `${t.sources.input}: ${input.name} (${t.inputKinds[input.kind]})`,
      ...line(t.inputLabel, input.label),
      ...line(t.inputOptions, input.options.join(', ')),
      ...line(t.inputInitial, input.initial === null ? '' : String(input.initial)),
      ...(input.needed ? [`  ${t.inputNeeded}`] : []),
    ]),
    ...steps.flatMap((step, index) => [
      t.step(index + 1, stepTitle(step, tools)),
      // What it does, where it is called something else.
      ...(step.title.trim() === '' ? [] : [`  ${stepTitle({ ...step, title: '' }, tools)}`]),
      ...Object.entries(step.fields)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([field, binding]) => line(fieldName(field), bindingInWords(binding, steps, tools))),
      ...line(t.output, step.output),
      ...line(t.success, step.success),
      ...line(t.failure, step.failure),
      ...(step.goesOn ? [`  ${t.goesOn}`] : []),
    ]),
  ]
  return lines.map((each) => `${each}\n`).join('')
}

function bindingInWords(
  binding: Binding,
  steps: SequenceDefinition['steps'],
  tools: readonly ToolInfo[],
): string {
  const t = sequencesText()
  switch (binding.from) {
    case 'fixed':
      return typeof binding.value === 'string' ? binding.value : JSON.stringify(binding.value)
    case 'input':
      return `${t.sources.input} ${binding.name}`
    case 'output': {
      const index = steps.findIndex(({ id }) => id === binding.of)
      const step = steps[index]
      const source = step === undefined ? binding.of : t.step(index + 1, stepTitle(step, tools))
      return [source, binding.path].filter(Boolean).join(' · ')
    }
    case 'text':
      return binding.template
    default:
      return assertNever(binding)
  }
}
