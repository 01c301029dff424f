/**
 * Whether an object anywhere in a value of JSON has a field called `__proto__`. What copies objects on its way drops such
 * a field, so that something else would be done than was asked for: whoever takes JSON from outside refuses it.
 */
export function hasPrototypeField(value: unknown): boolean {
  // Level by level, because what recurses is what depth breaks.
  let level: unknown[] = [value]
  while (level.length > 0) {
    if (level.some((each) => isObject(each) && Object.hasOwn(each, '__proto__'))) return true
    level = level.flatMap((each) => (isObject(each) ? Object.values(each) : []))
  }
  return false
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
