import type { NotesService } from '../../../main/notes/service'
import { counted } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import type { Planned } from '../../../shared/tool/runtime'
import { diffSplices } from '../../../text-change/splice-diff'
import { lineCount, textChange } from '../../../text-change/text-diff'
import type { PlannedChange } from '../module/schemas'
import { applyChange, planChange, requireBaseOf } from './change-note'
import { plannedBase } from './pending'
import type { NoteTool } from './types'
import { undoChange } from './undo-change'
import { outsideWith, whence } from './whence'
import { namedForModel, noteText, writerOf } from './wording'

/** Adds text at the end of a note. */
export function appendToNote(notes: NotesService): NoteTool<'append_to_note'> {
  return {
    async plan({ note_id, text }, context) {
      const { fields: before, revision } = plannedBase(notes, note_id, context)
      const after = { ...before, outside: outsideWith(before.outside, context) }
      return appending(notes, { note_id, revision, before, after, by: writerOf(context) }, text)
    },
    edit: async ({ plan }, { content }) => appending(notes, plan, content),
    textToEdit: async ({ input }) => input.text,
    async apply(plan, effect) {
      const note = await applyChange(notes, plan, effect)
      const { id, title, content } = note
      const lines = lineCount(addedTo(plan))
      return {
        content: `Appended ${counted(lines, 'line')} to the note ${namedForModel(id, note)}.`,
        state: { note_id: id, title, lines, characters: content.length },
        ...whence([note]),
      }
    },
    ...requireBaseOf(notes),
    ...undoChange(notes),
  }
}

function addedTo({ before, after }: PlannedChange): string {
  return after.content.slice(before.content.length).replace(/^\n/, '')
}

function appending(notes: NotesService, plan: PlannedChange, given: string): Planned<PlannedChange> {
  const { before } = plan
  const text = noteText(given)
  const between = before.content === '' || before.content.endsWith('\n') ? '' : '\n'
  const end = before.content.length
  const splice = { start: end, end, text: between + text }
  const after = { ...plan.after, content: before.content + splice.text }
  return planChange(
    notes,
    { ...plan, after },
    {
      summary: say('notes.append', { title: before.title, lines: lineCount(text) }),
      changes: [textChange(before.title, diffSplices(before.content, [splice]))],
    },
    true,
  )
}
