import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, clientInProcess } from '../../src/main/rpc/client'
import { parseSequenceFile } from '../../src/main/sequences/file'
import { person } from '../../src/shared/actor'
import { converse } from '../support/converse'
import { decide, furnish } from '../support/crash/cases'
import { settled } from '../support/crash/picture'
import { createStage, type Stage } from '../support/crash/stage'
import { openTestCore, type TestCore } from '../support/open-test-core'
import { sampleMission } from '../support/sample-mission'
import { sequenceOf, stepOf } from '../support/sequence-definitions'

const limitMs = 120_000

let stage: Stage
let test: TestCore
let client: Client
let outside: string

beforeAll(async () => {
  stage = createStage()
  outside = join(stage.work, '..', 'outside')
  mkdirSync(outside)
  test = await openTestCore({ data: stage.data, roots: [stage.work] })
  client = clientInProcess(test.core.router, { actor: person, approval: null })
  await furnish(stage, client)
  const [first, second] = [
    await converse(client, '/list_collections', limitMs),
    await converse(client, '/current_time', limitMs),
  ]
  await client.conversations.rename({ id: first, title: '../../evil\u202Etxt' })
  await client.conversations.rename({ id: second, title: '../../evil\u202Etxt' })
  mkdirSync(join(stage.work, 'twice'))
  writeFileSync(join(stage.work, 'twice', 'read.txt'), 'Another text under the same name.\n')
  await decide(client, 'add_document', { source: join(stage.work, 'twice', 'read.txt') })
  const ada = { name: 'Ada Lovelace', emails: [{ label: 'work', value: 'ada@example.org' }] }
  await decide(client, 'create_contact', ada)
  await decide(client, 'create_tasks', {
    tasks: [
      { title: 'Report', key: 'report', assistant: 'default' },
      { title: 'Figures', parent: 'report', due: '2026-12-01' },
    ],
  })
  const [report] = await client.tasks.list({ query: 'report' })
  await decide(client, 'comment_on_task', { task_id: report?.id, text: 'Begun.' })
  await client.missions.create({ fields: sampleMission })
  await client.sequences.create({ definition: sequenceOf([stepOf('current_time')], [], 'What time it is') })
  await client.mcpServers.save({
    id: null,
    draft: {
      name: 'Tides',
      callSeconds: 60,
      connection: {
        kind: 'address',
        url: 'https://tides.example/mcp',
        headers: [{ name: 'Authorization', value: 'a key that must stay too' }],
      },
    },
  })
  await client.settings.setKey({ key: 'a key that must stay' })
  await settled(client)
}, limitMs)
afterAll(async () => {
  await test.close()
  stage.remove()
})

