import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { kindOfInput } from '../../shared/sequences/check'
import type { GivenInputs, SequenceDefinition, SequenceInput } from '../../shared/sequences/definition'
import { kindOfValue } from '../../shared/sequences/schema-place'

/** What a run begins with: what was given, and the usual value of what was not. Throws `invalid_input`. */
export function checkedInputs({ inputs }: SequenceDefinition, given: GivenInputs): GivenInputs {
  const unknown = Object.keys(given).find((name) => !inputs.some((input) => input.name === name))
  if (unknown !== undefined) {
    throw new AppError('invalid_input', say('sequence.input_unknown', { name: unknown }), { field: unknown })
  }
  return Object.fromEntries(
    inputs.flatMap((input) => {
      const value = Object.hasOwn(given, input.name) ? given[input.name] : (input.initial ?? undefined)
      const name = input.label.trim() || input.name
      if (value === undefined || value === '') {
        if (!input.needed) return []
        throw new AppError('invalid_input', say('sequence.input_missing', { name }), { field: input.name })
      }
      if (!fits(input, value)) {
        throw new AppError('invalid_input', say('sequence.input_wrong', { name }), { field: input.name })
      }
      return [[input.name, value] as const]
    }),
  )
}

function fits(input: SequenceInput, value: unknown): boolean {
  if (kindOfValue(value) !== kindOfInput(input)) return false
  return input.kind !== 'choice' || input.options.includes(String(value))
}
