import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clientInProcess } from '../../src/main/rpc/client'
import { person } from '../../src/shared/actor'
import { watchBlocking } from '../bench/blocking'
import { everyFormat, writeEveryFormat } from '../support/every-format'
import { openTestCore } from '../support/open-test-core'
import { freshFolder } from '../support/start-host'

/** Between two looks whether all is done (milliseconds). */
const lookMs = 200
/** No longer is the main thread held up (milliseconds). */
const blockedMs = 50

it('a thousand files of every format, dropped at once, end right, and the main thread stays free', async () => {
  const papers = freshFolder('every-format')
  const names = writeEveryFormat(join(papers, 'dropped'), 50)
  expect(names.size).toBe(everyFormat.length * 50)
  expect(names.size).toBeGreaterThanOrEqual(1000)
  const test = await openTestCore({ roots: [papers] })
  try {
    const client = clientInProcess(test.core.router, { actor: person, approval: null })
    // What is read for the first time is compiled, which no later use waits for.
    await client.library.documents({})
    const blocking = watchBlocking()
    const started = performance.now()
    const { documents, skipped } = await client.library.add({ paths: [join(papers, 'dropped')] })
    const handed = performance.now() - started
    expect(skipped).toEqual([])
    expect(documents).toHaveLength(names.size)
    while ((await client.library.documents({ status: 'pending', limit: 1 })).total > 0) {
      await new Promise((done) => setTimeout(done, lookMs))
    }
    const seconds = (performance.now() - started) / 1000
    const blocked = blocking.stop()
    console.log(
      `${names.size} files: handed over in ${Math.round(handed)} ms, all done in ${seconds.toFixed(1)} s; main thread blocked for ${blocked.own.toFixed(1)} ms at most (${blocked.withWaiting.toFixed(1)} ms with waiting for a processor)`,
    )
    const failed = await client.library.documents({ status: 'error', limit: 100 })
    expect(failed.documents.map(({ source, error }) => `${source}: ${error}`)).toEqual([])
    expect((await client.library.documents({ status: 'complete', limit: 1 })).total).toBe(names.size)
    const wrong: string[] = []
    for (const [path, name] of names) {
      const { results } = await client.library.search({ query: name, limit: 1 })
      const found = results[0] && (await client.library.document({ id: results[0].document_id }))
      if (found?.source !== path && !found?.source.startsWith(`${path}/`)) wrong.push(path)
    }
    expect(wrong, 'what is not found by the word that stands in it alone').toEqual([])
    expect(blocked.own).toBeLessThan(blockedMs)
  } finally {
    await test.close()
    rmSync(papers, { recursive: true, force: true })
  }
})
