import { LET_GO } from './before-any-time'
import type { Database } from './open'
import { prepared } from './prepared'
import { openNeeds } from './retention'

/**
 * What tells for the name of a folder of uploads whether something still reads from it, as the database is now: a
 * document that is not read yet, also one that was deleted and can come back, or a proposal that waits.
 */
export function neededUploads(db: Database): (name: string) => boolean {
  const unread = prepared(
    db.raw,
    `SELECT DISTINCT source FROM documents WHERE status <> 'complete' AND ifnull(deleted_at, 0) <> ${LET_GO}`,
  )
    .pluck()
    .all() as string[]
  const texts = [...unread, ...openNeeds(db)]
  // The name is random and long: whatever has it means the folder.
  return (name) => texts.some((text) => text.includes(name))
}
