import { requireCountersigner } from '../agent/gate/deciding'
import type { AssistantTable } from '../db/assistants'
import type { Assistants } from '../services/assistants'
import type { Catalog } from '../services/catalog'
import type { Gate } from '../services/gate'
import type { Library } from '../services/library'
import type { SettingsService } from '../services/settings'
import type { AssistantRecords } from './assistant-records'
import { admit, parseAssistantFile, writeAssistantFile } from './file'
import type { Portraits } from './picture'

type AssistantFiles = Pick<Assistants, 'exportFile' | 'importFile'>

/** What handing assistants on as files is made of. */
export interface AssistantFilesParts {
  readonly table: Pick<AssistantTable, 'get'>
  readonly records: Pick<AssistantRecords, 'insert'>
  readonly portraits: Pick<Portraits, 'fromFile' | 'toFile'>
  readonly gate: Pick<Gate, 'policies'>
  readonly catalog: Pick<Catalog, 'tools'>
  readonly library: Pick<Library, 'collections'>
  readonly settings: Pick<SettingsService, 'get'>
  /** Names in use. */
  readonly names: () => string[]
}

/** Hands assistants on as files; one that comes in brings no more rights than it is given here. */
export function createAssistantFiles(parts: AssistantFilesParts): AssistantFiles {
  const { table, records, portraits, gate, catalog, library, settings, names } = parts
  return {
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
      return { assistant: records.insert({ ...fields, picture }, policies, by), notes }
    },
  }
}
