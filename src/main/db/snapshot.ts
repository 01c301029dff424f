import { closeSync, openSync, rmSync } from 'node:fs'
import type BetterSqlite3 from 'better-sqlite3'
import { privateFile } from '../disk/owner-only'
import { schemaVersion } from './migrate'
import { openReadingConnection, openWorkerConnection } from './worker-connection'

/** What a copy of the database holds, for people. */
interface SnapshotCounts {
  readonly conversations: number
  readonly documents: number
  readonly notes: number
  readonly contacts: number
  readonly tasks: number
  readonly changes: number
}

/** Pages that are copied before others have their turn, and before a stop is looked for: 4 MB. */
const pagesAtOnce = 1000

/**
 * Copies a database that others write meanwhile, as it is at one instant, without the search index, which is made
 * again from the passages. `rough` and `target` are paths for new files in a folder that has room for both. Calls
 * `taken` as soon as later writes no longer matter.
 */
export async function snapshotDatabase(options: {
  readonly path: string
  readonly rough: string
  readonly target: string
  readonly taken: () => void
  readonly progress: (done: number, total: number) => void
  /** Throws when it is to end. */
  readonly stopIfAsked: () => void
}): Promise<{ readonly schema: number; readonly counts: SnapshotCounts }> {
  const { rough, target, stopIfAsked } = options
  try {
    for (const file of [rough, target]) closeSync(openSync(file, 'wx', privateFile))
    await copyPages(options)
    const copy = openWorkerConnection(rough)
    try {
      leaveIndexOut(copy)
      stopIfAsked()
      // Into another file, so that nothing that was deleted stays in pages that are free.
      copy.prepare('VACUUM INTO ?').run(target)
      stopIfAsked()
      return { schema: schemaVersion(copy), counts: countsOf(copy) }
    } finally {
      copy.close()
    }
  } finally {
    for (const rest of ['', '-wal', '-shm', '-journal']) rmSync(`${rough}${rest}`, { force: true })
  }
}

async function copyPages({
  path,
  rough,
  taken,
  progress,
  stopIfAsked,
}: Parameters<typeof snapshotDatabase>[0]): Promise<void> {
  const source = openReadingConnection(path)
  try {
    // Within one reading transaction the copy has one instant, and nobody's writes make it begin anew.
    source.exec('BEGIN')
    source.prepare('SELECT installation FROM install').get()
    taken()
    await source.backup(rough, {
      progress({ totalPages, remainingPages }) {
        stopIfAsked()
        progress(totalPages - remainingPages, totalPages)
        return pagesAtOnce
      },
    })
    source.exec('COMMIT')
  } finally {
    source.close()
  }
}

function leaveIndexOut(copy: BetterSqlite3.Database): void {
  copy.pragma('journal_mode = DELETE')
  // A copy that a crash damages is thrown away.
  copy.pragma('journal_mode = OFF')
  copy.pragma('synchronous = OFF')
  copy.exec(`
    DELETE FROM index_segments;
    DELETE FROM index_pages;
    UPDATE documents SET indexing = 0;
    DELETE FROM search_changes;
  `)
}

function countsOf(copy: BetterSqlite3.Database): SnapshotCounts {
  const count = (sql: string): number => Number(copy.prepare(sql).pluck().get())
  return {
    conversations: count('SELECT count(*) FROM conversations WHERE trashed_at IS NULL'),
    documents: count('SELECT count(*) FROM documents WHERE deleted_at IS NULL AND version_of IS NULL'),
    notes: count('SELECT count(*) FROM notes'),
    contacts: count('SELECT count(*) FROM contacts'),
    tasks: count('SELECT count(*) FROM tasks'),
    changes: count('SELECT count(*) FROM changes'),
  }
}
