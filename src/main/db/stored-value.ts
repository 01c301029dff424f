import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database } from './open'
import { settings } from './schema'
import { parseStored } from './stored-json'

// Single values beside the tables, each under a key of its own: what a person has set, and what the program remembers.

/** The value under a key; null where there is none, or one that no longer fits its shape. */
export function storedValue<T>(db: Database, key: string, shape: z.ZodType<T>): T | null {
  const row = db.orm.select({ value: settings.value }).from(settings).where(eq(settings.key, key)).get()
  return row === undefined ? null : shape.nullable().catch(null).parse(parseStored(row.value))
}

/** Puts a value under a key, in the place of the one before. */
export function storeValue(db: Database, key: string, value: unknown): void {
  const text = JSON.stringify(value)
  db.orm
    .insert(settings)
    .values({ key, value: text })
    .onConflictDoUpdate({ target: settings.key, set: { value: text } })
    .run()
}
