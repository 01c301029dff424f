import type BetterSqlite3 from 'better-sqlite3'

// Bundled as text, so that a packaged application has them without looking for files.
const files = import.meta.glob<string>('../../../resources/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Runs each migration that is missing, each in one transaction with its version. */
export function migrate(raw: BetterSqlite3.Database): void {
  const migrations = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))
  const version = Number(raw.pragma('user_version', { simple: true }))
  for (const [index, [, sql]] of migrations.entries()) {
    if (index < version) continue
    raw.transaction(() => {
      raw.exec(sql)
      raw.pragma(`user_version = ${index + 1}`)
    })()
  }
}
