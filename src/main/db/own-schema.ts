import BetterSqlite3 from 'better-sqlite3'
import { openingFailure } from './failures'
import { defineFolding } from './folding'
import { migrate, migrations, schemaVersion } from './migrate'

/**
 * Whether a database has the tables, indexes, views and triggers that the migrations up to its version make, and no
 * others. Runs nothing of it. Throws `corrupt` for one that can't be read.
 */
export function hasOwnSchema(path: string): boolean {
  try {
    const own = new BetterSqlite3(':memory:')
    const raw = new BetterSqlite3(path, { readonly: true, fileMustExist: true })
    try {
      defineFolding(own)
      migrate(own, migrations.slice(0, schemaVersion(raw)))
      const [expected, found] = [schemaOf(own), schemaOf(raw)]
      return found.length === expected.length && found.every((row, index) => row === expected[index])
    } finally {
      own.close()
      raw.close()
    }
  } catch (error) {
    throw openingFailure(path, error)
  }
}

/** In the order of their names. */
function schemaOf(raw: BetterSqlite3.Database): string[] {
  return raw
    .prepare<[], { type: string; name: string; tbl_name: string; sql: string | null }>(
      'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name',
    )
    .all()
    .map((row) => JSON.stringify([row.type, row.name, row.tbl_name, row.sql]))
}
