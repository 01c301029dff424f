import { assertNever } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { Sentence } from '../../shared/sentences/sentence'
import {
  type Binding,
  type GivenInputs,
  type SequenceStep,
  sequenceLimits,
} from '../../shared/sequences/definition'
import { type Found, parsePath, valueAt } from '../../shared/sequences/path'
import { parseTemplate, type Reference } from '../../shared/sequences/template'

/** What a step gave. */
export interface StepOutput {
  readonly value: unknown
  /** Set where it is only foreseen: the number of the step that would have to be applied to know the rest. */
  readonly foreseenOf?: number
}

/** What the bindings of a step can take. */
export interface BoundTo {
  readonly inputs: GivenInputs
  /** By the names of the outputs; what a step did not give is not here. */
  readonly outputs: ReadonlyMap<string, StepOutput>
}

/** A step as it is told of: its number counts from 1. */
export interface NamedStep {
  readonly number: number
  readonly title: string
  readonly step: SequenceStep
}

/** The input of a step's call, why there is none, or which steps must be applied before it is known. */
export type BoundInput =
  | { readonly kind: 'input'; readonly input: Readonly<Record<string, unknown>> }
  | { readonly kind: 'problem'; readonly words: Sentence }
  | { readonly kind: 'unknown'; readonly steps: readonly number[] }

type Value =
  | Found
  | { readonly kind: 'left_out' }
  | { readonly kind: 'no_text' }
  | { readonly kind: 'too_long' }
  | { readonly kind: 'unknown'; readonly step: number }

type Located = Value & { readonly source?: 'input' | 'output'; readonly name?: string }

/** Puts the values into the fields of a step, each into its own: what a value says is never looked at. */
export function bindInput(named: NamedStep, to: BoundTo): BoundInput {
  const entries: [string, unknown][] = []
  const unknown = new Set<number>()
  for (const [field, binding] of Object.entries(named.step.fields)) {
    const found = boundValue(binding, to)
    switch (found.kind) {
      case 'value':
        entries.push([field, found.value])
        break
      case 'left_out':
        break
      case 'unknown':
        unknown.add(found.step)
        break
      default:
        return { kind: 'problem', words: inWords(found, field, named) }
    }
  }
  if (unknown.size > 0) return { kind: 'unknown', steps: [...unknown].toSorted((a, b) => a - b) }
  // Not by assignment: a field may have any name.
  return { kind: 'input', input: Object.fromEntries(entries) }
}

/** A text that is told, with its values; what is not there is a dash, and `shown` says how a value is written. */
export function fillIn(template: string, to: BoundTo, shown: (value: string) => string): string {
  const parsed = parseTemplate(template)
  if (!('parts' in parsed)) return ''
  return parsed.parts
    .map((part) => {
      if (part.kind === 'words') return part.text
      const text = textOf(referred(part.reference, to))
      return text.kind === 'value' ? shown(String(text.value)) : '–'
    })
    .join('')
}

function boundValue(binding: Binding, to: BoundTo): Located {
  switch (binding.from) {
    case 'fixed':
      return { kind: 'value', value: binding.value }
    case 'input':
      return referred({ kind: 'input', name: binding.name }, to)
    case 'output': {
      const path = parsePath(binding.path)
      return path === null
        ? { kind: 'missing', source: 'output', name: binding.path }
        : referred({ kind: 'output', of: binding.of, path }, to)
    }
    case 'text':
      return filled(binding.template, to)
    default:
      return assertNever(binding)
  }
}

/** What a person left empty is left out of the call; the tool’s own schema says whether it can be. */
function referred(reference: Reference, { inputs, outputs }: BoundTo): Located {
  if (reference.kind === 'input') {
    const { name } = reference
    return Object.hasOwn(inputs, name)
      ? { kind: 'value', value: inputs[name], source: 'input', name }
      : { kind: 'left_out', source: 'input', name }
  }
  const name = [reference.of, ...reference.path].join('.')
  const output = outputs.get(reference.of)
  if (output === undefined) return { kind: 'missing', source: 'output', name }
  const found = valueAt(output.value, reference.path)
  if (output.foreseenOf !== undefined && (found.kind === 'missing' || reference.path.length === 0)) {
    return { kind: 'unknown', step: output.foreseenOf }
  }
  return { ...found, source: 'output', name }
}

function filled(template: string, to: BoundTo): Located {
  const parsed = parseTemplate(template)
  if (!('parts' in parsed)) return { kind: 'missing', source: 'output', name: parsed.written }
  let text = ''
  for (const part of parsed.parts) {
    if (part.kind === 'words') text += part.text
    else {
      const value = textOf(referred(part.reference, to))
      if (value.kind === 'left_out') continue
      if (value.kind !== 'value') return value
      text += String(value.value)
    }
    if (text.length > sequenceLimits.text) return { kind: 'too_long' }
  }
  return { kind: 'value', value: text }
}

/** A value as it stands in a text: words and numbers as they are, lists of them with commas; nothing else is a text. */
function textOf(found: Located): Located {
  if (found.kind !== 'value') return found
  const values = Array.isArray(found.value) ? found.value : [found.value]
  const isText = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)
  if (!values.every(isText)) return { ...found, kind: 'no_text' }
  return { ...found, value: values.map(String).join(', ') }
}

function inWords(
  found: Exclude<Located, { kind: 'value' | 'left_out' | 'unknown' }>,
  field: string,
  { number, title }: NamedStep,
): Sentence {
  const { source = 'output', name = '' } = found
  const of = { number, title, field }
  switch (found.kind) {
    case 'missing':
      return say('sequence.value_missing', { ...of, source, name })
    case 'no_text':
      return say('sequence.no_text', { ...of, source, name })
    case 'too_many':
      return say('sequence.too_many', { ...of, source, name, limit: sequenceLimits.values })
    case 'too_long':
      return say('sequence.text_too_long', { ...of, limit: sequenceLimits.text })
    default:
      return assertNever(found)
  }
}
