import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type ServerFeatures, serverFeaturesSchema } from '../../shared/contract/settings'
import type { Database } from './open'
import { settings } from './schema'
import { parseStored } from './stored-json'

/** What a server was found to do, and when, in milliseconds since 1970. */
export interface CheckedServer {
  readonly features: ServerFeatures
  readonly checkedAt: number
}

/** What servers were found to do; by address and model, because another model of a server can do other things. */
export interface ServerFeatureTable {
  get(baseUrl: string, model: string): CheckedServer | null
  write(baseUrl: string, model: string, checked: CheckedServer): void
}

const checkedSchema = z.object({ features: serverFeaturesSchema, checkedAt: z.number() })

/** Opens the table: entries among the settings that no setting's name can be. */
export function createServerFeatureTable(db: Database): ServerFeatureTable {
  const keyOf = (baseUrl: string, model: string): string => `server ${JSON.stringify([baseUrl, model])}`
  return {
    get(baseUrl, model) {
      const row = db.orm
        .select()
        .from(settings)
        .where(eq(settings.key, keyOf(baseUrl, model)))
        .get()
      if (row === undefined) return null
      // One of an older form is found out anew.
      return checkedSchema.safeParse(parseStored(row.value)).data ?? null
    },
    write(baseUrl, model, checked) {
      const value = JSON.stringify(checked)
      db.orm
        .insert(settings)
        .values({ key: keyOf(baseUrl, model), value })
        .onConflictDoUpdate({ target: settings.key, set: { value } })
        .run()
    },
  }
}
