import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { contactLinkSchema, contactSchema } from '../../../shared/contract/contacts'
import { taskCommentSchema, taskSchema } from '../../../shared/contract/tasks'
import { assertNever } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { misplaced, type Place } from '../../../shared/task-order'
import { isSameName } from '../../../shared/text/one-line'
import { inSpells } from '../../async/stepwise'
import type { BlobStore } from '../../changes/blobs'
import { createKeptTexts } from '../../changes/kept-texts'
import type { ContactService } from '../../contacts/service'
import type { TaskService } from '../../tasks/service'
import type { FoundItem, ImportedPlace } from './imported'
import { contactMark, taskMark } from './own-records'
import { type ComingRecord, type Followed, prepared, type RecordsBy } from './prepare-records'

/** Records of one transaction: some milliseconds' work. */
const writtenAtOnce = 50
/** Records that are kept for undo in one stored text, and its characters: more begin another one. */
const kept = { atOnce: 100, characters: 1_000_000 } as const

const storedRecordSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('contact'), record: contactSchema, attached: z.array(contactLinkSchema) }),
  z.object({ kind: z.literal('task'), record: taskSchema, attached: z.array(taskCommentSchema) }),
])
/** A contact with its links, or a task with its comments, as it is stored. */
export type StoredRecord = z.infer<typeof storedRecordSchema>

/** Which record is meant. */
export interface RecordName {
  readonly kind: StoredRecord['kind']
  readonly id: string
}

/** Where a task is to stand. */
export type TaskPlace = Pick<ImportedPlace, 'title' | 'parent' | 'needs'>

/** Contacts and tasks, as imports bring them in and take them back. */
export interface RecordImports {
  /** The ids of those of them that are there. */
  there(names: readonly RecordName[]): Promise<ReadonlySet<string>>
  /** The hash of what the record of this id says, as {@link FoundItem} has it; null where it is not there. */
  saidBy(name: RecordName): string | null
  /** Looks up, among the contacts that are there now, the id of one that says just the same; null for none. */
  contactsNow(): (item: Pick<FoundItem, 'title' | 'mark'>) => string | null
  /** The id here of an assistant, by its id elsewhere or else by its name; null where there is none such. */
  assistant(id: string, name: string): string | null
  /** Why tasks can't stand as they would among those that are here; null where they can. */
  misplaced(coming: ReadonlyMap<string, TaskPlace>): Sentence | null
  /** Those that come, as they are to be stored. */
  prepare(
    coming: readonly ComingRecord[],
    followed: Followed,
    by: RecordsBy,
  ): Promise<readonly StoredRecord[]>
  /** For each by its id the hash of all of it, by which a change of it or of what is attached to it is noticed. */
  marks(records: readonly StoredRecord[]): Promise<ReadonlyMap<string, string>>
  /** Those of them that are there, with all that is attached to them. */
  read(names: readonly RecordName[]): Promise<readonly StoredRecord[]>
  /** Stores them in small transactions. */
  write(records: readonly StoredRecord[]): Promise<void>
  /** Takes those that are there away with all that is attached to them, in small transactions. */
  remove(names: readonly RecordName[]): Promise<void>
  /** Keeps them for undo; answers for each by its id in which stored text it is. */
  keep(records: readonly StoredRecord[]): Promise<ReadonlyMap<string, string>>
  /** What a stored text has; throws `unavailable` once it is gone. */
  kept(sha256: string): Promise<readonly StoredRecord[]>
}

