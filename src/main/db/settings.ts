import { z } from 'zod'
import { defaultSettings, type Settings, settingsSchema } from '../../shared/contract/settings'
import type { Database } from './open'
import { settings } from './schema'

/** What a person has set, without what flags and the environment say. */
export interface SettingsTable {
  /** Only what was set; a value that no longer fits its type counts as not set. */
  stored(): Partial<Settings>
  write(patch: Partial<Settings>): void
}

const keys = z.enum(Object.keys(defaultSettings) as [keyof Settings, ...(keyof Settings)[]])

/** Opens the table of settings. */
export function createSettingsTable(db: Database): SettingsTable {
  return {
    stored() {
      const values: Record<string, unknown> = {}
      for (const { key, value } of db.orm.select().from(settings).all()) {
        const known = keys.safeParse(key)
        if (!known.success) continue
        const parsed = settingsSchema.shape[known.data].safeParse(parseJson(value))
        if (parsed.success) values[known.data] = parsed.data
      }
      return settingsSchema.partial().parse(values)
    },
    write(patch) {
      db.raw.transaction(() => {
        for (const [key, value] of Object.entries(patch)) {
          if (value === undefined) continue
          const text = JSON.stringify(value)
          db.orm
            .insert(settings)
            .values({ key, value: text })
            .onConflictDoUpdate({ target: settings.key, set: { value: text } })
            .run()
        }
      })()
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON is no value; the caller falls back to the default.
    return undefined
  }
}
