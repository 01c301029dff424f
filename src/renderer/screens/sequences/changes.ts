import {
  type Binding,
  identifierPattern,
  type SequenceDefinition,
  type SequenceInput,
  type SequenceStep,
} from '../../../shared/sequences/definition'

/** A new step that calls this tool, with what that must be given left to be written. */
export function newStep(tool: string, required: readonly string[] = []): SequenceStep {
  const fields = Object.fromEntries(required.map((field) => [field, { from: 'fixed' as const, value: '' }]))
  return {
    ...{ id: crypto.randomUUID(), tool, title: '', fields, output: '' },
    ...{ success: '', failure: '', goesOn: false },
  }
}

/** A new initial input with a name that is free. */
export function newInput(inputs: readonly SequenceInput[]): SequenceInput {
  const name = freeWord(
    'value',
    inputs.map((input) => input.name),
  )
  return { name, kind: 'text', label: '', options: [], initial: null, needed: true }
}

/** The definition with a step in place of the one of its id. */
export function withStep(definition: SequenceDefinition, step: SequenceStep): SequenceDefinition {
  return { ...definition, steps: definition.steps.map((other) => (other.id === step.id ? step : other)) }
}

/** The definition with the step at one place moved to another. */
export function withStepAt(definition: SequenceDefinition, from: number, to: number): SequenceDefinition {
  const steps = [...definition.steps]
  const [step] = steps.splice(from, 1)
  if (step === undefined) return definition
  steps.splice(to, 0, step)
  return { ...definition, steps }
}

/** The same step once more, after it; what it gives has no name of its own yet. */
export function withDuplicate(definition: SequenceDefinition, index: number): SequenceDefinition {
  const step = definition.steps[index]
  if (step === undefined) return definition
  const copy = { ...step, id: crypto.randomUUID(), output: '' }
  return { ...definition, steps: definition.steps.toSpliced(index + 1, 0, copy) }
}

/** A step with a field's binding, or without it. */
export function withBinding(step: SequenceStep, field: string, binding: Binding | null): SequenceStep {
  const others = Object.entries(step.fields).filter(([name]) => name !== field)
  return { ...step, fields: Object.fromEntries(binding === null ? others : [...others, [field, binding]]) }
}

/** The definition in which a step's output has a name, and that name. */
export function withOutputName(
  definition: SequenceDefinition,
  id: string,
): { readonly definition: SequenceDefinition; readonly name: string } {
  const index = definition.steps.findIndex((step) => step.id === id)
  const step = definition.steps[index]
  if (step === undefined) return { definition, name: '' }
  if (step.output !== '') return { definition, name: step.output }
  const taken = definition.steps.map(({ output }) => output)
  const noun = step.tool.split('_').slice(1).join('_')
  const wanted = identifierPattern.test(noun) && noun !== 'input' ? noun : 'step'
  const name = freeWord(wanted, taken)
  return { definition: withStep(definition, { ...step, output: name }), name }
}

/** A word that is not taken yet. */
function freeWord(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted
  for (let number = 2; ; number++) {
    const word = `${wanted.slice(0, 36)}_${number}`
    if (!taken.includes(word)) return word
  }
}
