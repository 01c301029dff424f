import { AppError } from '../../../shared/errors'
import { layOutJson } from '../../../shared/json/json-layout'

/** Characters of a result: what is nested deeply grows with the square of its depth. */
const RESULT_LENGTH = 5_000_000

/**
 * Lays out JSON anew without touching its values: long numbers, doubled keys and escapes stay as they are. Throws
 * `invalid_input` for what is no JSON, `too_large` for what would get longer than can be shown.
 */
export function formatJson(text: string, indent: number): string {
  const laidOut = laidOutOrRefused(text, indent)
  if (laidOut !== null) return laidOut
  throw new AppError('too_large', 'The JSON is nested so deeply that its layout is too long to be shown.', {
    field: 'text',
  })
}

function laidOutOrRefused(text: string, indent: number): string | null {
  try {
    return layOutJson(text, { indent, characters: RESULT_LENGTH })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('invalid_input', `The text is not JSON: ${why}`, { cause, field: 'text' })
  }
}
