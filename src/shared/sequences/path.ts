import { isRecord } from '../json/is-record'
import { sequenceLimits } from './definition'

/** Stands for every entry of a list. */
export const everyEntry = '*'

/** The parts of a path such as `results.0.title`; none for the whole value, null where it is no path. */
export function parsePath(path: string): readonly string[] | null {
  if (path.trim() === '') return []
  const parts = path.trim().split('.')
  return parts.length <= sequenceLimits.pathParts && parts.every((part) => part !== '') ? parts : null
}

/** What is at a path. */
export type Found =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'missing' }
  | { readonly kind: 'too_many' }

const missing: Found = { kind: 'missing' }

/**
 * What is at a path of a value: its own properties and the entries of its lists, nothing inherited. `*` gives a list of
 * what is there in each entry, one list also where it stands twice; entries that lack it are left out.
 */
export function valueAt(value: unknown, parts: readonly string[]): Found {
  const [part, ...rest] = parts
  if (part === undefined) return value === undefined || value === null ? missing : { kind: 'value', value }
  if (part === everyEntry) return ofEvery(value, rest)
  if (Array.isArray(value)) {
    return /^\d{1,9}$/.test(part) ? valueAt(value[Number(part)], rest) : missing
  }
  if (!isRecord(value) || !Object.hasOwn(value, part)) return missing
  return valueAt(value[part], rest)
}

function ofEvery(value: unknown, rest: readonly string[]): Found {
  if (!Array.isArray(value)) return missing
  const found: unknown[] = []
  for (const entry of value) {
    const inside = valueAt(entry, rest)
    if (inside.kind === 'too_many') return inside
    if (inside.kind === 'missing') continue
    if (rest.includes(everyEntry) && Array.isArray(inside.value)) {
      for (const one of inside.value) found.push(one)
    } else found.push(inside.value)
    if (found.length > sequenceLimits.values) return { kind: 'too_many' }
  }
  return { kind: 'value', value: found }
}
