import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildWorker } from '../../../../../tests/support/build-worker'
import { embeddingFailure } from '../../../../../tests/support/embedding-failure'
import { makeTinyModel } from '../../../../../tests/support/tiny-model'
import { createInference, type Inference } from './ask-model'

const tiny = makeTinyModel('http://127.0.0.1:1/maker/tiny')
let folder: string
let inference: Inference
const going = () => new AbortController().signal

const start = async (options: { threads?: number; idleMs?: number } = {}) =>
  createInference({
    workerUrl: await buildWorker('infer'),
    models: { ready: async (id) => (id === tiny.model.id ? { model: tiny.model, folder } : null) },
    ...options,
  })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'model-'))
  for (const { name, path } of tiny.model.files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), tiny.files.get(path) ?? '')
  }
  inference = await start()
})
afterEach(async () => {
  await inference.close()
  rmSync(folder, { recursive: true })
})

describe('a model on this machine', () => {
  it('answers the very vectors that are computed by hand, whatever else is in the step', async () => {
    const texts = ['A car', 'the OCEAN, a tide!', '', 'doctor', 'physician', 'fuel '.repeat(40)]
    expect(await inference.ask(tiny.model.id, texts, going())).toEqual(texts.map(tiny.vectorOf))
    expect(await inference.ask(tiny.model.id, ['sea'], going())).toEqual([tiny.vectorOf('ocean')])
  })

  it('answers the same with two threads', async () => {
    const two = await start({ threads: 2 })
    expect(await two.ask(tiny.model.id, ['a car', 'the sea'], going())).toEqual([
      tiny.vectorOf('a car'),
      tiny.vectorOf('the sea'),
    ])
    await two.close()
  })

  it('answers a query in the middle of many passages', async () => {
    const order: string[] = []
    const passages = Array.from({ length: 64 }, () => 'the sea')
    const background = inference.ask(tiny.model.id, passages, going()).then(() => order.push('passages'))
    await inference.ask(tiny.model.id, ['a car'], going()).then(() => order.push('query'))
    await background
    expect(order).toEqual(['query', 'passages'])
  })

  it('stops between two steps and is ready for the next question', async () => {
    const stop = new AbortController()
    const stopped = inference.ask(tiny.model.id, ['a', 'b', 'c', 'd', 'e', 'f'], stop.signal)
    stop.abort()
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' })
    expect(await inference.ask(tiny.model.id, ['sea'], going())).toEqual([tiny.vectorOf('sea')])
  })

  it('ends its thread when nothing was asked for a while, and starts it again', async () => {
    const brief = await start({ idleMs: 1 })
    await brief.ask(tiny.model.id, ['sea'], going())
    await expect.poll(brief.isLoaded, { timeout: 20_000 }).toBe(false)
    expect(await brief.ask(tiny.model.id, ['sea'], going())).toEqual([tiny.vectorOf('sea')])
    await brief.close()
  })

  it('says what to do when a file is no longer the one that was downloaded, and works with the right one', async () => {
    const path = join(folder, 'tokenizer.json')
    const right = tiny.files.get('tokenizer.json') ?? ''
    writeFileSync(path, String(right).replace('car', 'cab'))
    expect(await embeddingFailure(inference.ask(tiny.model.id, ['sea'], going()))).toMatchObject({
      code: 'corrupt',
      retry: 'person',
      message:
        'The files of tiny are not what was downloaded. Remove them in Settings, then download them again.',
    })
    writeFileSync(path, right)
    expect(await inference.ask(tiny.model.id, ['sea'], going())).toEqual([tiny.vectorOf('sea')])
  })

  it('says that a model is not there', async () => {
    expect(await embeddingFailure(inference.ask('other', ['sea'], going()))).toMatchObject({
      code: 'not_found',
      retry: 'person',
      message: 'The model other is not on this machine. Download it in Settings.',
    })
  })
})
