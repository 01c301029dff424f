import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { ensureDefaultCollection } from '../../src/main/db/collections'
import { forgetIndex } from '../../src/main/db/index-segments'
import { openDatabase } from '../../src/main/db/open'
import { openWorkerConnection } from '../../src/main/db/worker-connection'
import { checkIndex } from '../../src/main/library/index/check-index'
import { indexSomeWaiting, retitleDocument } from '../../src/main/library/index/index-document'
import { mergeIndex } from '../../src/main/library/index/merge-index'
import { segmentOfPlace } from '../../src/main/library/index/segment-files'
import { openSearcher } from '../../src/main/library/search/search'

/**
 * Lets a process write to one index and kills it hard after so many of its lines, again and again; after each kill
 * the index is what the stored passages give, and finds each complete document and no other.
 */
export async function killAndCheck(child: string, linesBeforeKills: readonly number[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'index-kill-'))
  const path = join(folder, 'test.db')
  const db = openDatabase(path)
  ensureDefaultCollection(db, 0)
  const met = new Set<string>()
  try {
    for (const [round, lines] of linesBeforeKills.entries()) {
      await runAndKill(child, [path, String(round + 1)], lines)
      const connection = openWorkerConnection(path)
      const complete = db.raw
        .prepare(
          "SELECT id, chunks FROM documents WHERE status = 'complete' AND deleted_at IS NULL ORDER BY id",
        )
        .all() as { id: string; chunks: number }[]
      const { wrong } = await checkIndex(connection, null)
      expect(wrong, `after ${lines} lines of round ${round}`).toEqual([])
      const find = (query: string) =>
        openSearcher(connection)
          .search({ query, filter: {}, minSimilarity: 0, limit: 5, typing: false })
          .results.map(({ document_id }) => document_id)
      // Those of the rounds before are looked for again in the end: each round would take longer than the one before.
      const isLast = round === linesBeforeKills.length - 1
      for (const { id } of complete) {
        if (!isLast && met.has(id)) continue
        met.add(id)
        expect([...new Set(find(`"only${id}"`))]).toEqual([id])
      }
      const known = complete.map(({ id }) => id)
      for (const id of find('w1 w2 w3')) expect(known).toContain(id)
      connection.close()
    }
    const connection = openWorkerConnection(path)
    // A title that was on its way to the index goes on at the next start.
    const onTheirWay = "SELECT number FROM documents WHERE status = 'complete' AND stage = 'index'"
    for (const number of db.raw.prepare(onTheirWay).pluck().all() as number[]) {
      expect(await retitleDocument(connection, number)).toBe(true)
    }
    const before = await checkIndex(connection, null)
    forgetIndex(connection)
    while ((await indexSomeWaiting(connection)) > 0);
    await mergeIndex(connection)
    expect(await checkIndex(connection, null)).toEqual(before)
    const places = db.raw.prepare('SELECT place FROM index_pages').pluck().all() as number[]
    const segments = new Set(db.raw.prepare('SELECT number FROM index_segments').pluck().all())
    expect(places.filter((place) => !segments.has(segmentOfPlace(place)))).toEqual([])
    connection.close()
  } finally {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runAndKill(file: string, parameters: readonly string[], lines: number): Promise<void> {
  const child = spawn(process.execPath, [file, ...parameters], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let seen = 0
  for await (const _ of createInterface({ input: child.stdout })) {
    seen++
    if (seen === lines) child.kill('SIGKILL')
  }
  await ended
  // A child that ended by itself has shown nothing.
  expect(seen).toBeGreaterThanOrEqual(lines)
}
