import { assertNever, type ErrorCode, type ErrorShape } from '../../shared/errors'

/**
 * An error with the field of the input that it is about, where that can be told: what looks at a path or an id does not
 * know in which field it was given, but its sentence has it as a value.
 */
export function withField(error: ErrorShape, input: unknown): ErrorShape {
  const { code, field, said } = error
  if (field !== undefined || said === undefined || !isAboutInput(code)) return error
  if (typeof input !== 'object' || input === null) return error
  const texts = Object.entries(input).filter(([, value]) => typeof value === 'string')
  const values = Object.values(said.values)
  const found =
    texts.find(([, value]) => values.includes(value)) ??
    texts.find(([name]) => name in said.values) ??
    // What is no path at all is not shown.
    texts.find(([name]) => said.code.startsWith(`${name}.`))
  return found === undefined ? error : { ...error, field: found[0] }
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
