import type { NotesService } from '../../../main/notes/service'
import { AppError } from '../../../shared/errors'
import { counted, told } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { beyondKeptInWords, keptInWords, recoveryOf } from '../../../shared/tool/kept'
import { spoken } from '../../../shared/tool/preview'
import type { Planned } from '../../../shared/tool/runtime'
import { lineCount } from '../../../text-change/text-diff'
import type { PlannedDeletion, PresentNote } from '../module/schemas'
import { plannedBase } from './pending'
import { keptNote, presenceOf, undoPresence } from './presence'
import type { NoteTool } from './types'
import { noteError, sourcesOf } from './whence'
import { textBytes } from './wording'

type Planning = PlannedDeletion['deletes'][number]

/** Deletes notes, all or none. */
export function deleteNotes(notes: NotesService): NoteTool<'delete_notes'> {
  return {
    async plan({ note_ids }, context) {
      const deletes = [...new Set(note_ids)].map((id): Planning => {
        const { fields, revision } = plannedBase(notes, id, context, 'note_ids')
        const { title, content, outside } = fields
        return {
          ...{ note_id: id, title, revision, outside },
          size: textBytes(content),
          lines: lineCount(content),
        }
      })
      return deletion(notes, deletes)
    },
    chooseBy: 'items',
    async narrow({ plan }, { items = [] }) {
      const chosen = plan.deletes.filter((_, place) => items.includes(place))
      if (chosen.length !== items.length || chosen.length === 0) {
        throw new AppError('invalid_input', say('proposal.no_such_part'), { field: 'choice' })
      }
      return deletion(notes, chosen)
    },
    async requireBase({ deletes }) {
      for (const each of deletes) requireAsPlanned(notes, each)
    },
    async apply({ deletes }, { journal, signal }) {
      const kept: PresentNote[] = []
      for (const each of deletes) kept.push(await keptNote(notes, requireAsPlanned(notes, each)))
      signal.throwIfAborted()
      // Others had their turn while they were kept.
      for (const each of deletes) requireAsPlanned(notes, each)
      journal(presenceOf(kept))
      notes.remove(deletes.map(({ note_id }) => note_id))
      const results = deletes.map(({ note_id, title }) => ({ note_id, title }))
      const what = results.length === 1 ? 'it' : 'them'
      return {
        content: `Deleted ${counted(results.length, 'note')}. ${keptInWords(what, sizeOf(deletes), notes.keptForUndo())}`,
        state: { succeeded: results.length, failed: 0, results },
        // It names none of them.
        origin: 'own',
      }
    },
    ...undoPresence(notes),
  }
}

function requireAsPlanned(notes: NotesService, { note_id, title, revision, outside }: Planning) {
  const now = notes.find(note_id)
  if (now === null) throw noteError('conflict', say('note.gone_since', { title }), [{ outside }])
  if (now.revision === revision) return now
  throw noteError('conflict', say('note.changed_since', { title }), [now, { outside }])
}

function deletion(notes: NotesService, deletes: readonly Planning[]): Planned<PlannedDeletion> {
  const targets = deletes.map(({ note_id, title, size, lines }) => ({
    kind: 'record' as const,
    label: title,
    reference: note_id,
    size,
    detail: say('notes.extent', { lines }),
  }))
  const size = sizeOf(deletes)
  const kept = notes.keptForUndo()
  return {
    plan: { deletes: [...deletes] },
    sources: sourcesOf(deletes),
    preview: spoken({
      summary: summaryOf(deletes),
      targets,
      changes: targets.map(({ label, reference, size: bytes }) => ({
        kind: 'removal' as const,
        label,
        reference,
        size: bytes,
      })),
      lost: targets,
      recovery: recoveryOf('trash', size, kept),
      warnings: beyondKeptInWords(size, kept),
    }),
  }
}

function summaryOf(deletes: readonly Planning[]): Sentence {
  const [first] = deletes
  if (first !== undefined && deletes.length === 1) {
    return say('notes.delete', { title: first.title, lines: first.lines })
  }
  const names = told(deletes.map(({ title }) => ({ name: title })))
  return say('notes.delete_many', { count: deletes.length, ...names })
}

function sizeOf(deletes: readonly Planning[]): number {
  return deletes.reduce((total, { size }) => total + size, 0)
}
