import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clientInProcess } from '../../src/main/rpc/client'
import { person } from '../../src/shared/actor'
import { everyFormat, writeEveryFormat } from '../support/every-format'
import { openTestCore } from '../support/open-test-core'
import { freshFolder } from '../support/start-host'

/** Between two looks whether all is done (milliseconds). */
const lookMs = 200

it('a thousand files of every format, dropped at once, end right', async () => {
  const papers = freshFolder('every-format')
  const names = writeEveryFormat(join(papers, 'dropped'), 50)
  expect(names.size).toBe(everyFormat.length * 50)
  expect(names.size).toBeGreaterThanOrEqual(1000)
  const test = await openTestCore({ roots: [papers] })
  try {
    const client = clientInProcess(test.core.router, { actor: person, approval: null })
    const { documents, skipped } = await client.library.add({ paths: [join(papers, 'dropped')] })
    expect(skipped).toEqual([])
    expect(documents).toHaveLength(names.size)
    while ((await client.library.documents({ status: 'pending', limit: 1 })).total > 0) {
      await new Promise((done) => setTimeout(done, lookMs))
    }
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
  } finally {
    await test.close()
    rmSync(papers, { recursive: true, force: true })
  }
})
