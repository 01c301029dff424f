import type { Sentence } from '../../../shared/sentences/sentence'
import { misplaced, type Place } from '../../../shared/task-order'
import { isSameName } from '../../../shared/text/one-line'
import { inSpells } from '../../async/stepwise'
import type { BlobStore } from '../../changes/blobs'
import type { ContactService } from '../../contacts/service'
import type { TaskService } from '../../tasks/service'
import type { FoundItem, ImportedPlace } from './imported'
import { createKeptRecords, type KeptRecords } from './kept-records'
import { contactMark, taskMark } from './own-records'
import { type ComingRecord, type Followed, prepared, type RecordsBy } from './prepare-records'
import { createStoredRecords, type RecordName, type StoredRecord, type StoredRecords } from './stored-records'

/** Where a task is to stand. */
export type TaskPlace = Pick<ImportedPlace, 'title' | 'parent' | 'needs'>

/** Contacts and tasks, as imports bring them in and take them back. */
export interface RecordImports extends StoredRecords, KeptRecords {
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
  return {
    ...createStoredRecords({ contacts, tasks }),
    ...createKeptRecords(blobs),
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
  }
}
