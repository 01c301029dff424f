import type { NotesService } from '../../../main/notes/service'
import type { NoteLine } from '../../../shared/contract/notes'
import { counted, inQuotes, number } from '../../../shared/sentences/english'
import { pendingNote, refuseOnlyProposed } from './pending'
import type { NoteTool } from './types'
import { whence } from './whence'
import { namedForModel } from './wording'

/** Characters that are read when no length is asked for. */
const DEFAULT_LENGTH = 20_000

/** Lists notes. */
export function listNotes(notes: NotesService): NoteTool<'list_notes'> {
  return {
    async run({ tag, sort, limit, cursor }) {
      const found = notes.list({ tag, sort, limit, cursor })
      const lines = found.notes.map(
        (note) =>
          `- ${namedForModel(note.id, note)}${tagsInWords(note)}${note.beginning === '' ? '' : `: ${note.beginning}`}`,
      )
      const more = found.cursor === null ? '' : `\nMore with cursor ${found.cursor}.`
      return {
        content: `${counted(found.total, 'note')}${lines.length === 0 ? '.' : `:\n${lines.join('\n')}`}${more}`,
        state: { notes: found.notes.map(toListed), cursor: found.cursor, total: found.total },
        ...whence(found.notes),
      }
    },
  }
}

/** Finds notes by words. */
export function searchNotes(notes: NotesService): NoteTool<'search_notes'> {
  return {
    async run({ query, tag, limit }) {
      const found = notes.search(query, { tag, limit })
      const results = found.map(({ note, excerpt }) => {
        const { beginning: _, ...listed } = toListed(note)
        return { ...listed, excerpt: excerpt.map(({ text }) => text).join('') }
      })
      const lines = results.map((each) => `- ${namedForModel(each.note_id, each)}: ${each.excerpt}`)
      return {
        content:
          lines.length === 0
            ? `No note has all of these words${tag === undefined ? '' : ` and the tag ${inQuotes(tag)}`}. Try fewer or other words.`
            : lines.join('\n'),
        state: { results },
        ...whence(found.map(({ note }) => note)),
      }
    },
  }
}

/** Reads a note, in parts where it is long. */
export function readNote(notes: NotesService): NoteTool<'read_note'> {
  return {
    names({ note_id }): Record<string, string> {
      const title = notes.find(note_id)?.title
      return title === undefined ? {} : { note_id: title }
    },
    async run({ note_id, start: from = 0, length = DEFAULT_LENGTH }, context) {
      refuseOnlyProposed(notes, note_id, context)
      const note = notes.note(note_id)
      const { title, tags, content, createdAt, updatedAt } = note
      const total = content.length
      const start = Math.min(from, total)
      const end = Math.min(start + length, total)
      const text = content.slice(start, end)
      const left = total - end
      const rest = left > 0 ? `\n\n(${number(left)} more characters: go on with start=${end}.)` : ''
      return {
        content: `${namedForModel(note_id, note)}${tagsInWords(note)}\n\n${text === '' ? '(empty)' : text}${rest}${pendingNote(note_id, context)}`,
        state: {
          ...{ note_id, title, tags, text, start, end, total },
          created_at: createdAt,
          updated_at: updatedAt,
        },
        ...whence([note]),
      }
    },
  }
}

function tagsInWords({ tags }: Pick<NoteLine, 'tags'>): string {
  return tags.length === 0 ? '' : ` [${tags.join(', ')}]`
}

function toListed({ id, title, tags, beginning, characters, createdAt, updatedAt }: NoteLine) {
  const named = { note_id: id, title, tags, beginning, characters }
  return { ...named, created_at: createdAt, updated_at: updatedAt }
}
