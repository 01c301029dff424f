import type { NotesService } from '../../../main/notes/service'
import { say } from '../../../shared/sentences/say'
import { spoken } from '../../../shared/tool/preview'
import type { Planned } from '../../../shared/tool/runtime'
import { leftOutInWords, newTextPreview } from '../../../text-change/shown-text'
import { lineCount } from '../../../text-change/text-diff'
import type { PlannedFields } from '../module/schemas'
import { noteFingerprint, presenceOf, undoPresence } from './presence'
import type { NotePlan, NoteTool } from './types'
import { outsideWith, whence } from './whence'
import { extentText, namedForModel, noteTarget, noteText, requireLength, writerOf } from './wording'

/** Creates a note. */
export function createNote(notes: NotesService): NoteTool<'create_note'> {
  return {
    async plan({ title, content = '', tags = [] }, context) {
      const creates = {
        title,
        content: noteText(content),
        tags: [...new Set(tags)],
        outside: outsideWith([], context),
      }
      return creation({ note_id: notes.newId(), creates, by: writerOf(context) })
    },
    async edit({ plan }, { content }) {
      const creates = { ...plan.creates, content: noteText(content) }
      requireLength(creates, 'edited')
      return creation({ ...plan, creates })
    },
    foresee: ({ note_id, creates }) => stateOf(note_id, creates),
    textToEdit: async ({ plan }) => plan.creates.content,
    async apply({ note_id, creates, by }, { journal }) {
      const fingerprint = noteFingerprint(creates)
      const { title } = creates
      journal(presenceOf([{ note_id, title, present: false, record: null, was: fingerprint }]))
      const note = notes.create(note_id, creates, by)
      return {
        content: `Created the note ${namedForModel(note_id, note)}, ${extentText(note)}.`,
        state: stateOf(note_id, note),
        ...whence([note]),
      }
    },
    ...undoPresence(notes),
  }
}

/** A note that was written, as the tools' state gives it. */
export function stateOf(id: string, { title, tags, content }: Omit<PlannedFields, 'outside'>) {
  return { note_id: id, title, tags, lines: lineCount(content), characters: content.length }
}

function creation(plan: NotePlan<'create_note'>): Planned<NotePlan<'create_note'>> {
  const { note_id, creates } = plan
  const { title, content, tags } = creates
  const shown = newTextPreview(title, content)
  const tagged = { name: 'tags', before: null, after: tags.join(', ') }
  return {
    plan,
    sources: creates.outside,
    preview: spoken({
      summary: say('notes.create', { title, lines: lineCount(content) }),
      targets: [noteTarget(note_id, creates)],
      changes: [
        ...(content === '' ? [] : [shown]),
        ...(tags.length === 0 ? [] : [{ kind: 'fields' as const, label: title, fields: [tagged] }]),
      ],
      lost: [],
      recovery: 'undo',
      warnings: leftOutInWords(shown),
    }),
  }
}
