import type { Actor } from '../../shared/actor'
import { type Assistant, type AssistantFields, assistantLimits } from '../../shared/contract/assistants'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { defaultAssistant, type Policy } from '../../shared/tool/policy'
import { requireCountersigner } from '../agent/gate/deciding'
import type { Audit } from '../changes/audit'
import type { AssistantTable } from '../db/assistants'
import { type Database, inTransaction } from '../db/open'
import { freeName, isNameTaken } from '../disk/free-name'
import { newId } from '../identifier'
import type { Assistants } from '../services/assistants'
import type { Catalog } from '../services/catalog'
import type { Gate } from '../services/gate'
import type { Library } from '../services/library'
import { checkCollection, checkTools, fieldsOf } from './fields'
import type { Portraits } from './picture'

type Policies = Readonly<Record<string, Policy | null>>

/** Changes what is stored of assistants. */
export interface AssistantRecords
  extends Pick<Assistants, 'create' | 'change' | 'duplicate' | 'remove' | 'restore'> {
  /** Stores a new one whose fields and policies were checked. */
  insert(fields: AssistantFields, policies: Policies, by: Actor): Assistant
}

/** What the records of assistants are made of. */
export interface AssistantRecordsParts {
  readonly db: Database
  readonly table: AssistantTable
  readonly portraits: Pick<Portraits, 'check'>
  readonly gate: Pick<Gate, 'policies' | 'setPolicy'>
  readonly catalog: Pick<Catalog, 'tools'>
  readonly library: Pick<Library, 'collections'>
  readonly audit: Pick<Audit, 'record'>
  /** Names in use, but for the one of this id. */
  readonly names: (except?: string) => string[]
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Tells everyone which assistants there are now. */
  readonly announce: () => void
}

/** Each change has its record in the audit chain, and its policies with it, in one transaction. */
export function createAssistantRecords(parts: AssistantRecordsParts): AssistantRecords {
  const { db, table, portraits, gate, catalog, library, audit, names, now, announce } = parts

  /** Stores with the policies, all or nothing. */
  const store = (by: Actor, policies: Policies, write: () => Assistant): Assistant => {
    const stored = inTransaction(db, () => {
      const assistant = write()
      const { id, name, tools } = assistant
      audit.record('assistant.set', { assistant: id, name, tools, by })
      for (const [tool, policy] of Object.entries(policies)) {
        gate.setPolicy({ assistant: id, tool, policy, by })
      }
      return assistant
    })
    announce()
    return stored
  }

  const insert = (fields: AssistantFields, policies: Policies, by: Actor): Assistant =>
    store(by, policies, () => {
      const id = newId()
      table.insert({ id, fields, starter: null, at: now() })
      return table.get(id)
    })

  const chosenPolicies = (id: string): Record<string, Policy> =>
    Object.fromEntries(
      gate.policies(id).flatMap(({ tool, chosen }) => (chosen === null ? [] : [[tool, chosen]])),
    )

  const withPicture = async (fields: AssistantFields): Promise<AssistantFields> => ({
    ...fields,
    picture: await portraits.check(fields.picture),
  })

  /** Called right before it is stored: what is awaited between gives others the time to take the name. */
  const checked = (fields: AssistantFields, own?: Assistant): AssistantFields => {
    if (isNameTaken(fields.name, names(own?.id))) {
      throw new AppError('already_exists', say('assistant.name_taken', { name: fields.name }), {
        field: 'name',
      })
    }
    checkTools(fields, catalog.tools)
    checkCollection(fields, library.collections(), own)
    return fields
  }

  return {
    insert,
    async create({ fields, policies, by }) {
      requireCountersigner(by)
      const drawn = await withPicture(fields)
      return insert(checked(drawn), policies, by)
    },
    async change({ id, revision, fields, policies, by }) {
      requireCountersigner(by)
      const before = requireHere(table.get(id))
      const drawn = await withPicture(fields)
      return store(by, policies, () => table.change(id, revision, checked(drawn, before), now()))
    },
    duplicate({ id, by }) {
      requireCountersigner(by)
      const fields = fieldsOf(requireHere(table.get(id)))
      return insert(
        { ...fields, name: freeName(fields.name, names(), assistantLimits.name) },
        chosenPolicies(id),
        by,
      )
    },
    remove({ id, by }) {
      requireCountersigner(by)
      if (id === defaultAssistant) {
        throw new AppError('denied', say('assistant.usual'))
      }
      table.get(id)
      const removed = inTransaction(db, () => {
        audit.record('assistant.trashed', { assistant: id, by })
        return table.setTrashedAt(id, now())
      })
      announce()
      return removed
    },
    restore({ id, by }) {
      requireCountersigner(by)
      const trashed = table.get(id)
      const restored = inTransaction(db, () => {
        audit.record('assistant.restored', { assistant: id, by })
        const name = freeName(trashed.name, names(id), assistantLimits.name)
        if (name !== trashed.name) table.change(id, trashed.revision, { ...fieldsOf(trashed), name }, now())
        return table.setTrashedAt(id, null)
      })
      announce()
      return restored
    },
  }
}

function requireHere(assistant: Assistant): Assistant {
  if (assistant.trashedAt === null) return assistant
  throw new AppError('not_found', say('assistant.in_trash', { name: assistant.name }))
}
