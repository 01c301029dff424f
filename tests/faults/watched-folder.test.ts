import { mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dataFolderAt } from '../../src/main/disk/data-folder'
import type { Client } from '../../src/main/rpc/client'
import { attachTo } from '../support/attach-to'
import { seeded, seedOfRun } from '../support/seeded'
import { freshFolder, type RunningHost, startHost } from '../support/start-host'

const limitMs = 180_000
const files = 60

let base: string
let folder: string
let data: string

beforeEach(() => {
  base = realpathSync(freshFolder('watched'))
  folder = join(base, 'papers')
  data = join(base, 'data')
  mkdirSync(folder)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

async function start(): Promise<{ host: RunningHost; client: Client; closed: Promise<void> }> {
  const host = await startHost({ data, roots: [folder] })
  const attached = await attachTo(dataFolderAt(data), { kind: 'command_line', name: 'Command line' })
  return { host, client: attached.client, closed: attached.closed }
}

const documentsOf = async (client: Client) =>
  (await client.library.documents({ status: 'all', limit: 1000 })).documents

it('takes everything once although it is killed again and again while it takes it', {
  timeout: limitMs,
}, async () => {
  const random = seeded(seedOfRun())
  const content = new Map<string, string>()
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    content.set(name, text)
  }
  for (let n = 0; n < files; n++) write(`paper-${n}.txt`, `Paper ${n} is about word${n}first.`)
  let running = await start()
  await running.client.library.watchFolder({ path: folder })
  for (let round = 0; round < 5; round++) {
    await delay(random.below(2500))
    await running.host.kill()
    await running.closed
    for (let n = round; n < files; n += 5)
      write(`paper-${n}.txt`, `Paper ${n} is about word${n}round${round}.`)
    const moved = `moved-${round}.txt`
    const from = `paper-${random.below(files)}.txt`
    if (content.has(from)) {
      renameSync(join(folder, from), join(folder, moved))
      content.set(moved, content.get(from) ?? '')
      content.delete(from)
    }
    running = await start()
  }
  const { client } = running
  const texts = async () => {
    const documents = await documentsOf(client)
    const living = documents.filter(({ sourceGone }) => !sourceGone)
    const read = await Promise.all(
      living.map(async ({ id, source, status, error }) => [
        source.slice(folder.length + 1),
        status === 'complete' ? (await client.library.text({ id })).text.trim() : `${status}: ${error}`,
      ]),
    )
    return Object.fromEntries(read)
  }
  const expected = Object.fromEntries(content)
  try {
    await expect.poll(texts, { timeout: limitMs - 60_000, interval: 1000 }).toEqual(expected)
  } catch (error) {
    // What the folder itself says of it tells more than the contents that are missing.
    throw new Error(JSON.stringify(await client.library.watchedFolders()), { cause: error })
  }
  // Each file is one document: nothing came twice, nothing was called gone.
  const documents = await documentsOf(client)
  expect(documents.filter(({ sourceGone }) => sourceGone)).toEqual([])
  expect(documents).toHaveLength(content.size)
  expect(await client.system.doctor()).toMatchObject({ ok: true })
  await running.host.stop()
})
