import { assertNever, type ErrorCode, type ErrorShape } from '../../shared/errors'

/**
 * An error with the field of the input that it is about, where that can be told: what looks at a path or an id does not
 * know in which field it was given, but its sentence has it as a value.
 */
export function withField(error: ErrorShape, input: unknown): ErrorShape {
  const { code, field, said } = error
  if (typeof input !== 'object' || input === null) return error
  if (field !== undefined) return { ...error, field: fieldIn(input, field) }
  if (said === undefined || !isAboutInput(code)) return error
  const texts = Object.entries(input).filter(([, value]) => typeof value === 'string')
  const values = Object.values(said.values)
  const found =
    texts.find(([, value]) => values.includes(value))?.[0] ??
    placeOf(input, values) ??
    texts.find(([name]) => name in said.values)?.[0] ??
    // What is no path at all is not shown.
    texts.find(([name]) => said.code.startsWith(`${name}.`))?.[0]
  return found === undefined ? error : { ...error, field: found }
}

/** A field as the input calls it: what works for several callers has names of its own, which are not in snake_case. */
function fieldIn(input: object, field: string): string {
  if (Object.hasOwn(input, field)) return field
  const own = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.hasOwn(input, own) ? own : field
}

/** Where within lists and objects a text is one of the values, such as `doc_ids.3`. */
function placeOf(within: object, values: readonly unknown[]): string | undefined {
  for (const [name, value] of Object.entries(within)) {
    if (typeof value === 'string' && values.includes(value)) return name
    const place = typeof value === 'object' && value !== null ? placeOf(value, values) : undefined
    if (place !== undefined) return `${name}.${place}`
  }
  return undefined
}

function isAboutInput(code: ErrorCode): boolean {
  switch (code) {
    case 'invalid_input':
    case 'not_found':
    case 'already_exists':
    case 'outside_grant':
    case 'denied':
    case 'unsupported':
    case 'too_large':
      return true
    case 'conflict':
    case 'locked':
    case 'no_text':
    case 'busy':
    case 'cancelled':
    case 'timeout':
    case 'unavailable':
    case 'model_error':
    case 'corrupt':
    case 'newer_version':
    case 'read_only':
    case 'unauthorized':
    case 'internal':
      return false
    default:
      return assertNever(code)
  }
}
