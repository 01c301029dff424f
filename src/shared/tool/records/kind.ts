import { z } from 'zod'
import type { Actor } from '../../actor'
import type { Sentence } from '../../sentences/sentence'
import type { FieldsInWords } from '../record-fields'

/** What a plan makes of one record: null before for what is new, null after for what goes. */
export interface Step<Value> {
  readonly id: string
  readonly before: Value | null
  readonly after: Value | null
}

/** A {@link Step} of values of this shape. */
export const stepSchema = <Shape extends z.ZodType>(shape: Shape) =>
  z.object({ id: z.string(), before: shape.nullable(), after: shape.nullable() })

/** What every record binds in a plan beside its fields: what it was written after, and which of its states it is. */
export interface Bound {
  readonly outside: string[]
  readonly revision: number
}

/** What every attached record binds in a plan beside what it says. */
export interface BoundAttached {
  readonly outside: string[]
}

/** A record as it is stored. */
export type Stored<Planned extends Bound> = Planned & {
  readonly id: string
  readonly madeBy: Actor
  readonly changedBy: Actor
  readonly createdAt: number
  readonly updatedAt: number
}

/** An attached record as it is stored. */
export type StoredAttached<Attached extends BoundAttached> = Attached & {
  readonly id: string
  readonly madeBy: Actor
  readonly createdAt: number
}

/** A planned change of records and of what is attached to them, each bound to what it was made against. */
export interface RecordsPlan<Planned, Attached> {
  readonly records: readonly (Step<Planned> & {
    /** Of one that goes: proposals are kept for ever, what was deleted is not. */
    readonly gone?: { readonly name: string; readonly fingerprint: string } | undefined
  })[]
  readonly attached: readonly (Step<Attached> & {
    /** The same, with the record that it is attached to. */
    readonly gone?: { readonly owner: string; readonly fingerprint: string } | undefined
  })[]
}

/** What a change made of records, whole: undoing it brings back what was before. */
export interface RecordSteps<Record, Attached> {
  readonly records: readonly Step<Record>[]
  readonly attached: readonly Step<Attached>[]
}

/**
 * A kind of record that tools change by plans – a contact, a task –, with what is attached to it and goes with it: links,
 * comments. `Data` are the fields that people change, `Planned` these as a plan binds them.
 */
export interface RecordKind<
  Data extends object,
  Planned extends Data & Bound,
  Attached extends BoundAttached,
> {
  /** Milliseconds since 1970. */
  now(): number
  find(id: string): Stored<Planned> | null
  findAttached(id: string): StoredAttached<Attached> | null
  /** What is attached to one, whether or not that is there. */
  attachedTo(id: string): readonly StoredAttached<Attached>[]
  /** The records that it is attached to. */
  ownersOf(attached: Attached): readonly string[]
  /** Stores all of it or nothing. */
  write(steps: RecordSteps<Stored<Planned>, StoredAttached<Attached>>): void
  /** The fields alone. */
  dataOf(data: Data): Data
  /** What is bound of one. */
  plannedOf(record: Stored<Planned>): Planned
  plannedAttachedOf(attached: StoredAttached<Attached>): Attached
  /** Tells whether what is to go is still what was shown. */
  fingerprint(planned: Planned | Attached | null): string
  nameOf(data: Data): string
  inWords(data: Data): FieldsInWords
  attachedInWords(attached: Attached): string
  /** With its fields in the order of all records, however it was stored. */
  inOrder(record: Stored<Planned>): Stored<Planned>
  /** What an undo calls what is attached to a record, among its fields. */
  readonly attachedField: string
  readonly sentences: {
    gone(name: string): Sentence
    changed(name: string): Sentence
    /** What is attached to it was changed. */
    attachedChanged(name: string): Sentence
    /** The same for an undo. */
    goneBack(name: string): Sentence
    changedBack(name: string): Sentence
  }
  /** In English, for models: what one is called, and what is attached to it. */
  readonly nouns: { readonly record: string; readonly attached: string }
}

/** The stored records and attached records of a kind. */
export type StepsOf<Planned extends Bound, Attached extends BoundAttached> = RecordSteps<
  Stored<Planned>,
  StoredAttached<Attached>
>
