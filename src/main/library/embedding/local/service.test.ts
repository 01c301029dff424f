import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildEntry, buildWorker } from '../../../../../tests/support/build-worker'
import {
  fillerText,
  type LibraryFixture,
  openLibraryFixture,
} from '../../../../../tests/support/library-fixture'
import { type ModelHost, startModelHost } from '../../../../../tests/support/model-host'
import { makeTinyModel, type TinyModel } from '../../../../../tests/support/tiny-model'
import type { EmbeddingStatus } from '../../../../shared/contract/embedding'
import { textOf } from '../../../../shared/sentences/sentence'
import { examineMeaning } from '../examine'
import { modelBytes } from './catalogue'

let fixture: LibraryFixture
let host: ModelHost
let tiny: TinyModel

beforeEach(async () => {
  host = await startModelHost()
  tiny = makeTinyModel(host.address)
  host.files = tiny.files
  fixture = await openLibraryFixture(undefined, { localModels: [tiny.model] })
}, 60_000)
afterEach(async () => {
  await Promise.all([fixture.close(), host.close()])
})

const choice = () => ({ provider: 'local' as const, address: '', model: tiny.model.id })
/** What the doctor says, in English. */
const examined = async () => {
  const { ok, detail } = await examineMeaning(fixture.embedding)
  return { ok, detail: textOf(detail) }
}
const yes = () => ({ id: tiny.model.id, address: tiny.model.address, bytes: modelBytes(tiny.model) })

async function addText(name: string, content: string): Promise<string> {
  const { id } = await fixture.add(fixture.file(name, content))
  await fixture.settled(id)
  return id
}

/** Resolves when the present state fits, and every later one would have been seen. */
async function until(fits: (status: EmbeddingStatus) => boolean): Promise<void> {
  const from = fixture.events.length
  if (fits(await fixture.embedding.status())) return
  await fixture.event(
    (event) => event.type === 'embedding' && fits(event.status) && fixture.events.indexOf(event) >= from,
  )
}

async function download(): Promise<void> {
  const ready = fixture.event(
    (event) => event.type === 'embedding_models' && event.models[0]?.state === 'ready',
  )
  await fixture.embedding.models.download(yes())
  await ready
}

async function switchOn(): Promise<void> {
  fixture.embedding.resume({ stays: true })
  await fixture.embedding.choose(choice())
  await until(({ state, passages }) => state === 'done' && passages.done === passages.total)
}

