import { say } from '../../shared/sentences/say'
import type { Words } from '../../shared/sentences/sentence'
import type { Database } from './open'

/** What an integrity check found. */
export interface DatabaseHealth {
  readonly ok: boolean
  readonly detail: Words
}

/** SQLite's own integrity and foreign-key checks. */
export function checkDatabase(db: Database): DatabaseHealth {
  const integrity = db.raw.pragma('integrity_check', { simple: true })
  const orphans = db.raw.pragma('foreign_key_check')
  const sqlite = db.raw.prepare('SELECT sqlite_version() AS version').get() as { version: string }
  if (integrity !== 'ok')
    return { ok: false, detail: say('health.database_damaged', { why: String(integrity) }) }
  if (Array.isArray(orphans) && orphans.length > 0) {
    return { ok: false, detail: say('health.database_orphans', { count: orphans.length }) }
  }
  return {
    ok: true,
    detail: say('health.database', {
      sqlite: sqlite.version,
      schema: String(db.raw.pragma('user_version', { simple: true })),
    }),
  }
}
