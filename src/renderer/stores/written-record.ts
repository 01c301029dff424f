import { changedFields } from './changed-fields'

/** What is being written of a record that tools change, such as a contact or a task. */
export interface RecordDraft<Fields> {
  /** Null for a new one. */
  readonly id: string | null
  /** What the writing began from; null for a new one. */
  readonly base: { readonly revision: number; readonly fields: Fields } | null
  readonly fields: Fields
}

/** The fields of a draft that are not as they were when the writing began. */
export function writtenIn<Fields extends object>({ base, fields }: RecordDraft<Fields>): Partial<Fields> {
  return changedFields(base?.fields, fields)
}

/** What was written, on top of a newer state of the record. */
export function onTopOf<Fields extends object>(
  { id, revision }: { readonly id: string; readonly revision: number },
  fields: Fields,
  draft: RecordDraft<Fields>,
): RecordDraft<Fields> {
  return { id, base: { revision, fields }, fields: { ...fields, ...writtenIn(draft) } }
}
