import { createHash } from 'node:crypto'
import { AppError } from '../../shared/errors'

/** JSON with sorted keys and nothing between tokens: equal values give equal bytes (as RFC 8785 does). */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, sortKeys) ?? 'null'
}

/** SHA-256 of a text, in hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new AppError('internal', 'A number that JSON can’t hold can’t be stored.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
