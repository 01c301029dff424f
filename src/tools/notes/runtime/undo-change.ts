import type { NotesService } from '../../../main/notes/service'
import { type Actor, person } from '../../../shared/actor'
import type { Note } from '../../../shared/contract/notes'
import type { UndoComparison } from '../../../shared/contract/undo-choices'
import { say } from '../../../shared/sentences/say'
import { same, type UndoneRecord, undoFields, withoutChange } from '../../../shared/tool/record-fields'
import type { ChangedNote, PlannedFields, UndoneFields } from '../module/schemas'
import type { NoteTool } from './types'
import { noteError } from './whence'

type Undo = Pick<Required<NoteTool<'update_note'>>, 'revert' | 'compare' | 'rebase'>

/** What undoes a change of a note; the text that was there is kept before it goes. */
export async function changeInverse(
  notes: NotesService,
  {
    id,
    before,
    after,
  }: { readonly id: string; readonly before: PlannedFields; readonly after: PlannedFields },
): Promise<ChangedNote> {
  const [from, to] = [await keptHash(notes, before.content), notes.hashOfText(after.content)]
  return {
    // The text that it goes back to; where the text stayed, nothing has to be kept for it.
    kept_contents: from === to ? [] : [from],
    note_id: id,
    before: { title: before.title, content: from, tags: before.tags },
    after: { title: after.title, content: to, tags: after.tags },
    outside_before: before.outside,
    outside_after: after.outside,
    former_titles: formerTitlesOf(notes, id),
  }
}

/** Undoes a change of a note: only what it changed goes back, and what somebody changed since is asked about. */
export function undoChange(notes: NotesService): Undo {
  return {
    async revert(inverse, { journal, rollback, actor = person }) {
      const { note_id: id } = inverse
      const now = notes.find(id)
      const texts = await textsOf(notes, inverse, now)
      if (rollback) {
        journal(inverse)
        if (now === null) return { content: 'The note is not there.' }
        const target = withoutChange(toUndone(notes, now), inverse)
        if (!same(target, toUndone(notes, now))) writeUndone(notes, id, target, { inverse, texts, actor })
        return { content: 'The note is as before.' }
      }
      return await undoFields(undoneNote(notes, inverse, texts, actor)).revert(inverse, { journal })
    },
    async compare(inverse) {
      const texts = await textsOf(notes, inverse, notes.find(inverse.note_id))
      const found = await undoFields(undoneNote(notes, inverse, texts, person)).compare(inverse)
      return found.map(withText)
    },
    async rebase(inverse, chosen) {
      const texts = await textsOf(notes, inverse, notes.find(inverse.note_id))
      return await undoFields(undoneNote(notes, inverse, texts, person)).rebase(inverse, chosen)
    },
  }
}

/** The texts that an undo goes from and to, by their hashes; what is there now is kept, for undoing the undo. */
async function textsOf(
  notes: NotesService,
  { before, after }: ChangedNote,
  now: Note | null,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  if (now !== null) texts.set(await keptHash(notes, now.content), now.content)
  if (before.content !== after.content && !texts.has(before.content)) {
    texts.set(before.content, await notes.keptText(before.content))
  }
  return texts
}

function formerTitlesOf(notes: NotesService, id: string): string[] {
  return [...(notes.find(id)?.formerTitles ?? [])]
}

async function keptHash(notes: NotesService, text: string): Promise<string> {
  return (await notes.keepText(text)).sha256
}

function undoneNote(
  notes: NotesService,
  inverse: ChangedNote,
  texts: ReadonlyMap<string, string>,
  actor: Actor,
): UndoneRecord<UndoneFields, ChangedNote> {
  const outside = (id: string) => notes.find(id)?.outside ?? []
  return {
    referenceOf: ({ note_id }) => note_id,
    inverse: (id, { before, after }) => ({
      kept_contents: before.content === after.content ? [] : [before.content],
      ...{ note_id: id, before, after },
      outside_before: [...outside(id)],
      outside_after: outsideAfter(outside(id), inverse, after),
      former_titles: formerTitlesOf(notes, id),
    }),
    read(id) {
      const note = notes.find(id)
      return note === null ? null : toUndone(notes, note)
    },
    write: (id, fields) => writeUndone(notes, id, fields, { inverse, texts, actor }),
    labelOf: ({ title }) => title,
    inWords: ({ title, tags, content }) => ({
      title,
      tags: tags.join(', '),
      [textField]: texts.get(content) ?? '',
    }),
    hindrance: () => null,
    conflict({ label: title, obstacle, reference }) {
      const why =
        obstacle === 'gone' ? say('note.not_there', { title }) : say('note.changed_stays', { title })
      return noteError('conflict', why, [{ outside: [...outside(reference)] }])
    },
    restored: ({ title }) => `“${title}” is as it was.`,
  }
}

/** The field that a comparison shows as two texts instead. */
const textField = 'content'

function withText(found: UndoComparison): UndoComparison {
  const text = found.fields.find(({ name }) => name === textField)
  if (text === undefined) return found
  const fields = found.fields.filter(({ name }) => name !== textField)
  return { ...found, fields, theirs: text.theirs ?? '', restored: text.restored ?? '' }
}

function toUndone(notes: NotesService, { title, content, tags }: Note): UndoneFields {
  return { title, content: notes.hashOfText(content), tags: [...tags] }
}

function writeUndone(
  notes: NotesService,
  id: string,
  { title, content, tags }: UndoneFields,
  {
    inverse,
    texts,
    actor,
  }: { readonly inverse: ChangedNote; readonly texts: ReadonlyMap<string, string>; readonly actor: Actor },
): void {
  const now = notes.note(id)
  const outside = outsideAfter(now.outside, inverse, { title, content, tags })
  const fields = { title, content: texts.get(content) ?? now.content, tags, outside }
  notes.write(id, fields, actor, { formerTitles: inverse.former_titles ?? [] })
}

/** What was read from outside goes with the words that may repeat it, where those are all that it came with. */
function outsideAfter(now: readonly string[], inverse: ChangedNote, target: UndoneFields): string[] {
  const { before, outside_before, outside_after } = inverse
  return same(target, before) && same(now, outside_after) ? outside_before : [...now]
}
