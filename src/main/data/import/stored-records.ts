import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { contactLinkSchema, contactSchema } from '../../../shared/contract/contacts'
import { taskCommentSchema, taskSchema } from '../../../shared/contract/tasks'
import { assertNever } from '../../../shared/errors'
import { inSpells } from '../../async/stepwise'
import type { ContactService } from '../../contacts/service'
import type { TaskService } from '../../tasks/service'

/** Records of one transaction: some milliseconds' work. */
const writtenAtOnce = 50

/** How a record is written down where it is kept. */
export const storedRecordSchema = z.discriminatedUnion('kind', [
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

/** Contacts and tasks as they are stored, many at once. */
export interface StoredRecords {
  /** The ids of those of them that are there. */
  there(names: readonly RecordName[]): Promise<ReadonlySet<string>>
  /** For each by its id the hash of all of it, by which a change of it or of what is attached to it is noticed. */
  marks(records: readonly StoredRecord[]): Promise<ReadonlyMap<string, string>>
  /** Those of them that are there, with all that is attached to them. */
  read(names: readonly RecordName[]): Promise<readonly StoredRecord[]>
  /** Stores them in small transactions. */
  write(records: readonly StoredRecord[]): Promise<void>
  /** Takes those that are there away with all that is attached to them, in small transactions. */
  remove(names: readonly RecordName[]): Promise<void>
}

/** Finds, writes and removes them by the services that keep them, in steps that hold nobody up. */
export function createStoredRecords({
  contacts,
  tasks,
}: {
  readonly contacts: ContactService
  readonly tasks: TaskService
}): StoredRecords {
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
