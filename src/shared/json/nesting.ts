/** Arrays and objects in each other that the input of a tool has at most: tools take five, and what recurses ends at some thousands. */
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
