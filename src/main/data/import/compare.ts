import { assertNever } from '../../../shared/errors'
import { inSpells } from '../../async/stepwise'
import { newId } from '../../identifier'
import type { NotesService } from '../../notes/service'
import type { FoundImport, FoundItem } from './imported'
import { noteMark } from './markdown-note'
import { textOf } from './plain'
import { isUsableId } from './prepare-records'
import type { RecordImports } from './records'
import { type ConversationStore, importedId } from './store-conversations'

/**
 * How one that could come stands to what is there: `other` is there in another state, beside which it comes; `changed` is
 * the same contact or task in another state, which stays alone.
 */
export type Presence = 'new' | 'here' | 'in_trash' | 'other' | 'changed'

/** One that could come. */
export interface Compared {
  readonly item: FoundItem
  /** That it has here or would have. */
  readonly id: string
  readonly presence: Presence
}

/** Tells of each thing that was found whether it is there. */
export async function compareWith(
  stores: {
    readonly conversations: Pick<ConversationStore, 'find' | 'hasOther'>
    readonly notes: Pick<NotesService, 'every'>
    readonly records: Pick<RecordImports, 'saidBy' | 'contactsNow'>
  },
  { items }: Pick<FoundImport, 'items'>,
): Promise<readonly Compared[]> {
  const known = await inSpells(knownNotes(stores.notes))
  const alike = items.some(({ kind }) => kind === 'contact') ? stores.records.contactsNow() : () => null
  return await inSpells(each())

  function* each(): Generator<void, Compared[]> {
    const all: Compared[] = []
    for (const item of items) {
      all.push({ item, ...standing(item) })
      yield
    }
    return all
  }

  function standing(item: FoundItem): Omit<Compared, 'item'> {
    switch (item.kind) {
      case 'note':
        return { id: newId(), presence: ofNote(item) }
      case 'conversation':
        return ofConversation(item)
      case 'contact':
      case 'task':
        return ofRecord({ ...item, kind: item.kind })
      default:
        return assertNever(item.kind)
    }
  }

  function ofNote({ mark, title }: FoundItem): Presence {
    return known.marks.has(mark) ? 'here' : known.titles.has(title) ? 'other' : 'new'
  }

  function ofConversation(item: FoundItem): Omit<Compared, 'item'> {
    // Our own export, on the machine that wrote it.
    const original = item.source === 'countersign' ? stores.conversations.find(item.key) : null
    const id = original === null ? importedId(item.source, item.key, item.createdAt, item.digest) : item.key
    const there = original ?? stores.conversations.find(id)
    if (there !== null) return { id, presence: there.trashed ? 'in_trash' : 'here' }
    return { id, presence: stores.conversations.hasOther(id) ? 'other' : 'new' }
  }

  /** Each keeps its id, by which it is known again, on the machine that wrote it too. */
  function ofRecord(item: FoundItem & { readonly kind: 'contact' | 'task' }): Omit<Compared, 'item'> {
    const { kind, source, key, createdAt, digest, mark } = item
    const id = isUsableId(key) ? key : importedId(source, key, createdAt, digest)
    const there = stores.records.saidBy({ kind, id })
    if (there !== null) return { id, presence: there === mark ? 'here' : 'changed' }
    const other = kind === 'contact' ? alike(item) : null
    return other === null ? { id, presence: 'new' } : { id: other, presence: 'here' }
  }
}

function* knownNotes(
  notes: Pick<NotesService, 'every'>,
): Generator<void, { readonly marks: ReadonlySet<string>; readonly titles: ReadonlySet<string> }> {
  const marks = new Set<string>()
  const titles = new Set<string>()
  for (const note of notes.every()) {
    marks.add(noteMark(note))
    // As it reads in a file: without characters that no text has, a note is the same yet.
    marks.add(noteMark({ title: note.title, content: textOf(note.content) }))
    titles.add(note.title)
    yield
  }
  return { marks, titles }
}
