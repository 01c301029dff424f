import type { NotesService } from '../../../main/notes/service'
import type { ChangePreview } from '../../../shared/tool/preview'
import type { Combined, ToolContext } from '../../../shared/tool/runtime'
import { newTextPreview } from '../../../text-change/shown-text'
import { diffTexts, textChange } from '../../../text-change/text-diff'
import { type PlannedFields, plannedChange, plannedCreation, plannedDeletion } from '../module/schemas'
import { fieldsOf } from './pending'

/** What plans for notes that build on each other come to, note by note, from what each says now. */
async function notesTogether(notes: NotesService, plans: readonly unknown[]): Promise<readonly Combined[]> {
  const after = new Map<string, PlannedFields | null>()
  for (const plan of plans) {
    const creation = plannedCreation.safeParse(plan).data
    if (creation !== undefined) after.set(creation.note_id, creation.creates)
    const change = plannedChange.safeParse(plan).data
    if (change !== undefined) after.set(change.note_id, change.after)
    for (const { note_id } of plannedDeletion.safeParse(plan).data?.deletes ?? []) after.set(note_id, null)
  }
  return [...after].flatMap(([id, fields]) => {
    const note = notes.find(id)
    const before = note === null ? null : fieldsOf(note)
    const label = before?.title ?? fields?.title
    if (label === undefined) return []
    const changes = changesOf(id, label, before, fields)
    return changes.length === 0 ? [] : [{ target: { kind: 'record', label, reference: id }, changes }]
  })
}

/** The same for every tool of the module. */
export function combinedNotes(notes: NotesService) {
  return { together: (plans: readonly unknown[], _: ToolContext) => notesTogether(notes, plans) }
}

function changesOf(
  id: string,
  label: string,
  before: PlannedFields | null,
  after: PlannedFields | null,
): ChangePreview[] {
  if (after === null) return before === null ? [] : [{ kind: 'removal', label, reference: id }]
  const fields = [
    { name: 'title', before: before?.title ?? null, after: after.title },
    { name: 'tags', before: before?.tags.join(', ') ?? null, after: after.tags.join(', ') },
  ].filter((field) => (field.before ?? '') !== field.after && !(before === null && field.name === 'title'))
  const text: ChangePreview[] =
    before === null
      ? after.content === ''
        ? []
        : [newTextPreview(label, after.content)]
      : before.content === after.content
        ? []
        : [textChange(label, diffTexts(before.content, after.content))]
  return [...text, ...(fields.length === 0 ? [] : [{ kind: 'fields' as const, label, fields }])]
}
