import { LET_GO } from './before-any-time'
import type { Database } from './open'
import { prepared } from './prepared'
import { openNeeds } from './retention'

/** A name in a path that is in a text, also in one of JSON, where a backslash is two and a quotation mark ends it. */
const nameInPath = /[^/\\"]+/g

/**
 * Which of the names of what lies in the folder of uploads something still reads from, as the database is now: a
 * document that is not read yet, also one that was deleted and can come back, or a proposal that waits.
 */
export function neededUploads(db: Database, names: readonly string[]): ReadonlySet<string> {
  const unread = prepared(
    db.raw,
    `SELECT DISTINCT source FROM documents WHERE status <> 'complete' AND ifnull(deleted_at, 0) <> ${LET_GO}`,
  )
    .pluck()
    .all() as string[]
  const present = new Set(names)
  const needed = new Set<string>()
  // Each text is gone through once, however many uploads there are: the start waits for this. The names are random and
  // long: whatever has one in a path means the folder.
  for (const text of [...unread, ...openNeeds(db)]) {
    for (const [name] of text.matchAll(nameInPath)) if (present.has(name)) needed.add(name)
  }
  return needed
}
