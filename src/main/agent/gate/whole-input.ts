import { z } from 'zod'
import { hasPrototypeField } from '../../../shared/json/prototype-field'

/**
 * Halves of characters in an input that fits otherwise, as the problems that they are: what is stored of one is another
 * character, so that what was shown would not be what is done, and could not be undone. Null where there is none.
 */
export function brokenText(input: unknown): z.ZodError | null {
  const issues = [...brokenIn(input, [])].map((path) => ({
    code: 'custom' as const,
    path,
    input,
    message: 'half a character (a lone surrogate) is no text',
  }))
  return issues.length === 0 ? null : new z.ZodError(issues)
}

function* brokenIn(value: unknown, path: readonly PropertyKey[]): Generator<PropertyKey[]> {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) yield [...path]
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const place = Array.isArray(value) ? Number(key) : key.toWellFormed()
    if (!key.isWellFormed()) yield [...path, place]
    yield* brokenIn(inner, [...path, place])
  }
}

/** Names a field that would get lost on the way to its tool, wherever in the input it is; null where none would. */
export function lostField(input: unknown): z.ZodError | null {
  if (!hasPrototypeField(input)) return null
  return new z.ZodError([
    { code: 'unrecognized_keys', keys: ['__proto__'], path: [], input: {}, message: 'not a field' },
  ])
}
