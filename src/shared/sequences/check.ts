import type { ToolInfo } from '../contract/tools'
import { assertNever } from '../errors'
import {
  type Binding,
  identifierPattern,
  inputsName,
  type SequenceDefinition,
  type SequenceInput,
  type SequenceStep,
} from './definition'
import { parsePath } from './path'
import { kindOfValue, kindsAt, type Place, placeAt, type ValueKind } from './schema-place'
import { parseTemplate, type Reference } from './template'

/** What of a tool a definition is checked against. */
export type CheckedTool = Pick<ToolInfo, 'name' | 'aliases' | 'inputSchema' | 'outputSchema' | 'code'>

/** What is wrong. `name` is the word that is wrong, or the right one for a tool that is called otherwise by now. */
export type ProblemCode =
  | 'no_name'
  | 'no_steps'
  | 'bad_name'
  | 'name_twice'
  | 'no_options'
  | 'wrong_initial'
  | 'no_tool'
  | 'tool_gone'
  | 'tool_renamed'
  | 'unknown_field'
  | 'missing'
  | 'no_such_input'
  | 'no_such_output'
  | 'later_output'
  | 'no_such_place'
  | 'wrong_kind'
  | 'text_only'
  | 'by_hand_only'
  | 'unclosed'
  | 'no_value'

/** One thing that keeps a sequence from being run, at its place. */
export interface SequenceProblem {
  readonly code: ProblemCode
  readonly name: string
  /** The id of the step; null for what belongs to none. */
  readonly step: string | null
  /** The place of the initial input; null for what belongs to none. */
  readonly input: number | null
  readonly part: 'name' | 'tool' | 'output' | 'success' | 'failure' | 'field' | 'options' | 'initial'
  /** The tool's field, for the part of that name. */
  readonly field: string | null
  /** For a wrong kind: what the field takes. */
  readonly takes?: readonly ValueKind[]
}

type At = Omit<SequenceProblem, 'code' | 'name' | 'takes'>

const ofSequence: At = { step: null, input: null, part: 'name', field: null }

/** Everything that keeps a sequence from being run, in the order in which it is shown. */
export function problemsOf(
  definition: SequenceDefinition,
  tools: readonly CheckedTool[],
): readonly SequenceProblem[] {
  const { name, inputs, steps } = definition
  return [
    ...(name.trim() === '' ? [problem('no_name', '', ofSequence)] : []),
    ...(steps.length === 0 ? [problem('no_steps', '', ofSequence)] : []),
    ...inputs.flatMap((input, index) => inputProblems(input, index, inputs)),
    ...steps.flatMap((step, index) => stepProblems(step, index, definition, tools)),
  ]
}

/** The fields that a call of a tool must have. */
export function requiredFields({ inputSchema }: Pick<CheckedTool, 'inputSchema'>): readonly string[] {
  // The schema of an input is one of an object, in which these are what JSON Schema says.
  const { required, properties } = inputSchema as {
    required?: readonly string[]
    properties?: Readonly<Record<string, { default?: unknown }>>
  }
  return (required ?? []).filter((field) => properties?.[field]?.default === undefined)
}

/** The value kind of an initial input. */
export function kindOfInput({ kind }: Pick<SequenceInput, 'kind'>): ValueKind {
  switch (kind) {
    case 'number':
      return 'number'
    case 'yes_no':
      return 'boolean'
    case 'text':
    case 'choice':
    case 'path':
    case 'collection':
      return 'string'
    default:
      return assertNever(kind)
  }
}

function isEmpty({ fields }: SequenceStep, field: string): boolean {
  const binding = Object.hasOwn(fields, field) ? fields[field] : undefined
  return binding === undefined || (binding.from === 'fixed' && binding.value === '')
}

function problem(code: ProblemCode, name: string, at: At, takes?: readonly ValueKind[]): SequenceProblem {
  return { ...at, code, name, ...(takes === undefined ? {} : { takes }) }
}

function inputProblems(
  input: SequenceInput,
  index: number,
  all: readonly SequenceInput[],
): SequenceProblem[] {
  const at = (part: At['part']): At => ({ step: null, input: index, part, field: null })
  const { name, initial, options } = input
  const found: SequenceProblem[] = []
  if (!identifierPattern.test(name)) found.push(problem('bad_name', name, at('name')))
  else if (all.findIndex((other) => other.name === name) < index)
    found.push(problem('name_twice', name, at('name')))
  if (input.kind === 'choice' && options.every((option) => option.trim() === ''))
    found.push(problem('no_options', '', at('options')))
  const fits =
    initial === null ||
    (kindOfValue(initial) === kindOfInput(input) &&
      (input.kind !== 'choice' || options.includes(String(initial))))
  if (!fits) found.push(problem('wrong_initial', String(initial), at('initial')))
  return found
}