const filesBelow = (folder: string) =>
  (readdirSync(folder, { recursive: true, encoding: 'utf8' }) as string[])
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('an export', { timeout: limitMs }, () => {
  it('has everything in forms that other programs read, under names that are safe everywhere', async () => {
    const path = join(outside, 'mine')
    const written = await client.data.export({ path })
    expect(written).toMatchObject({ path, conversations: 2, missing: 0 })
    const names = filesBelow(path)
    expect(written.files).toBe(names.length)
    expect(names.filter((name) => name.startsWith('conversations'))).toEqual([
      'conversations/evil txt (2).json',
      'conversations/evil txt (2).md',
      'conversations/evil txt.json',
      'conversations/evil txt.md',
    ])
    const documents = linesOf(join(path, 'library', 'documents.jsonl'))
    expect(documents).toHaveLength((await client.library.documents({ status: 'all' })).total)
    for (const { collection, file, title } of documents) {
      const original = join(path, 'library', String(collection), String(file))
      expect(readFileSync(original, 'utf8'), String(title)).not.toBe('')
    }
    expect(documents.map(({ file }) => file).sort()).toEqual(['kept.txt', 'read (2).txt', 'read.txt'])
    expect(written.notes).toBe(1)
    expect(readFileSync(join(path, 'notes', 'Tides.md'), 'utf8')).toMatch(
      /^---\nid: "[^"]+"\ntitle: "Tides"\ntags: \["sea"\]\ncreated: \d{4}-.*Z\nupdated: .*Z\nauthor: .*\n---\n\nHigh water at seven\.\n$/,
    )
    expect(linesOf(join(path, 'activity', 'changes.jsonl'))).toHaveLength(
      (await client.changes.list({ limit: 500 })).length,
    )
    expect(JSON.parse(readFileSync(join(path, 'activity', 'audit.json'), 'utf8'))).toMatchObject({
      intact: true,
    })
    expect(names.filter((name) => name.startsWith('assistants')).length).toBe(written.assistants)
    expect(written.sequences).toBe(1)
    expect(
      parseSequenceFile(readFileSync(join(path, 'sequences', 'What time it is.sequence.json'), 'utf8')),
    ).toMatchObject({ name: 'What time it is', steps: [{ tool: 'current_time' }] })
    expect(JSON.parse(readFileSync(join(path, 'settings.json'), 'utf8'))).toMatchObject({
      mcp_servers: [
        { name: 'Tides', connection: { url: 'https://tides.example/mcp', headers: ['Authorization'] } },
      ],
    })
    expect(written.missions).toBe(1)
    expect(JSON.parse(readFileSync(join(path, 'missions.json'), 'utf8'))).toMatchObject([
      { name: sampleMission.name, prompt: sampleMission.prompt, assistant: 'Assistant', on: true, log: [] },
    ])
    for (const name of names)
      expect(readFileSync(join(path, name), 'latin1'), name).not.toContain('a key that must')
    expect(JSON.parse(readFileSync(join(path, 'contacts.json'), 'utf8'))).toMatchObject([
      { name: 'Ada Lovelace', emails: [{ value: 'ada@example.org' }], added_by: 'You', links: [] },
    ])
    expect(readFileSync(join(path, 'contacts.vcf'), 'utf8')).toContain('\r\nFN:Ada Lovelace\r\n')
    expect(written.tasks).toBe(2)
    expect(JSON.parse(readFileSync(join(path, 'tasks.json'), 'utf8'))).toMatchObject([
      { title: 'Figures', due: '2026-12-01', parent: { title: 'Report' }, comments: [] },
      {
        title: 'Report',
        assistant: { id: 'default', name: 'Assistant' },
        comments: [{ text: 'Begun.', by: 'You' }],
      },
    ])
    expect(readFileSync(join(path, 'README.txt'), 'utf8')).toMatch(/^Your data from Countersign/)
  })

  /** Leaves a document of the library as one that is not read yet, with what else is `known` of it by then. */
  async function addUnread(name: string, known: { readonly source?: string; readonly sha256?: null }) {
    const source = join(stage.work, name)
    writeFileSync(source, `In ${name}.\n`)
    await decide(client, 'add_document', { source })
    await settled(client)
    const { documents } = await client.library.documents({ limit: 500 })
    const { id, sha256 } = documents.find((document) => document.source === source) ?? {}
    const unread = { source, sha256, ...known }
    const rows = new BetterSqlite3(test.folder.database)
    rows
      .prepare("UPDATE documents SET source = @source, sha256 = @sha256, status = 'cancelled' WHERE id = @id")
      .run({ id, ...unread })
    rows.close()
    return { ...unread, blob: join(test.folder.blobs, String(sha256).slice(0, 2), String(sha256)) }
  }
  /** Hands over a file as a browser does; answers its path. */
  function upload(name: string, content: string): string {
    const folder = join(test.folder.uploads, randomUUID())
    mkdirSync(folder)
    writeFileSync(join(folder, name), content)
    return join(realpathSync(folder), name)
  }
  /** What an export into a new folder has of a document; null where it lacks the original. */
  function originalIn(path: string, source: string): string | null {
    const line = linesOf(join(path, 'library', 'documents.jsonl')).find((each) => each.source === source)
    if (line === undefined) throw new Error(`The export does not name ${source}.`)
    if (line.file === null) return null
    return readFileSync(join(path, 'library', String(line.collection), String(line.file)), 'utf8')
  }

  it('has an uploaded file of which the library knows the hash before it has a copy', async () => {
    const { source, blob } = await addUnread('known.txt', {
      source: upload('known.txt', 'Known, and not kept.\n'),
    })
    rmSync(blob)
    const path = join(outside, 'known')
    expect(await client.data.export({ path })).toMatchObject({ missing: 0 })
    expect(originalIn(path, source)).toBe('Known, and not kept.\n')
  })

  it('has an uploaded file that the library has not read, from where it lies', async () => {
    const { source } = await addUnread('late.txt', {
      source: upload('late.txt', 'Not read.\n'),
      sha256: null,
    })
    const path = join(outside, 'late')
    expect(await client.data.export({ path })).toMatchObject({ missing: 0 })
    expect(originalIn(path, source)).toBe('Not read.\n')
    // What is no file there any more is said, and not waited for.
    rmSync(source)
    mkdirSync(source)
    expect(await client.data.export({ path: join(outside, 'gone') })).toMatchObject({ missing: 1 })
    // Nor is it the export's folder that is wrong where links lead in a circle.
    rmSync(source, { recursive: true })
    rmSync(dirname(source), { recursive: true })
    symlinkSync(dirname(source), dirname(source))
    expect(await client.data.export({ path: join(outside, 'circle') })).toMatchObject({ missing: 1 })
    rmSync(dirname(source))
  })

  it('reads nothing from a folder, where the library may not look by now, for a document that waits', async () => {
    const { source } = await addUnread('waits.txt', { sha256: null })
    const path = join(outside, 'waits')
    const { missing } = await client.data.export({ path })
    expect(originalIn(path, source)).toBeNull()
    // That of the uploaded file that went is the other one.
    expect(missing).toBe(2)
  })

  it('is explained in the language of the person', async () => {
    await client.settings.set({ language: 'de' })
    const path = join(outside, 'deutsch')
    await client.data.export({ path })
    await client.settings.set({ language: 'en' })
    expect(readFileSync(join(path, 'README.txt'), 'utf8')).toMatch(/^Deine Daten aus Countersign/)
  })

  it('goes into a new or empty folder outside the data alone', async () => {
    const full = join(outside, 'full')
    mkdirSync(full)
    writeFileSync(join(full, 'mine.txt'), 'mine')
    await expect(client.data.export({ path: full })).rejects.toThrow(/not empty/)
    expect(readdirSync(full)).toEqual(['mine.txt'])
    await expect(client.data.export({ path: join(full, 'mine.txt') })).rejects.toThrow(/not a folder/)
    await expect(client.data.export({ path: join(stage.data, 'out') })).rejects.toThrow(
      /inside the data folder/,
    )
    const empty = join(outside, 'empty')
    mkdirSync(empty)
    await client.data.export({ path: empty })
    expect(existsSync(join(empty, 'README.txt'))).toBe(true)
  })

  it('leaves nothing behind when it is stopped', async () => {
    const path = join(outside, 'stopped')
    const events = await client.events.watch()
    const writing = client.data.export({ path }).catch((error: unknown) => error)
    for await (const event of events) {
      if (event.type === 'data' && event.status.job?.stage === 'writing') break
    }
    await client.data.stop()
    expect(String(await writing)).toMatch(/Stopped/)
    expect(existsSync(path)).toBe(false)
  })
})
