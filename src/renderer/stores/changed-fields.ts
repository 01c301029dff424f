/** The fields that are not as they were. */
export function changedFields<Fields extends object>(
  before: Fields | undefined,
  now: Fields,
): Partial<Fields> {
  const entries = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before?.[name as keyof Fields]),
  )
  return Object.fromEntries(entries) as Partial<Fields>
}

/** Only the fields that say something. */
export function withoutEmpty<Fields extends object>(fields: Fields): Partial<Fields> {
  const entries = Object.entries(fields).filter(
    ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(entries) as Partial<Fields>
}
