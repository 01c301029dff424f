import { toAppError } from '../../shared/errors'
import type { Audit } from '../changes/audit'
import type { BlobStore } from '../changes/blobs'
import { createAssistantTable } from '../db/assistants'
import type { Database } from '../db/open'
import { namesInUse } from '../disk/free-name'
import type { Pictures } from '../pictures/service'
import type { Publish } from '../publish'
import type { Assistants } from '../services/assistants'
import type { Catalog } from '../services/catalog'
import type { Gate } from '../services/gate'
import type { Library } from '../services/library'
import type { SettingsService } from '../services/settings'
import { createAssistantFiles } from './assistant-files'
import { createAssistantRecords } from './assistant-records'
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
  const { db, gate, catalog, library, audit, settings, publish, now } = services
  const table = createAssistantTable(db)
  const portraits = createPortraits(services)
  const names = (except?: string): string[] => namesInUse(table.list(), except)
  const announce = (): void => publish({ type: 'assistants', assistants: table.list() })

  const starters = createStarters({ db, table, names, now, language: services.language })
  starters.make()

  const shared = { table, portraits, gate, catalog, library, names }
  const { insert, ...changes } = createAssistantRecords({ ...shared, db, audit, now, announce })

  return {
    ...changes,
    ...createAssistantFiles({ ...shared, records: { insert }, settings }),
    list: () => table.list(),
    get: (id) => table.get(id),
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
  }
}
