import { AppError } from '../../../shared/errors'

/** Characters of a result: what is nested deeply grows with the square of its depth. */
const RESULT_LENGTH = 5_000_000

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * Lays out JSON anew without touching its values: long numbers, doubled keys and escapes stay as they are. Throws
 * `invalid_input` for what is no JSON, `too_large` for what would get longer than can be shown.
 */
export function formatJson(text: string, indent: number): string {
  try {
    JSON.parse(text)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('invalid_input', `The text is not JSON: ${why}`, { cause, field: 'text' })
  }
  const tokens = text.match(token) ?? []
  const parts: string[] = []
  let length = 0
  const add = (part: string) => {
    length += part.length
    if (length > RESULT_LENGTH) {
      throw new AppError(
        'too_large',
        'The JSON is nested so deeply that its layout is too long to be shown.',
        {
          field: 'text',
        },
      )
    }
    parts.push(part)
  }
  let depth = 0
  const newLine = () => (indent === 0 ? '' : `\n${' '.repeat(depth * indent)}`)
  for (const [index, current] of tokens.entries()) {
    const next = tokens[index + 1]
    if (current === '{' || current === '[') {
      add(current)
      if (next === '}' || next === ']') continue
      depth++
      add(newLine())
    } else if (current === '}' || current === ']') {
      const previous = tokens[index - 1]
      if (previous !== '{' && previous !== '[') {
        depth--
        add(newLine())
      }
      add(current)
    } else if (current === ',') {
      add(current)
      add(newLine())
    } else {
      add(current === ':' && indent > 0 ? ': ' : current)
    }
  }
  return parts.join('')
}
