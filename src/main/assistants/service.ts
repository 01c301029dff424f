import type { Actor } from '../../shared/actor'
import { type Assistant, type AssistantFields, assistantLimits } from '../../shared/contract/assistants'
import { AppError, toAppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { defaultAssistant, type Policy } from '../../shared/tool/policy'
import { requireCountersigner } from '../agent/gate/deciding'
import type { Audit } from '../changes/audit'
import type { BlobStore } from '../changes/blobs'
import { createAssistantTable } from '../db/assistants'
import { type Database, inTransaction } from '../db/open'
import { freeName, isNameTaken, namesInUse } from '../free-name'
import { newId } from '../identifier'
import type { Pictures } from '../pictures/service'
import type { Publish } from '../publish'
import type { Assistants } from '../services/assistants'
import type { Catalog } from '../services/catalog'
import type { Gate } from '../services/gate'
import type { Library } from '../services/library'
import type { SettingsService } from '../services/settings'
import { checkCollection, checkTools, fieldsOf } from './fields'
import { admit, parseAssistantFile, writeAssistantFile } from './file'
import { createPortraits } from './picture'
import { createStarters } from './starters-at-work'

/** What assistants are made of. */
export interface AssistantServices {
  readonly db: Database
  readonly blobs: Pick<BlobStore, 'read'>
  readonly pictures: Pick<Pictures, 'small'>
  readonly gate: Pick<Gate, 'policies' | 'setPolicy'>
  readonly catalog: Pick<Catalog, 'tools'>
  readonly library: Pick<Library, 'collections'>
  readonly audit: Pick<Audit, 'record'>
  readonly settings: Pick<SettingsService, 'get'>
  readonly publish: Publish
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The language of what is made once for the person. */
  readonly language: () => 'en' | 'de'
}

/** Makes the service and, once in the life of a data folder, the starters. */
export function createAssistants(services: AssistantServices): Assistants {
  const { db, blobs, pictures, gate, catalog, library, audit, settings, publish, now } = services
  const table = createAssistantTable(db)
  const portraits = createPortraits({ blobs, pictures })
  const names = (except?: string): string[] => namesInUse(table.list(), except)

  const starters = createStarters({ db, table, names, now, language: services.language })
  starters.make()

  const announce = (): void => publish({ type: 'assistants', assistants: table.list() })

  /** Stores with the policies, all or nothing. */
  const store = (
    by: Actor,
    policies: Readonly<Record<string, Policy | null>>,
    write: () => Assistant,
  ): Assistant => {
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

  const insert = (
    fields: AssistantFields,
    policies: Readonly<Record<string, Policy | null>>,
    by: Actor,
  ): Assistant =>
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
    list: () => table.list(),
    get: (id) => table.get(id),
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
    followLanguage() {
      try {
        if (starters.retell()) announce()
      } catch (error) {
        const { code } = toAppError(error)
        // A disk that takes nothing must not keep the page from opening; the next one tells them.
        if (code !== 'unavailable' && code !== 'read_only') throw error
      }
    },
    drawPicture: portraits.draw,
    async exportFile(id) {
      const assistant = table.get(id)
      const collection = library.collections().find((candidate) => candidate.id === assistant.collectionId)
      return writeAssistantFile(assistant, {
        picture: await portraits.toFile(assistant.picture),
        policies: gate.policies(id),
        collection: collection?.name ?? null,
      })
    },
    async importFile({ text, by }) {
      requireCountersigner(by)
      const file = parseAssistantFile(text)
      const picture = await portraits.fromFile(file.picture)
      // Nothing is awaited from here on: another import could take the name meanwhile.
      const { fields, policies, notes } = admit(file, {
        tools: catalog.tools,
        collections: library.collections(),
        names: names(),
        // An assistant that is not there yet has nothing chosen.
        policies: gate.policies(''),
        limits: settings.get(),
      })
      return { assistant: insert({ ...fields, picture }, policies, by), notes }
    },
  }
}

function requireHere(assistant: Assistant): Assistant {
  if (assistant.trashedAt === null) return assistant
  throw new AppError('not_found', say('assistant.in_trash', { name: assistant.name }))
}
