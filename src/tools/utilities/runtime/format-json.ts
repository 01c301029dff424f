import { AppError } from '../../../shared/errors'

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * Lays out JSON anew without touching its values: long numbers, doubled keys and escapes stay as they are. Throws
 * `invalid_input` for what is no JSON.
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
  let depth = 0
  const newLine = () => (indent === 0 ? '' : `\n${' '.repeat(depth * indent)}`)
  for (const [index, current] of tokens.entries()) {
    const next = tokens[index + 1]
    if (current === '{' || current === '[') {
      parts.push(current)
      if (next === '}' || next === ']') continue
      depth++
      parts.push(newLine())
    } else if (current === '}' || current === ']') {
      const previous = tokens[index - 1]
      if (previous !== '{' && previous !== '[') {
        depth--
        parts.push(newLine())
      }
      parts.push(current)
    } else if (current === ',') {
      parts.push(current, newLine())
    } else {
      parts.push(current === ':' && indent > 0 ? ': ' : current)
    }
  }
  return parts.join('')
}
