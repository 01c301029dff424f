import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { parsedJson } from '../../shared/json/parsed-json'
import type { Database } from './open'
import { preparedOnce } from './prepared'
import { settings } from './schema'

// Single values beside the tables, each under a key of its own: what a person has set, and what the program remembers.

const queries = preparedOnce((orm) => ({
  read: orm
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, sql.placeholder('key')))
    .prepare(),
  write: orm
    .insert(settings)
    .values({ key: sql.placeholder('key'), value: sql.placeholder('value') })
    .onConflictDoUpdate({ target: settings.key, set: { value: sql`excluded.value` } })
    .prepare(),
}))

/** The value under a key; null where there is none, or one that no longer fits its shape. */
export function storedValue<T>(db: Database, key: string, shape: z.ZodType<T>): T | null {
  const row = queries(db).read.get({ key })
  return row === undefined ? null : shape.nullable().catch(null).parse(parsedJson(row.value))
}

/** Puts a value under a key, in the place of the one before. */
export function storeValue(db: Database, key: string, value: unknown): void {
  queries(db).write.run({ key, value: JSON.stringify(value) })
}
