import { createHash } from 'node:crypto'
import type { NotesService } from '../../../main/notes/service'
import type { Note } from '../../../shared/contract/notes'
import type { UndoComparison } from '../../../shared/contract/undo-choices'
import { counted } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import { recordObstacle } from '../../../shared/tool/record-fields'
import type { NotePresence, PresentNote } from '../module/schemas'
import type { NoteTool } from './types'
import { noteError } from './whence'

type Undo = Pick<Required<NoteTool<'delete_notes'>>, 'revert' | 'items' | 'onlyItems' | 'compare' | 'rebase'>

/** What tells a note later from what somebody made of it since. */
export function noteFingerprint({ title, content, tags }: Pick<Note, 'title' | 'content' | 'tags'>): string {
  return createHash('sha256')
    .update(JSON.stringify([title, content, tags]))
    .digest('hex')
}

/** What undoes that notes came or went; each of them is kept whole where it has to come back. */
export function presenceOf(notes: readonly PresentNote[]): NotePresence {
  const kept_contents = notes.flatMap(({ present, record }) => (present && record !== null ? [record] : []))
  return { kept_contents, notes: [...notes] }
}

/** A note that went, kept as it is now. */
export async function keptNote(notes: NotesService, note: Note): Promise<PresentNote> {
  const { sha256 } = await notes.keepNote(note)
  return {
    ...{ note_id: note.id, title: note.title, present: true },
    ...{ record: sha256, was: noteFingerprint(note) },
  }
}

/** Undoes that notes came or went, all or none; also where that never happened. */
export function undoPresence(notes: NotesService): Undo {
  const isThere = (id: string) => notes.find(id) !== null
  return {
    async revert({ notes: all, settled }, { journal, rollback }) {
      // What came or went by itself since stays as it is, also when this is undone.
      const going = all.filter(({ note_id, present }) => isThere(note_id) !== present)
      const obstacle = rollback || settled ? undefined : obstaclesOf(notes, going)[0]
      if (obstacle !== undefined) {
        const { label: title } = obstacle
        throw noteError('conflict', say('note.changed_stays', { title }), written(notes, obstacle.reference))
      }
      const back: Note[] = []
      const inverse: PresentNote[] = []
      for (const each of going) {
        const found = notes.find(each.note_id)
        if (found !== null) inverse.push(await keptNote(notes, found))
        else if (each.record !== null) {
          back.push(await notes.keptNote(each.record))
          inverse.push({ ...each, present: false })
        }
      }
      journal(presenceOf(inverse))
      notes.restore(back)
      notes.remove(going.filter(({ present }) => !present).map(({ note_id }) => note_id))
      const count = counted(inverse.length, 'note')
      const are = inverse.length === 1 ? 'is' : 'are'
      return { content: back.length > 0 ? `${count} ${are} back.` : `${count} ${are} deleted again.` }
    },
    async items({ notes: all }) {
      return all.map(({ note_id, title, present }) => ({
        target: { kind: 'record' as const, label: title, reference: note_id },
        undone: isThere(note_id) === present,
      }))
    },
    onlyItems: ({ notes: all }, references) =>
      presenceOf(all.filter(({ note_id }) => references.has(note_id))),
    compare: async ({ notes: all, settled }) => (settled ? [] : obstaclesOf(notes, all)),
    async rebase({ notes: all, settled }, chosen) {
      const obstacles = settled ? [] : obstaclesOf(notes, all)
      const kept = new Set<string>()
      for (const { reference, label: title, choices } of obstacles) {
        const choice = chosen(reference)
        if (choice === null || !choices.includes(choice)) {
          throw noteError('conflict', say('note.changed_stays', { title }), written(notes, reference))
        }
        if (choice === 'keep') kept.add(reference)
      }
      const rest = all.filter(({ note_id }) => !kept.has(note_id))
      return rest.length === 0 ? null : { ...presenceOf(rest), settled: true }
    },
  }
}

function written(notes: NotesService, id: string): readonly Note[] {
  const note = notes.find(id)
  return note === null ? [] : [note]
}

/** Notes that would go and are not as they came. */
function obstaclesOf(notes: NotesService, all: readonly PresentNote[]): UndoComparison[] {
  return all.flatMap(({ note_id, present, was }) => {
    const now = present || was === null ? null : notes.find(note_id)
    if (now === null || noteFingerprint(now) === was) return []
    const { title, content } = now
    return [
      {
        ...recordObstacle(
          { label: title, reference: note_id, obstacle: 'changed' },
          { choices: ['keep', 'replace'] },
        ),
        theirs: content,
      },
    ]
  })
}
