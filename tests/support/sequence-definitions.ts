import type {
  Binding,
  SequenceDefinition,
  SequenceInput,
  SequenceStep,
} from '../../src/shared/sequences/definition'

/** A field that has this value. */
export const fixed = (value: Extract<Binding, { from: 'fixed' }>['value']): Binding => ({
  from: 'fixed',
  value,
})
/** A field that has the value of an initial input. */
export const given = (name: string): Binding => ({ from: 'input', name })
/** A field that has what an earlier step gave. */
export const gave = (of: string, path = ''): Binding => ({ from: 'output', of, path })
/** A field that is a text with values. */
export const written = (template: string): Binding => ({ from: 'text', template })

let steps = 0

/** A step that calls a tool. */
export function stepOf(
  tool: string,
  fields: SequenceStep['fields'] = {},
  more: Partial<SequenceStep> = {},
): SequenceStep {
  return {
    ...{ id: `s${++steps}`, tool, title: '', fields, output: '', success: '', failure: '', goesOn: false },
    ...more,
  }
}

/** An initial input that is a text. */
export function inputOf(name: string, more: Partial<SequenceInput> = {}): SequenceInput {
  return { name, kind: 'text', label: '', options: [], initial: null, needed: true, ...more }
}

/** A sequence of these steps. */
export function sequenceOf(
  stepsOf: readonly SequenceStep[],
  inputs: readonly SequenceInput[] = [],
  name = 'Weekly report',
): SequenceDefinition {
  return { name, description: '', inputs: [...inputs], steps: [...stepsOf] }
}
