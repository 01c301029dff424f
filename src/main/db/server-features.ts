import { z } from 'zod'
import { type ServerFeatures, serverFeaturesSchema } from '../../shared/contract/settings'
import type { Database } from './open'
import { storedValue, storeValue } from './stored-value'

/** What a server was found to do, and when, in milliseconds since 1970. */
export interface CheckedServer {
  /** Without what was not asked for yet when it was asked. */
  readonly features: Omit<ServerFeatures, 'contextEditing'> & {
    readonly contextEditing?: boolean | undefined
  }
  readonly checkedAt: number
}

/** What servers were found to do; by address and model, because another model of a server can do other things. */
export interface ServerFeatureTable {
  get(baseUrl: string, model: string): CheckedServer | null
  write(baseUrl: string, model: string, checked: CheckedServer): void
}

const checkedSchema = z.object({
  features: serverFeaturesSchema.partial({ contextEditing: true }),
  checkedAt: z.number(),
})

/** Opens the table: entries among the settings that no setting's name can be. */
export function createServerFeatureTable(db: Database): ServerFeatureTable {
  const keyOf = (baseUrl: string, model: string): string => `server ${JSON.stringify([baseUrl, model])}`
  return {
    // One of an older form is found out anew.
    get: (baseUrl, model) => storedValue(db, keyOf(baseUrl, model), checkedSchema),
    write: (baseUrl, model, checked) => storeValue(db, keyOf(baseUrl, model), checked),
  }
}
