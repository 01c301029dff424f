import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storedText } from '../support/stored-text'
import { openWatchedFixture, type WatchedFixture } from '../support/watched-fixture'

let fixture: WatchedFixture

beforeEach(async () => {
  fixture = await openWatchedFixture()
}, 60_000)
afterEach(() => fixture.close())

const limitMs = 600_000
const count = (sql: string) => (): number => fixture.library.db.raw.prepare(sql).pluck().get() as number
const complete = count("SELECT count(*) FROM documents WHERE deleted_at IS NULL AND status = 'complete'")
const versions = count('SELECT count(*) FROM documents WHERE deleted_at IS NOT NULL AND version_of IS NULL')

it(
  'takes 2,000 files that change at once as 2,000 new versions, in few rounds',
  async () => {
    const write = (word: string) => {
      for (let n = 0; n < 2000; n++)
        fixture.write(`part-${n % 20}/file-${n}.txt`, `${word}${n} stands in it.`)
    }
    write('First')
    await fixture.watch()
    await fixture.until(() => complete() === 2000)
    write('Second')
    await fixture.until(() => versions() === 2000)
    expect(complete()).toBe(2000)
    const document = fixture.documents().find(({ source }) => source.endsWith('/file-1999.txt'))
    expect(storedText(fixture.library.db, document?.id ?? '')).toContain('Second1999')
    const rounds = new Set(fixture.changes().map(({ runId }) => runId))
    expect(rounds.size).toBeLessThan(20)
  },
  limitMs,
)

it(
  'compares 10,000 files that did not change in under five seconds at a start',
  async () => {
    const folder = fixture.folder
    for (let n = 0; n < 10_000; n++) {
      if (n < 20) fixture.write(`part-${n}/first.txt`, `First ${n}.`)
      writeFileSync(join(folder, `part-${n % 20}/file-${n}.txt`), `File ${n} has a word.`)
    }
    await fixture.watch()
    fixture = await fixture.reopen()
    const started = performance.now()
    const seen = fixture.state().lastSeen
    await fixture.until(() => fixture.state().lastSeen !== seen)
    const seconds = (performance.now() - started) / 1000
    console.info(`Compared 10,020 unchanged files in ${seconds.toFixed(2)} s.`)
    expect(seconds).toBeLessThan(5)
  },
  limitMs,
)
