import { z } from 'zod'
import { defaultSettings, type Settings, settingsSchema } from '../../shared/contract/settings'
import { parsedJson } from '../../shared/json/parsed-json'
import type { Database } from './open'
import { settings } from './schema'
import { storeValue } from './stored-value'

/** What a person has set, without what flags and the environment say. */
export interface SettingsTable {
  /** Only what was set; a value that no longer fits its type counts as not set. */
  stored(): Partial<Settings>
  write(patch: Partial<Settings>): void
}

/** Made once: a schema of Zod compiles itself at its first use, which takes longer than reading all settings. */
const storedSchema = settingsSchema.partial()
const keys = z.enum(Object.keys(defaultSettings) as [keyof Settings, ...(keyof Settings)[]])

/** Opens the table of settings. */
export function createSettingsTable(db: Database): SettingsTable {
  const all = db.orm.select().from(settings).prepare()
  return {
    stored() {
      const values: Record<string, unknown> = {}
      for (const { key, value } of all.all()) {
        const known = keys.safeParse(key)
        if (!known.success) continue
        const parsed = settingsSchema.shape[known.data].safeParse(parsedJson(value))
        if (parsed.success) values[known.data] = parsed.data
      }
      return storedSchema.parse(values)
    },
    write(patch) {
      db.raw.transaction(() => {
        for (const [key, value] of Object.entries(patch)) {
          if (value !== undefined) storeValue(db, key, value)
        }
      })()
    },
  }
}
