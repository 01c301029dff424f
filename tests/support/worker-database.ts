import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { ensureDefaultCollection } from '../../src/main/db/collections'
import { type Database, openDatabase } from '../../src/main/db/open'
import { openWorkerConnection, type WorkerConnection } from '../../src/main/db/worker-connection'

/** For each test a database with an empty library as main has it open, and a worker's connection to it. */
export function setUpWorkerDatabase(connect: (path: string) => WorkerConnection = openWorkerConnection) {
  let folder: string
  let db: Database
  let connection: WorkerConnection

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'worker-database-'))
    const path = join(folder, 'test.db')
    db = openDatabase(path)
    ensureDefaultCollection(db, 0)
    connection = connect(path)
  })
  afterEach(() => {
    connection.close()
    db.close()
    rmSync(folder, { recursive: true })
  })

  return {
    get db() {
      return db
    },
    get connection() {
      return connection
    },
  }
}
