/** A list with the newer state of one of them in its place, or at the end where it is new. */
export function withOne<One extends { readonly id: string }>(all: readonly One[], one: One): readonly One[] {
  return all.some(({ id }) => id === one.id)
    ? all.map((other) => (other.id === one.id ? one : other))
    : [...all, one]
}

/** A record without a key; the same object where it has none such. */
export function without<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Readonly<Record<string, Value>> {
  if (!(key in record)) return record
  const { [key]: _, ...rest } = record
  return rest
}
