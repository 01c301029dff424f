import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dataFolderAt } from '../../src/main/disk/data-folder'
import type { Client } from '../../src/main/rpc/client'
import type { Document } from '../../src/shared/contract/document'
import type { AppEvent } from '../../src/shared/contract/events'
import { attachTo } from '../support/attach-to'
import { makePdf } from '../support/make-pdf'
import { freshFolder, type RunningHost, startHost } from '../support/start-host'

const limitMs = 3 * 60_000

let base: string
let work: string
let data: string

beforeEach(() => {
  base = realpathSync(freshFolder('fault'))
  work = join(base, 'work')
  data = join(base, 'data')
  mkdirSync(work)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

/** A host, and a connection to it as a command has one. */
interface Running {
  readonly host: RunningHost
  readonly client: Client
  kill(): Promise<void>
  stop(): Promise<void>
}

async function start(folder = data): Promise<Running> {
  const host = await startHost({ data: folder, roots: [work] })
  const attached = await attachTo(dataFolderAt(folder), { kind: 'command_line', name: 'Command line' })
  return {
    host,
    client: attached.client,
    kill: async () => {
      await host.kill()
      await attached.closed
    },
    stop: async () => {
      attached.close()
      await host.stop()
    },
  }
}

describe('a process killed while it reads a large PDF', () => {
  const pages = 1500

  /** Adds the file and answers its documents' states as they are told. */
  async function* states(client: Client, path: string): AsyncGenerator<Document> {
    const events: AsyncIterator<AppEvent> = await client.events.watch()
    await events.next()
    if (path !== '') await client.library.add({ paths: [path] })
    const [first] = (await client.library.documents({ status: 'all', limit: 50 })).documents
    if (first !== undefined) yield first
    for (let next = await events.next(); next.done !== true; next = await events.next()) {
      if (next.value.type === 'document') yield next.value.document
    }
  }
  async function settled(client: Client, path: string): Promise<Document> {
    for await (const document of states(client, path)) {
      if (document.status !== 'pending' && document.status !== 'processing') return document
    }
    throw new Error('The host ended before the document came to rest.')
  }
  const counts = ({ status, pages, chunks, tokens, sha256, title }: Document) => ({
    status,
    pages,
    chunks,
    tokens,
    sha256,
    title,
  })

  it('goes on at the next start, to one document with the counts of an undisturbed one', {
    timeout: limitMs,
  }, async () => {
    const path = join(work, 'large.pdf')
    const line = (page: number, index: number) =>
      `Page ${page} line ${index}: the pilot marks the outer buoy at dawn.`
    writeFileSync(
      path,
      makePdf({
        title: 'Large',
        pages: Array.from({ length: pages }, (_, page) =>
          Array.from({ length: 20 }, (_, index) => line(page + 1, index)),
        ),
      }),
    )
    const control = await start(join(base, 'control'))
    const expected = counts(await settled(control.client, path))
    expect(expected).toMatchObject({ status: 'complete', pages })
    await control.stop()

    for (const stage of ['acquire', 'extract', 'index'] as const) {
      const running = await start()
      // The first start adds it; later ones go on with what the kill before left.
      const first = stage === 'acquire'
      for await (const document of states(running.client, first ? path : '')) {
        if (document.status === 'complete')
          throw new Error(`It was complete before it was killed at ${stage}.`)
        if (document.stage === stage) break
      }
      await running.kill()
    }

    const last = await start()
    expect(counts(await settled(last.client, ''))).toEqual(expected)
    const { documents, total } = await last.client.library.documents({ status: 'all', limit: 50 })
    expect({ total, count: documents.length }).toEqual({ total: 1, count: 1 })
    const { results } = await last.client.library.search({ query: `page ${pages} pilot buoy`, limit: 5 })
    expect(results.some((passage) => passage.page === pages)).toBe(true)
    expect(await last.client.system.doctor()).toMatchObject({ ok: true })
    await last.stop()
  })
})

describe('a process killed while it applies what was approved', () => {
  const rounds = 15
  /** Round by round a little later, past the time that the changes take. */
  const killAfterMs = (round: number) => round * 5
  const oldText = `first line\n${'unchanged\n'.repeat(20_000)}`
  const newText = oldText.replace('first', 'second')
  const trashed = ['a.txt', 'b.bin', 'c.txt']
  const trashedContent = (name: string) => `${name} `.repeat(5000)
  const made = 'made.txt'
  const madeText = 'made\n'.repeat(10_000)

  const inFolder = (round: number, name: string) => join(work, String(round), name)
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null)

  async function propose(client: Client, round: number) {
    mkdirSync(join(work, String(round)))
    writeFileSync(inFolder(round, 'edit.txt'), oldText)
    for (const name of trashed) writeFileSync(inFolder(round, name), trashedContent(name))
    const inputs: Record<string, unknown> = {
      edit_file: {
        path: inFolder(round, 'edit.txt'),
        edits: [{ old_text: 'first line', new_text: 'second line' }],
      },
      create_file: { path: inFolder(round, made), content: madeText },
      trash_files: { paths: trashed.map((name) => inFolder(round, name)) },
    }
    return Promise.all(
      Object.entries(inputs).map(async ([tool, input]) => {
        const outcome = await client.tools.call({ tool, input })
        if (outcome.status !== 'proposed')
          throw new Error(`${tool} was not proposed: ${outcome.result.content}`)
        return outcome.proposal
      }),
    )
  }

  /** Every change is wholly there or wholly not, and the ledger says the same. */
  async function check(client: Client, round: number, ids: readonly string[]): Promise<void> {
    const proposals = await Promise.all(ids.map((id) => client.proposals.get({ id })))
    const applied = (tool: string) => proposals.find((each) => each.tool === tool)?.status === 'applied'
    const where = `round ${round}`
    expect(read(inFolder(round, 'edit.txt')) === (applied('edit_file') ? newText : oldText), where).toBe(true)
    expect(read(inFolder(round, made)), where).toBe(applied('create_file') ? madeText : null)
    for (const name of trashed) {
      expect(read(inFolder(round, name)), where).toBe(applied('trash_files') ? null : trashedContent(name))
    }
    const names = [
      'edit.txt',
      ...(applied('create_file') ? [made] : []),
      ...(applied('trash_files') ? [] : trashed),
    ]
    expect(readdirSync(join(work, String(round))).sort(), where).toEqual(names.sort())
    for (const proposal of proposals) {
      expect(proposal.changeId !== null, where).toBe(proposal.status === 'applied')
    }
    expect(await client.system.doctor(), where).toMatchObject({ ok: true })
  }

  it(`leaves each file old or new, never half, in ${rounds} rounds, and undo works afterwards`, {
    timeout: limitMs,
  }, async () => {
    let running = await start()
    const ids: string[][] = []
    for (let round = 0; round < rounds; round++) {
      const proposals = await propose(running.client, round)
      ids.push(proposals.map(({ id }) => id))
      const decided = proposals.map(({ id, planHash, typeToConfirm }) =>
        // The answer may die with the host.
        running.client.proposals
          .approve({ id, planHash, typed: typeToConfirm ?? undefined })
          .catch(() => null),
      )
      await delay(killAfterMs(round))
      await running.kill()
      await Promise.race([Promise.all(decided), delay(100)])
      running = await start()
      await check(running.client, round, ids[round] ?? [])
    }
    const changes = await running.client.changes.list({ limit: 200 })
    for (const change of changes) {
      if (change.status === 'applied') await running.client.changes.undo({ id: change.id })
    }
    for (let round = 0; round < rounds; round++) {
      expect(readdirSync(join(work, String(round))).sort()).toEqual(['edit.txt', ...trashed].sort())
      expect(read(inFolder(round, 'edit.txt')) === oldText).toBe(true)
      for (const name of trashed) expect(read(inFolder(round, name))).toBe(trashedContent(name))
    }
    expect(await running.client.system.doctor()).toMatchObject({ ok: true })
    await running.stop()
  })
})
