import type { UndoComparison } from '../contract/undo-choices'
import { AppError } from '../errors'
import { keysOf } from '../json/keys-of'
import { say } from '../sentences/say'
import type { Words } from '../sentences/sentence'
import type { Choice } from './choice'
import { spoken } from './preview'
import type { ChosenFor, Planned } from './runtime'

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
  const names = keysOf(before).filter((name) => !same(before[name], after[name]))
  const target = { ...now }
  for (const name of names) target[name] = before[name]
  const changed = names.filter((name) => !same(now[name], after[name]) && !same(now[name], before[name]))
  return { target, changed }
}

/** A record without a change that was not whole: what somebody changed meanwhile, and what it did not reach, stays. */
export function withoutChange<Fields extends object>(
  now: Fields,
  { before, after }: FieldsInverse<Fields>,
): Fields {
  const fields = { ...now }
  for (const name of keysOf(before)) if (same(now[name], after[name])) fields[name] = before[name]
  return fields
}

/** A record's fields as people read them, by the name that they read. */
export type FieldsInWords = Readonly<Record<string, string>>

/** The fields that a change changes, as a preview shows them; `before` is null for a new record. */
export function changedFields(before: FieldsInWords | null, after: FieldsInWords) {
  return Object.entries(after)
    .filter(([name, value]) => value !== (before?.[name] ?? ''))
    .map(([name, value]) => ({ name, before: before?.[name] ?? null, after: value }))
}

/** The fields in which what is there now and what would come back differ, as people read them. */
export function fieldsBetween(theirs: FieldsInWords, restored: FieldsInWords): UndoComparison['fields'] {
  return changedFields(theirs, restored).map(({ name, before, after }) => ({
    name,
    theirs: before,
    restored: after,
  }))
}

/**
 * The plan for some of the fields of one record, against the same base; `storedAs` says what a shown field is made of.
 * What it shows of them is what was shown. Throws `unsupported` where it can only be taken as a whole, `invalid_input`
 * for a field that it does not have.
 */
export function narrowFields<Fields extends object, Plan extends FieldsInverse<Fields>>(
  { plan, preview, raise }: Planned<Plan>,
  { fields: places = [] }: Choice,
  {
    storedAs,
    summary,
  }: {
    readonly storedAs: (name: string) => readonly (keyof Fields)[]
    readonly summary: (names: readonly string[]) => Words
  },
): Planned<Plan> {
  const [change, ...others] = preview.changes
  const wanted = new Set(places.filter((place) => place.change === 0).map(({ field }) => field))
  if (change?.kind !== 'fields' || others.length > 0) {
    throw new AppError('unsupported', say('proposal.whole'), { field: 'choice' })
  }
  const fields = change.fields.filter((_, place) => wanted.has(place))
  if (fields.length === 0 || fields.length !== places.length) {
    throw new AppError('invalid_input', say('proposal.no_such_part'), {
      field: 'choice',
    })
  }
  const names = fields.map(({ name }) => name)
  const after = { ...plan.before }
  for (const name of names.flatMap(storedAs)) after[name] = plan.after[name]
  return {
    plan: { ...plan, after },
    preview: spoken({ ...preview, summary: summary(names), changes: [{ ...change, fields }] }),
    ...(raise === undefined ? {} : { raise }),
  }
}

/** What undoing a change of a record's fields has to know of the kind of record. */
export interface UndoneRecord<Fields extends object, Inverse extends FieldsInverse<Fields>> {
  readonly referenceOf: (inverse: Inverse) => string
  readonly inverse: (reference: string, fields: FieldsInverse<Fields>) => Inverse
  /** What undoes a change, with what came by itself since in the place of what was there then; as it is where absent. */
  readonly asOfNow?: (inverse: Inverse) => Inverse
  /** Null where it is not there. */
  readonly read: (reference: string) => Fields | null
  readonly write: (reference: string, fields: Fields) => void
  readonly labelOf: (fields: Fields) => string
  readonly inWords: (fields: Fields) => FieldsInWords
  /** What keeps it from having these fields whoever changed it, and what it would have instead beside that. */
  readonly hindrance: (
    target: Fields,
    reference: string,
  ) => {
    readonly obstacle: UndoComparison['obstacle']
    /** As people read it. */
    readonly beside: string
    readonly fields: Partial<Fields>
  } | null
  /** Says in one sentence what stands in the way. */
  readonly conflict: (found: UndoComparison) => AppError
  /** Says in one sentence what was restored. */
  readonly restored: (fields: Fields) => string
}