describe('a model on this machine, chosen by a person', () => {
  it('can’t be chosen before its files are here, and nothing is asked for them', async () => {
    await expect(fixture.embedding.choose(choice())).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'Download the model first.',
    })
    fixture.embedding.resume({ stays: true })
    expect(await fixture.embedding.status()).toMatchObject({ enabled: false, state: 'off' })
    expect(host.requests).toEqual([])
  })

  it('embeds every passage and finds what other words say, without another request', async () => {
    const cars = await addText('cars.txt', 'An automobile needs fuel.')
    await addText('tides.txt', 'The ocean and its tides.')
    await download()
    const asked = host.requests.length
    expect(await fixture.embedding.test(choice())).toMatchObject({ dimensions: 8 })
    await switchOn()
    expect(await fixture.embedding.status()).toMatchObject({
      ...{ state: 'done', problem: null, hasKey: false },
      passages: { done: 2, total: 2 },
      inUse: { model: tiny.model.id, dimensions: 8 },
    })
    const answer = await fixture.library.search({ query: 'vehicle', limit: 5 })
    expect(answer.results[0]).toMatchObject({ document_id: cars })
    expect(answer.searchedBy).toMatchObject({ mode: 'vectors' })
    expect(host.requests).toHaveLength(asked)
  })

  it('keeps its files while searches use it, and lets them go afterwards', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    await download()
    await switchOn()
    expect(await examined()).toEqual({
      ok: true,
      detail: `${tiny.model.id} on this machine; 1 of 1 passages have their vector; searches use ${tiny.model.id}`,
    })
    await expect(fixture.embedding.models.remove(tiny.model.id)).rejects.toMatchObject({ code: 'conflict' })
    await fixture.embedding.switchOff()
    expect(await fixture.embedding.models.remove(tiny.model.id)).toMatchObject([{ state: 'absent' }])
    expect(await examined()).toEqual({
      ok: true,
      detail: 'Off: the library is searched by words alone',
    })
  })

  it('searches by words alone and says so when its files are gone, and goes on when they are back', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    await download()
    await switchOn()
    // A thread that runs has the model in memory: begin anew.
    const files = join(fixture.folder, 'models')
    rmSync(files, { recursive: true })
    fixture = await fixture.reopen({ localModels: [tiny.model] })
    const answer = await fixture.library.search({ query: 'automobile', limit: 5 })
    expect(answer.results).toHaveLength(1)
    expect(answer.searchedBy).toMatchObject({
      mode: 'words',
      notice: `Only words were searched: The model ${tiny.model.id} is not on this machine. Download it in Settings.`,
    })
    expect(await examined()).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/The model is not there: download it in Settings$/),
    })
    fixture.embedding.resume({ stays: true })
    await addText('doctor.txt', 'A physician.')
    await until(({ state }) => state === 'failed')
    await download()
    await until(({ state, passages }) => state === 'done' && passages.done === 2)
    expect((await fixture.library.search({ query: 'vehicle', limit: 5 })).searchedBy).toMatchObject({
      mode: 'vectors',
    })
  })
})

it('after a kill in the middle, goes on with every passage once', async () => {
  for (let each = 0; each < 2; each++) await addText(`${each}.txt`, fillerText(20_000, each))
  await download()
  await fixture.embedding.choose(choice())
  await Promise.all([fixture.library.close(), fixture.embedding.close()])
  fixture.db.close()

  const [entry, embed, infer] = await Promise.all([
    buildEntry('tests/support/embed-child.ts'),
    buildWorker('embed'),
    buildWorker('infer'),
  ])
  const killing = mkdtempSync(join(tmpdir(), 'killing-'))
  const worker = join(killing, 'infer.mjs')
  writeFileSync(worker, killsAtStep(String(infer)))
  const child = spawn(
    process.execPath,
    [
      ...[fileURLToPath(entry), fixture.folder, String(embed), String(pathToFileURL(worker))],
      JSON.stringify([tiny.model]),
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  rmSync(killing, { recursive: true })

  fixture = await openLibraryFixture(fixture.folder, { localModels: [tiny.model] })
  const { raw } = fixture.db
  const passages = raw.prepare('SELECT count(*) FROM chunks').pluck().get() as number
  const stored = raw.prepare('SELECT sum(count) FROM vector_blocks').pluck().get() as number
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThan(passages)
  fixture.embedding.resume({ stays: true })
  await until(({ state }) => state === 'done')
  const rows = raw.prepare('SELECT document_number, first_ordinal, count FROM vector_blocks').raw().all()
  const places = (rows as [number, number, number][]).flatMap(([document, first, count]) =>
    Array.from({ length: count }, (_, at) => `${document}#${first + at}`),
  )
  expect(new Set(places).size).toBe(places.length)
  expect(places).toHaveLength(passages)
  expect(raw.prepare("SELECT count(*) FROM vector_sets WHERE state = 'live'").pluck().get()).toBe(1)
}, 120_000)

/** The worker as it is, in a process that ends like a crash when it is asked for the twentieth time. */
function killsAtStep(infer: string): string {
  return `import { parentPort } from 'node:worker_threads'
await import(${JSON.stringify(infer)})
let steps = 0
parentPort.on('message', () => {
  if (++steps === 20) process.kill(process.pid, 'SIGKILL')
})
`
}
