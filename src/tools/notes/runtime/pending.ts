import type { NotesService } from '../../../main/notes/service'
import type { Note } from '../../../shared/contract/notes'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { ToolContext } from '../../../shared/tool/runtime'
import { type PlannedFields, plannedChange, plannedCreation, plannedDeletion } from '../module/schemas'
import { noteError } from './whence'

/** What a plan begins from: a note as it is, or as proposals of the same run that wait for a decision would leave it. */
export interface Base {
  readonly fields: PlannedFields
  readonly revision: number
  /** Whether a proposal that waits is among what it is made of. */
  readonly pending: boolean
}

type Pending = Pick<ToolContext, 'pendingPlans'>

/** What is written in a note, as plans keep it. */
export function fieldsOf({ title, content, tags, outside }: Note): PlannedFields {
  return { title, content, tags: [...tags], outside: [...outside] }
}

/**
 * The note that a plan begins from; throws `not_found`, of the field of the input that has the id, and `conflict` where its
 * deletion waits for a decision.
 */
export function plannedBase(
  notes: NotesService,
  id: string,
  { pendingPlans }: Pending,
  field = 'note_id',
): Base {
  const there = notes.find(id)
  let base: Base | null =
    there === null ? null : { fields: fieldsOf(there), revision: there.revision, pending: false }
  for (const plan of pendingPlans?.() ?? []) base = after(plan, id, base)
  if (base === null) throw new AppError('not_found', say('note.none', { id }), { field })
  return base
}

function after(plan: unknown, id: string, base: Base | null): Base | null {
  const creation = plannedCreation.safeParse(plan).data
  if (creation?.note_id === id) return { fields: creation.creates, revision: 1, pending: true }
  const change = plannedChange.safeParse(plan).data
  if (change?.note_id === id) return { fields: change.after, revision: change.revision + 1, pending: true }
  const deletion = plannedDeletion.safeParse(plan).data
  const gone = deletion?.deletes.find(({ note_id }) => note_id === id)
  if (gone === undefined) return base
  throw noteError('conflict', say('note.deletion_waits', { title: gone.title }), [gone])
}

/** What the model proposed for a note and is not applied yet, on a line of its own; nothing where there is nothing. */
export function pendingNote(id: string, { pendingPlans }: Pending): string {
  const waiting = (pendingPlans?.() ?? []).filter((plan) => noteIdsOf(plan).includes(id)).length
  if (waiting === 0) return ''
  const what =
    waiting === 1 ? 'a change of this note that waits' : `${waiting} changes of this note that wait`
  return `\n\n(You proposed ${what} for a decision; this is the note without.)`
}

/** Throws where a note is not there yet because it is only proposed. */
export function refuseOnlyProposed(notes: NotesService, id: string, { pendingPlans }: Pending): void {
  if (notes.find(id) !== null) return
  const proposed = (pendingPlans?.() ?? []).some(
    (plan) => plannedCreation.safeParse(plan).data?.note_id === id,
  )
  if (proposed) throw new AppError('not_found', say('note.only_proposed'), { field: 'note_id', sources: [] })
}

function noteIdsOf(plan: unknown): string[] {
  const one = plannedChange.safeParse(plan).data ?? plannedCreation.safeParse(plan).data
  if (one !== undefined) return [one.note_id]
  return (plannedDeletion.safeParse(plan).data?.deletes ?? []).map(({ note_id }) => note_id)
}
