/**
 * What a record has for a name that somebody else chose. Undefined also for what every object has without being asked:
 * `constructor` is no field, no word and no kind of file that anybody described.
 */
export function ownValue<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