/** Brings contacts and tasks in by the services that keep them. */
export function createRecordImports({
  contacts,
  tasks,
  blobs,
}: {
  readonly contacts: ContactService
  readonly tasks: TaskService
  readonly blobs: Pick<BlobStore, 'putBytes' | 'read'>
}): RecordImports {
  const texts = createKeptTexts(blobs, () => say('import.not_kept'))
  const find = ({ kind, id }: RecordName): StoredRecord | null => {
    switch (kind) {
      case 'contact': {
        const record = contacts.find(id)
        return record === null ? null : { kind, record, attached: [...contacts.links(id)] }
      }
      case 'task': {
        const record = tasks.find(id)
        return record === null ? null : { kind, record, attached: [...tasks.comments(id)] }
      }
      default:
        return assertNever(kind)
    }
  }
  function* found(names: readonly RecordName[]): Generator<void, StoredRecord[]> {
    const all: StoredRecord[] = []
    for (const name of names) {
      all.push(...[find(name) ?? []].flat())
      yield
    }
    return all
  }
  function* thereOf(names: readonly RecordName[]): Generator<void, Set<string>> {
    const ids = new Set<string>()
    for (const { kind, id } of names) {
      if ((kind === 'contact' ? contacts : tasks).find(id) !== null) ids.add(id)
      yield
    }
    return ids
  }
  return {
    there: (names) => inSpells(thereOf(names)),
    saidBy({ kind, id }) {
      const contact = kind === 'contact' ? contacts.find(id) : null
      const task = kind === 'task' ? tasks.find(id) : null
      return contact !== null ? contactMark(contact) : task !== null ? taskMark(task) : null
    },
    contactsNow() {
      const alikeTo = contacts.alikeNow()
      return ({ title, mark }) => {
        const there = alikeTo({ name: title, emails: [], phones: [] })
        return there.find(({ contact }) => contactMark(contact) === mark)?.contact.id ?? null
      }
    },
    assistant(id, name) {
      if (tasks.assistantName(id) !== null) return id
      return tasks.assistants().find((each) => isSameName(each.name, name))?.id ?? null
    },
    misplaced(coming) {
      const named = [...coming].flatMap(([id, { parent, needs }]) => [id, parent ?? [], needs].flat())
      const around = (ids: readonly string[]) => {
        const places = new Map<string, Place>(tasks.around([...new Set([...ids, ...named])]))
        for (const [id, place] of coming) places.set(id, place)
        return places
      }
      const wrong = misplaced({ find: (id) => coming.get(id) ?? tasks.find(id), around }, [...coming.keys()])
      return wrong?.words ?? null
    },
    prepare: (coming, followed, by) => inSpells(prepared({ contacts, tasks }, coming, followed, by)),
    marks: (records) => inSpells(marksOf(records)),
    read: (names) => inSpells(found(names)),
    async write(records) {
      for (const some of inParts(records)) {
        const { people, work } = byKind(some)
        if (people.put.length > 0) {
          contacts.write({ put: people.put, putLinks: people.attached, remove: [], removeLinks: [] })
        }
        if (work.put.length > 0) {
          tasks.write({ put: work.put, putComments: work.attached, remove: [], removeComments: [] })
        }
        await nextTurn()
      }
    },
    async remove(names) {
      for (const some of inParts(names)) {
        const { people, work } = byKind(some.flatMap((name) => find(name) ?? []))
        if (people.put.length > 0) {
          const gone = { remove: idsOf(people.put), removeLinks: idsOf(people.attached) }
          contacts.write({ put: [], putLinks: [], ...gone })
        }
        if (work.put.length > 0) {
          const gone = { remove: idsOf(work.put), removeComments: idsOf(work.attached) }
          tasks.write({ put: [], putComments: [], ...gone })
        }
        await nextTurn()
      }
    },
    async keep(records) {
      const places = new Map<string, string>()
      let waiting: { readonly id: string; readonly text: string }[] = []
      let characters = 0
      const store = async (): Promise<void> => {
        if (waiting.length === 0) return
        const { sha256 } = await texts.keep(`[${waiting.map(({ text }) => text).join(',')}]`)
        for (const { id } of waiting) places.set(id, sha256)
        waiting = []
        characters = 0
      }
      for (const one of records) {
        const text = JSON.stringify(one)
        waiting.push({ id: one.record.id, text })
        characters += text.length
        if (waiting.length >= kept.atOnce || characters >= kept.characters) await store()
      }
      await store()
      return places
    },
    kept: async (sha256) => z.array(storedRecordSchema).parse(JSON.parse(await texts.kept(sha256))),
  }
}

function* marksOf(records: readonly StoredRecord[]): Generator<void, Map<string, string>> {
  const marks = new Map<string, string>()
  for (const each of records) {
    // In the order of all records, however it was read.
    const { record, attached } = storedRecordSchema.parse(each)
    const inOrder = attached.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const hash = createHash('sha256').update(JSON.stringify([record, inOrder]))
    marks.set(record.id, hash.digest('hex'))
    yield
  }
  return marks
}

function* inParts<Value>(all: readonly Value[]): Generator<readonly Value[]> {
  for (let from = 0; from < all.length; from += writtenAtOnce) yield all.slice(from, from + writtenAtOnce)
}

function idsOf(all: readonly { readonly id: string }[]): string[] {
  return all.map(({ id }) => id)
}

function byKind(records: readonly StoredRecord[]) {
  const people = records.filter((one) => one.kind === 'contact')
  const work = records.filter((one) => one.kind === 'task')
  return {
    people: {
      put: people.map(({ record }) => record),
      attached: people.flatMap(({ attached }) => attached),
    },
    work: { put: work.map(({ record }) => record), attached: work.flatMap(({ attached }) => attached) },
  }
}
