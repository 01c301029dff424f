import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { clientInProcess } from '../../src/main/rpc/client'
import { person } from '../../src/shared/actor'
import { openTestCore } from '../support/open-test-core'
import { propose } from '../support/propose'
import { freshFolder } from '../support/start-host'

/** The files below a folder in which one of these words stands, in any case. */
function filesWith(folder: string, words: RegExp): string[] {
  return globSync('**/*', { cwd: folder }).filter((name) => {
    const path = join(folder, name)
    // What was made for the moment alone may be gone by now.
    const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true
    return isFile && words.test(readFileSync(path, 'latin1'))
  })
}

it('leaves no word of a document in the data folder once the retention of its deletion ended', {
  timeout: 120_000,
}, async () => {
  const data = freshFolder('erased')
  const papers = freshFolder('papers')
  const write = (name: string, text: string) => {
    writeFileSync(join(papers, name), text)
    return join(papers, name)
  }
  // Long enough for pages of its own, in a segment with the documents that stay.
  const filler = (topic: string) =>
    Array.from({ length: 400 }, (_, n) => `Remark ${n} on ${topic}.`).join('\n\n')
  const gone = /jacaranda|acarand|belvedere|elveder/i
  const paths = [
    write('first.md', `# First\n\n${filler('tides')}\n\nThe heliotrope stays.`),
    write(
      'second.md',
      `# Second\n\n${'The jacaranda is in bloom at the belvedere. '.repeat(300)}\n\n${filler('quays')}`,
    ),
    write('third.md', `# Third\n\n${filler('bells')}\n\nThe heliotrope stays here too.`),
  ]

  const first = await openTestCore({ data, roots: [papers] })
  const before = clientInProcess(first.core.router, { actor: person, approval: null })
  await before.library.add({ paths })
  await vi.waitUntil(async () => (await before.library.documents({ status: 'complete' })).total === 3, 60_000)
  const { documents } = await before.library.documents({})
  const second = documents.find(({ title }) => title === 'Second')
  const { id, planHash } = await propose(before, 'delete_document', { doc_id: second?.id })
  expect((await before.proposals.approve({ id, planHash })).result?.success).toBe(true)
  await first.close()
  expect(filesWith(data, gone).length, 'before, it is there to be brought back').toBeGreaterThanOrEqual(2)

  // Long ago, as far as the program can tell.
  const database = new BetterSqlite3(join(data, 'countersign.db'))
  database.exec('UPDATE documents SET deleted_at = 1 WHERE deleted_at IS NOT NULL; UPDATE changes SET at = 1')
  database.close()

  const again = await openTestCore({ data, roots: [papers] })
  const client = clientInProcess(again.core.router, { actor: person, approval: null })
  await expect.poll(() => filesWith(data, gone), { timeout: 60_000, interval: 100 }).toEqual([])
  expect(filesWith(data, /heliotrope/i)).not.toEqual([])
  const { results } = await client.library.search({ query: 'heliotrope' })
  expect(results.map(({ title }) => title).toSorted()).toEqual(['First', 'Third'])
  expect((await client.library.search({ query: 'jacaranda' })).results).toEqual([])
  await again.close()
  expect(filesWith(data, gone)).toEqual([])
  for (const folder of [data, papers]) rmSync(folder, { recursive: true, force: true })
})
