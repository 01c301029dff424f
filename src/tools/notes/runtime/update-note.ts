import type { NotesService } from '../../../main/notes/service'
import { AppError } from '../../../shared/errors'
import { counted } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import { changedFields, same } from '../../../shared/tool/record-fields'
import type { Planned } from '../../../shared/tool/runtime'
import { diffTexts, lineCount, textChange } from '../../../text-change/text-diff'
import type { PlannedChange, PlannedFields } from '../module/schemas'
import { applyChange, planChange, requireBaseOf } from './change-note'
import { stateOf } from './create-note'
import { plannedBase } from './pending'
import type { NoteTool } from './types'
import { undoChange } from './undo-change'
import { noteError, outsideWith, whence } from './whence'
import { namedForModel, noteText, writerOf } from './wording'

/** Changes title, tags or the whole text of a note. */
export function updateNote(notes: NotesService): NoteTool<'update_note'> {
  return {
    async plan(input, context) {
      const { note_id, title, content, tags } = input
      if (title === undefined && content === undefined && tags === undefined) {
        throw new AppError('invalid_input', say('note.name_a_change'), { sources: [] })
      }
      const { fields: before, revision } = plannedBase(notes, note_id, context)
      const after = {
        title: title ?? before.title,
        content: content === undefined ? before.content : noteText(content),
        tags: tags === undefined ? before.tags : [...new Set(tags)],
        outside: outsideWith(before.outside, context),
      }
      const plan = { note_id, revision, before, after, by: writerOf(context) }
      return updating(notes, plan, context.byHand !== true, 'content')
    },
    async edit({ plan }, { content }) {
      return updating(
        notes,
        { ...plan, after: { ...plan.after, content: noteText(content) } },
        true,
        'edited',
      )
    },
    textToEdit: async ({ plan, input }) => (input.content === undefined ? null : plan.after.content),
    chooseBy: 'fields',
    async narrow({ plan, preview }, { fields = [] }) {
      const shown = preview.changes[0]
      if (shown?.kind !== 'fields') throw new AppError('unsupported', say('proposal.whole'))
      const names = fields.filter(({ change }) => change === 0).map(({ field }) => shown.fields[field]?.name)
      const takes = (name: string) => names.includes(name)
      if (names.includes(undefined)) {
        throw new AppError('invalid_input', say('proposal.no_such_part'), { field: 'choice' })
      }
      const { before, after } = plan
      const chosen = {
        title: takes('title') ? after.title : before.title,
        content: takes('content') ? after.content : before.content,
        tags: takes('tags') ? after.tags : before.tags,
        outside: after.outside,
      }
      return updating(notes, { ...plan, after: chosen }, true, 'choice')
    },
    async apply(plan, effect) {
      const note = await applyChange(notes, plan, effect)
      return {
        content: `Updated the note ${namedForModel(note.id, note)}.`,
        state: stateOf(note.id, note),
        ...whence([note]),
      }
    },
    ...requireBaseOf(notes),
    ...undoChange(notes),
  }
}

function updating(
  notes: NotesService,
  plan: PlannedChange,
  asked: boolean,
  field: string,
): Planned<PlannedChange> {
  const { before, after } = plan
  const label = before.title
  const rewritten = before.content !== after.content
  const fields = changedFields(shownFields(before), shownFields(after))
  const names = [...fields.map(({ name }) => name), ...(rewritten ? ['content'] : [])]
  if (names.length === 0) {
    throw noteError('invalid_input', say('note.unchanged', { title: label }), [before], field)
  }
  const diff = diffTexts(before.content, after.content)
  // Beside others the text is a field too, so that it can be chosen as they can; its lines are below.
  const extents = { name: 'content', before: extentOf(before), after: extentOf(after) }
  const shown = fields.length > 0 && rewritten ? [...fields, extents] : fields
  return planChange(
    notes,
    plan,
    {
      summary: say('notes.change', { title: label, fields: names }),
      changes: [
        ...(shown.length === 0 ? [] : [{ kind: 'fields' as const, label, fields: shown }]),
        ...(rewritten ? [textChange(label, diff)] : []),
      ],
      replaced: [diff.removedCharacters],
      ...(diff.truncated ? { warnings: [say('files.long_difference')] } : {}),
    },
    asked,
  )
}

/** The fields as people read them, but the text. */
function shownFields({ title, tags }: PlannedFields) {
  return { title, tags: tags.join(', ') }
}

function extentOf({ content }: PlannedFields): string {
  return counted(lineCount(content), 'line')
}

/** Whether a person's text leaves a note as it is. */
export function refuseSame(before: PlannedFields, content: string): void {
  if (!same(before.content, content)) return
  throw noteError('invalid_input', say('note.as_it_is'), [before], 'edited')
}