function stepProblems(
  step: SequenceStep,
  index: number,
  definition: SequenceDefinition,
  tools: readonly CheckedTool[],
): SequenceProblem[] {
  const at = (part: At['part'], field: string | null = null): At => ({
    ...{ step: step.id, input: null, part, field },
  })
  const places: Places = { definition, index, tools }
  const told = [
    ...templateProblems(step.success, at('success'), { ...places, index: index + 1 }),
    ...templateProblems(step.failure, at('failure'), places),
  ]
  const output = outputProblems(step, index, definition, at('output'))
  const tool = tools.find((candidate) => candidate.name === step.tool)
  if (tool === undefined) {
    const renamed = tools.find(({ aliases }) => aliases.includes(step.tool))
    const code = step.tool === '' ? 'no_tool' : renamed === undefined ? 'tool_gone' : 'tool_renamed'
    return [problem(code, renamed?.name ?? step.tool, at('tool')), ...output, ...told]
  }
  const empty = requiredFields(tool).filter((field) => isEmpty(step, field))
  const missing = empty.map((field) => problem('missing', field, at('field', field)))
  const bound = Object.entries(step.fields).flatMap(([field, binding]) => {
    if (empty.includes(field)) return []
    const place = placeAt(tool.inputSchema, [field])
    if (place.forms.length === 0) return [problem('unknown_field', field, at('field', field))]
    return bindingProblems(binding, place, at('field', field), places, isByHand(tool, field))
  })
  return [...missing, ...bound, ...output, ...told]
}

/** Whether a field is carried out as it stands: what a tool gave never comes into it. */
function isByHand({ code }: CheckedTool, field: string): boolean {
  return code?.includes(field) === true
}

function outputProblems(
  { output }: SequenceStep,
  index: number,
  { steps }: SequenceDefinition,
  at: At,
): SequenceProblem[] {
  if (output === '') return []
  if (!identifierPattern.test(output) || output === inputsName) return [problem('bad_name', output, at)]
  const first = steps.findIndex((other) => other.output === output)
  return first < index ? [problem('name_twice', output, at)] : []
}

/** What a reference can point to: what is before the step of this place. */
interface Places {
  readonly definition: SequenceDefinition
  readonly index: number
  readonly tools: readonly CheckedTool[]
}

function bindingProblems(
  binding: Binding,
  field: Place,
  at: At,
  places: Places,
  byHand: boolean,
): SequenceProblem[] {
  const takes = kindsAt(field)
  switch (binding.from) {
    case 'fixed':
      return kindProblems(new Set([kindOfValue(binding.value)]), takes, at)
    case 'input': {
      const input = places.definition.inputs.find(({ name }) => name === binding.name)
      if (input === undefined) return [problem('no_such_input', binding.name, at)]
      return kindProblems(new Set([kindOfInput(input)]), takes, at)
    }
    case 'output': {
      if (byHand) return [problem('by_hand_only', binding.of, at)]
      const path = parsePath(binding.path)
      if (path === null) return [problem('no_such_place', binding.path, at)]
      return outputReference({ kind: 'output', of: binding.of, path }, at, places, takes)
    }
    case 'text':
      if (byHand) return [problem('by_hand_only', '', at)]
      if (takes !== null && !takes.has('string')) return [problem('text_only', '', at, [...takes])]
      return templateProblems(binding.template, at, places)
    default:
      return assertNever(binding)
  }
}

function templateProblems(template: string, at: At, places: Places): SequenceProblem[] {
  const parsed = parseTemplate(template)
  if ('problem' in parsed) return [problem(parsed.problem, parsed.written, at)]
  return parsed.parts.flatMap((part) =>
    part.kind === 'value' ? referenceProblems(part.reference, at, places) : [],
  )
}

function referenceProblems(reference: Reference, at: At, places: Places): SequenceProblem[] {
  if (reference.kind === 'output') return outputReference(reference, at, places, null)
  const known = places.definition.inputs.some(({ name }) => name === reference.name)
  return known ? [] : [problem('no_such_input', reference.name, at)]
}

function outputReference(
  { of, path }: Extract<Reference, { kind: 'output' }>,
  at: At,
  { definition, index, tools }: Places,
  takes: ReadonlySet<ValueKind> | null,
): SequenceProblem[] {
  const { steps } = definition
  const place = steps.findIndex(({ output }) => output === of)
  const step = steps[place]
  if (of === '' || step === undefined) return [problem('no_such_output', of, at)]
  if (place >= index) return [problem('later_output', of, at)]
  const tool = tools.find(({ name }) => name === step.tool)
  if (tool === undefined) return []
  const there = placeAt(tool.outputSchema, path)
  if (there.forms.length === 0 && !there.open) return [problem('no_such_place', [of, ...path].join('.'), at)]
  const given: ReadonlySet<ValueKind> | null = path.includes('*') ? new Set(['array']) : kindsAt(there)
  return kindProblems(given, takes, at)
}

/** Told only where it is certain: the tool's own schema judges every value when it is called. */
function kindProblems(
  given: ReadonlySet<ValueKind> | null,
  takes: ReadonlySet<ValueKind> | null,
  at: At,
): SequenceProblem[] {
  if (given === null || takes === null || takes.size === 0) return []
  if ([...given].some((kind) => takes.has(kind))) return []
  return [problem('wrong_kind', [...given].join(', '), at, [...takes])]
}
