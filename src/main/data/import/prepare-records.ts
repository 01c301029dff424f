import { z } from 'zod'
import type { Actor } from '../../../shared/actor'
import type { ContactLink } from '../../../shared/contract/contacts'
import { assertNever } from '../../../shared/errors'
import { outsideOf } from '../../../shared/tool/records/from-outside'
import type { ContactService } from '../../contacts/service'
import { newId } from '../../identifier'
import type { TaskService } from '../../tasks/service'
import type { ImportedRecord } from './imported'
import type { StoredRecord } from './stored-records'

/** A record that comes, with the id that it will have. */
export interface ComingRecord {
  readonly id: string
  readonly value: ImportedRecord
}

/** How what a file names is found here. */
export interface Followed {
  /** The ids here of contacts and tasks that have another one, by {@link fileKey}. */
  readonly elsewhere: ReadonlyMap<string, string>
  /** The ids here of assistants, by those of the file; others are not here. */
  readonly assistants: ReadonlyMap<string, string>
  /** Whether the tasks that come hang together with none that are here. */
  readonly tasksAlone: boolean
}

/** Whose records they become. */
export interface RecordsBy {
  readonly actor: Actor
  /** What their texts count as beside what they tell themselves, by name. */
  readonly outside: readonly string[]
}

/** How {@link Followed} names one of the file: two kinds may have the same id there. */
export function fileKey(kind: ImportedRecord['kind'], id: string): string {
  return `${kind} ${id}`
}

/** Whether an id of a file can be one here. */
export function isUsableId(id: string): boolean {
  return usableId.safeParse(id).success
}
const usableId = z.uuid()

interface Stores {
  readonly contacts: Pick<ContactService, 'find' | 'findLink'>
  readonly tasks: Pick<TaskService, 'findComment'>
}

type Coming<Kind extends ImportedRecord['kind']> = Extract<ImportedRecord, { kind: Kind }>

/**
 * Records as they are to be stored, one after the other: with ids that are free here, with what they name by the ids
 * here, and as whoever imports them, since a file can't tell who somebody is. Nothing is attached to what is here but by
 * one that comes.
 */
export function* prepared(
  { contacts, tasks }: Stores,
  coming: readonly ComingRecord[],
  { elsewhere, assistants, tasksAlone }: Followed,
  { actor, outside }: RecordsBy,
): Generator<void, StoredRecord[]> {
  const contactIds = new Set(coming.flatMap(({ id, value }) => (value.kind === 'contact' ? id : [])))
  const taskIds = new Set(coming.flatMap(({ id, value }) => (value.kind === 'task' ? id : [])))
  /** Ids in the file: a link is told at both of its ends, and goes with both that come. */
  const links = new Set<string>()
  const linksAt = new Map<string, ContactLink[]>()
  const commentIds = new Set<string>()
  const all: StoredRecord[] = []
  for (const { id, value } of coming) {
    const about = { id, outside: outsideOf({ outside }, value), madeBy: actor, changedBy: actor, revision: 1 }
    const { createdAt, updatedAt } = value
    const record = { ...about, createdAt, updatedAt }
    if (value.kind === 'contact') {
      const organization = idOf('contact', value.data.organization)
      all.push({
        kind: 'contact',
        record: { ...value.data, organization: organization === id ? null : organization, ...record },
        attached: linksAt.get(id) ?? newList(id),
      })
      connect(id, value)
    } else if (value.kind === 'task') {
      const { parent, needs, assistant } = value.data
      const place = {
        parent: nearby(idOf('task', parent)),
        needs: needs.flatMap((need) => nearby(idOf('task', need)) ?? []),
        assistant: assistant === null ? null : (assistants.get(assistant) ?? null),
      }
      all.push({
        kind: 'task',
        record: { ...value.data, ...place, ...record },
        attached: value.attached.map(({ id: own, text, outside: read, createdAt: at }) => {
          const free = isUsableId(own) && !commentIds.has(own) && tasks.findComment(own) === null
          const comment = free ? own : newId()
          commentIds.add(comment)
          const from = outsideOf({ outside }, { outside: read })
          return { id: comment, task: id, text, outside: from, madeBy: actor, createdAt: at }
        }),
      })
    } else assertNever(value)
    yield
  }
  return all

  /** The id here of one that the file names; one that is nowhere yet keeps its id, and may come by the next import. */
  function idOf(kind: ImportedRecord['kind'], named: string | null): string | null {
    if (named === null) return null
    return elsewhere.get(fileKey(kind, named)) ?? (isUsableId(named) ? named : null)
  }

  function nearby(task: string | null): string | null {
    return task === null || !tasksAlone || taskIds.has(task) ? task : null
  }

  function newList(contact: string): ContactLink[] {
    const list: ContactLink[] = []
    linksAt.set(contact, list)
    return list
  }

  function connect(owner: string, { attached }: Coming<'contact'>): void {
    for (const { id, from: fromNamed, to: toNamed, relation, outside: read, createdAt } of attached) {
      const [from, to] = [idOf('contact', fromNamed), idOf('contact', toNamed)]
      if (links.has(id) || from === null || to === null || from === to) continue
      if (from !== owner && to !== owner) continue
      if (![from, to].every((end) => contactIds.has(end) || contacts.find(end) !== null)) continue
      const link = {
        ...{ id: isUsableId(id) && contacts.findLink(id) === null ? id : newId() },
        ...{ from, to, relation, outside: outsideOf({ outside }, { outside: read }) },
        ...{ madeBy: actor, createdAt },
      }
      links.add(id)
      for (const end of [from, to]) (linksAt.get(end) ?? newList(end)).push(link)
    }
  }
}
