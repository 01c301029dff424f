import type { UndoComparison } from '../../../shared/contract/changes'

/** What undoes a change of a record's fields: it brings back `before`, expecting `after`. */
export interface FieldsInverse<Fields> {
  readonly before: Fields
  readonly after: Fields
}

/**
 * A record three ways: the fields that the change changed go back to what they were, all others stay as they are
 * now. `changed` names those of them that somebody changed again since.
 */
export function mergeFields<Fields extends object>(
  now: Fields,
  { before, after }: FieldsInverse<Fields>,
): { readonly target: Fields; readonly changed: readonly (keyof Fields)[] } {
  const names = namesOf(before).filter((name) => !same(before[name], after[name]))
  const target = { ...now }
  for (const name of names) target[name] = before[name]
  const changed = names.filter((name) => !same(now[name], after[name]) && !same(now[name], before[name]))
  return { target, changed }
}

/** The fields in which two states differ, as people read them. */
export function fieldsBetween(
  theirs: Readonly<Record<string, string>>,
  restored: Readonly<Record<string, string>>,
): UndoComparison['fields'] {
  return Object.keys(theirs)
    .filter((name) => theirs[name] !== restored[name])
    .map((name) => ({ name, theirs: theirs[name] ?? null, restored: restored[name] ?? null }))
}

/** A record that stands in the way of an undo; what is not given is not offered. */
export function recordObstacle(
  record: Pick<UndoComparison, 'label' | 'reference' | 'obstacle'>,
  rest: Partial<Pick<UndoComparison, 'choices' | 'beside' | 'fields'>> = {},
): UndoComparison {
  return {
    choices: ['keep'],
    beside: null,
    fields: [],
    theirs: null,
    restored: null,
    shown: true,
    ...record,
    ...rest,
  }
}

/** Whether two values are the same once stored. */
export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function namesOf<Fields extends object>(fields: Fields): (keyof Fields)[] {
  // Object.keys forgets which keys a record has.
  return Object.keys(fields) as (keyof Fields)[]
}
