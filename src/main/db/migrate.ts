import type BetterSqlite3 from 'better-sqlite3'
import { AppError } from '../../shared/errors'

// Bundled as text, so that a packaged application has them without looking for files.
const files = import.meta.glob<string>('../../../resources/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The migrations of this version, in order; the schema's version is how many of them have run. */
export const migrations: readonly string[] = Object.entries(files)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([, sql]) => sql)

/** The version of a database's schema. */
export function schemaVersion(raw: BetterSqlite3.Database): number {
  return Number(raw.pragma('user_version', { simple: true }))
}

/** Runs each migration that is missing, each in one transaction with its version. */
export function migrate(raw: BetterSqlite3.Database, steps: readonly string[] = migrations): void {
  for (const [index, sql] of steps.entries()) {
    if (index < schemaVersion(raw)) continue
    raw
      .transaction(() => {
        raw.exec(sql)
        const orphans = raw.pragma('foreign_key_check')
        if (Array.isArray(orphans) && orphans.length > 0) {
          throw new AppError(
            'internal',
            `Schema ${index + 1} would leave ${orphans.length} rows without what they refer to.`,
          )
        }
        raw.pragma(`user_version = ${index + 1}`)
      })
      .immediate()
  }
}