/**
 * Undo of a change of a record's fields: only those that it changed go back, and what somebody changed since is
 * asked about.
 */
export function undoFields<Fields extends object, Inverse extends FieldsInverse<Fields>>(
  record: UndoneRecord<Fields, Inverse>,
) {
  const standing = (kept: Inverse): Standing<Fields> => {
    const reference = record.referenceOf(kept)
    const now = record.read(reference)
    const inverse = now === null ? kept : (record.asOfNow?.(kept) ?? kept)
    if (now === null) {
      const gone = { label: record.labelOf(inverse.after), reference, obstacle: 'gone' as const }
      return { reference, found: recordObstacle(gone), there: null }
    }
    const { target, changed } = mergeFields(now, inverse)
    const hindrance = record.hindrance(target, reference)
    const here = { label: record.labelOf(now), reference }
    const fields = fieldsBetween(record.inWords(now), record.inWords(target))
    const found =
      hindrance !== null
        ? recordObstacle(
            { ...here, obstacle: hindrance.obstacle },
            { choices: ['keep', 'beside'], beside: hindrance.beside, fields },
          )
        : changed.length > 0
          ? recordObstacle({ ...here, obstacle: 'changed' }, { choices: ['keep', 'replace'], fields })
          : null
    return { reference, found, there: { now, target, beside: { ...target, ...hindrance?.fields } } }
  }
  /** From what is there now to what it is restored to; throws `conflict` where something stands in the way. */
  const restoring = (inverse: Inverse): Inverse => {
    const { reference, found, there } = standing(inverse)
    if (there === null) throw record.conflict(found)
    if (found !== null) throw record.conflict(found)
    return record.inverse(reference, { before: there.now, after: there.target })
  }
  return {
    restoring,
    async revert(inverse, { journal }) {
      const restored = restoring(inverse)
      journal(restored)
      record.write(record.referenceOf(inverse), restored.after)
      return { content: record.restored(restored.after) }
    },
    async compare(inverse) {
      const { found } = standing(inverse)
      return found === null ? [] : [found]
    },
    async rebase(inverse, chosen) {
      const { reference, found, there } = standing(inverse)
      if (found === null) return inverse
      const choice = chosen(reference)
      if (choice === 'keep') return null
      if (choice === null || there === null || !found.choices.includes(choice)) throw record.conflict(found)
      const { now, target, beside } = there
      // From what is there now: that is what undoing the undo brings back.
      return record.inverse(reference, { before: choice === 'beside' ? beside : target, after: now })
    },
  } satisfies UndoOf<Inverse>
}

/** What stands in the way of an undo, and what it would make of a record that is there. */
type Standing<Fields> = { readonly reference: string } & (
  | { readonly found: UndoComparison; readonly there: null }
  | {
      readonly found: UndoComparison | null
      readonly there: { readonly now: Fields; readonly target: Fields; readonly beside: Fields }
    }
)

/** The part of an implementation that undoes. */
type UndoOf<Inverse> = {
  restoring(inverse: Inverse): Inverse
  revert(
    inverse: Inverse,
    context: { readonly journal: (inverse: Inverse) => void },
  ): Promise<{ readonly content: string }>
  compare(inverse: Inverse): Promise<readonly UndoComparison[]>
  rebase(inverse: Inverse, chosen: ChosenFor): Promise<Inverse | null>
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
