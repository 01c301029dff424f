import { keysOf } from '../../shared/json/keys-of'

/** The fields that are not as they were. */
export function changedFields<Fields extends object>(
  before: Fields | undefined,
  now: Fields,
): Partial<Fields> {
  return onlyFields(now, (name) => JSON.stringify(now[name]) !== JSON.stringify(before?.[name]))
}

/** Only the fields that say something. */
export function withoutEmpty<Fields extends object>(fields: Fields): Partial<Fields> {
  return onlyFields(fields, (name) => {
    const value: unknown = fields[name]
    return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  })
}

function onlyFields<Fields extends object>(
  fields: Fields,
  isWanted: (name: keyof Fields) => boolean,
): Partial<Fields> {
  const wanted: Partial<Fields> = {}
  for (const name of keysOf(fields)) if (isWanted(name)) wanted[name] = fields[name]
  return wanted
}
