import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrations } from '../../src/main/db/migrate'
import { openDatabase } from '../../src/main/db/open'
import * as schema from '../../src/main/db/schema'
import { buildEntry } from '../support/build-worker'

/** Milliseconds between two looks at how far it is. */
const lookMs = 2
/** Bytes of a log that says that a migration is well under way. */
const underWayBytes = 4_000_000

let folder: string
let child: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrating-'))
})
afterEach(async () => {
  // It would write on for minutes where the test failed before it was killed.
  if (child !== undefined && child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

const first = 'CREATE TABLE first (id INTEGER PRIMARY KEY) STRICT; INSERT INTO first VALUES (7);'
const rows = (count: number) =>
  `DELETE FROM settings;
   CREATE TABLE many (id INTEGER PRIMARY KEY, words TEXT NOT NULL) STRICT;
   INSERT INTO many (words) SELECT hex(zeroblob(200)) FROM (
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n);`

it('a database whose process was killed in the midst of a migration is as it was before that one, and goes on from there', {
  timeout: 60_000,
}, async () => {
  const path = join(folder, 'data', 'countersign.db')
  const former = openDatabase(path)
  former.orm.insert(schema.settings).values({ key: 'a', value: '1' }).run()
  former.close()

  const entry = fileURLToPath(await buildEntry('tests/support/migrating-child.ts'))
  child = spawn(process.execPath, [entry, path, first, rows(20_000_000)], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  const log = `${path}-wal`
  while (!existsSync(log) || statSync(log).size < underWayBytes) {
    expect(child.exitCode).toBeNull()
    await sleep(lookMs)
  }
  child.kill('SIGKILL')
  expect((await ended)[1]).toBe('SIGKILL')

  const before = openDatabase(path, [...migrations, first])
  expect(before.raw.prepare('SELECT id FROM first').all()).toEqual([{ id: 7 }])
  expect(before.orm.select().from(schema.settings).all()).toEqual([{ key: 'a', value: '1' }])
  expect(before.raw.pragma('integrity_check', { simple: true })).toBe('ok')
  before.close()

  const after = openDatabase(path, [...migrations, first, rows(10)])
  expect(after.raw.prepare('SELECT count(*) FROM many').pluck().get()).toBe(10)
  after.close()
  // Of each try there is a copy of what it began with, and none is half.
  const copies = readdirSync(join(folder, 'data', 'backups'))
  expect(copies.length).toBeGreaterThan(0)
  for (const name of copies) {
    const copy = openDatabase(join(folder, 'data', 'backups', name), [...migrations, first])
    expect(copy.orm.select().from(schema.settings).all()).toEqual([{ key: 'a', value: '1' }])
    copy.close()
  }
})
