import BetterSqlite3 from 'better-sqlite3'
import { defineFolding } from '../../src/main/db/folding'
import { migrate, migrations } from '../../src/main/db/migrate'

/** A database in memory as it was before the migration that has these words, to be filled; then as it is now, to look at. */
export function acrossMigration(
  words: string,
  fill: (former: BetterSqlite3.Database) => void,
  look: (database: BetterSqlite3.Database) => void,
): void {
  const before = migrations.findIndex((sql) => sql.includes(words))
  if (before === -1) throw new Error(`No migration has “${words}”.`)
  const database = new BetterSqlite3(':memory:')
  defineFolding(database)
  try {
    migrate(database, migrations.slice(0, before))
    fill(database)
    migrate(database)
    look(database)
  } finally {
    database.close()
  }
}
