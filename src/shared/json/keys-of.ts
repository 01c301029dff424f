/** The keys of an object that has no others than its type says, in their order. */
export function keysOf<Fields extends object>(fields: Fields): (keyof Fields & string)[] {
  // Object.keys forgets which keys an object has: of another one its type may not tell all.
  return Object.keys(fields) as (keyof Fields & string)[]
}
