/** Arrays and objects in each other that an input has at most: tools take five, and what recurses ends at some thousands. */
export const nestingLimit = 200

/** Whether a JSON-like value has more levels in each other. Level by level, because what recurses is what depth breaks. */
export function isNestedDeeper(value: unknown, limit: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

/**
 * Fields that an object in a message has at most: tools take some dozens, and what looks at each of a million, once for
 * each schema on its way, takes minutes.
 */
export const fieldLimit = 10_000

/** Whether an object anywhere in a JSON-like value has more fields. */
export function hasMoreFields(value: unknown, limit: number): boolean {
  let level: unknown[] = [value]
  while (level.length > 0) {
    const next: unknown[] = []
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue
      const inside: unknown[] = Object.values(each)
      if (!Array.isArray(each) && inside.length > limit) return true
      for (const value of inside) if (typeof value === 'object') next.push(value)
    }
    level = next
  }
  return false
}
