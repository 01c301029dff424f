import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ModelHost, sendFile, sendPart, startModelHost } from '../../../../../tests/support/model-host'
import { makeTinyModel, type TinyModel } from '../../../../../tests/support/tiny-model'
import type { LocalModel } from '../../../../shared/contract/embedding-models'
import { type CatalogueModel, localModelCatalogue, modelBytes } from './catalogue'
import { createLocalModels, type LocalModels } from './local-models'

let folder: string
let host: ModelHost
let tiny: TinyModel
let models: LocalModels
let told: LocalModel[][]
let inUse = false

const open = (catalogue: readonly CatalogueModel[] = [tiny.model]) =>
  createLocalModels({
    catalogue,
    folder: join(folder, 'models'),
    publish: (event) => {
      if (event.type === 'embedding_models') told.push(event.models)
    },
    inUse: () => inUse,
    onReady: () => {},
    report: (error) => {
      throw error
    },
  })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'models-'))
  host = await startModelHost()
  tiny = makeTinyModel(host.address)
  host.files = tiny.files
  told = []
  inUse = false
  models = open()
})
afterEach(async () => {
  await models.close()
  await host.close()
  rmSync(folder, { recursive: true })
})

const yes = () => ({
  id: tiny.model.id,
  address: tiny.model.address,
  bytes: modelBytes(tiny.model),
})
const here = () => join(folder, 'models', tiny.model.id)
/** Downloads, and answers how it ended. */
const download = async (): Promise<LocalModel> => {
  told = []
  await models.download(yes())
  await expect.poll(() => told.at(-1)?.[0]?.state !== 'downloading', { timeout: 20_000 }).toBe(true)
  const [model] = told.at(-1) ?? []
  if (model === undefined) throw new Error('Nothing was told of the model.')
  return model
}
const content = (path: string) => tiny.files.get(path) ?? Buffer.alloc(0)
const isWhole = () => {
  for (const { name, path } of tiny.model.files) {
    expect(readFileSync(join(here(), name)).equals(content(path))).toBe(true)
  }
  expect(readdirSync(here()).toSorted()).toEqual(['model.onnx', 'tokenizer.json'])
}

describe('the catalogue', () => {
  it.each(localModelCatalogue)('pins each file of $id', (model) => {
    expect(model.address).toMatch(/^https:\/\/huggingface\.co\/[\w-]+\/[\w-]+$/i)
    expect(model.revision).toMatch(/^[0-9a-f]{40}$/)
    expect(model.files.map(({ name }) => name)).toEqual(['model.onnx', 'tokenizer.json'])
    for (const { sha256, bytes } of model.files) {
      expect(sha256).toMatch(/^[0-9a-f]{64}$/)
      expect(bytes).toBeGreaterThan(0)
    }
  })
})

describe('downloading a model', () => {
  it('asks nobody until a person says yes to what is shown, and then has every byte', async () => {
    expect(await models.list()).toMatchObject([
      {
        ...{ state: 'absent', done: 0, bytes: modelBytes(tiny.model), address: host.address },
        ...{ folder: here(), hosts: ['127.0.0.1'] },
      },
    ])
    expect(existsSync(here())).toBe(false)
    expect(host.requests).toEqual([])
    expect(await download()).toMatchObject({ state: 'ready', problem: null, done: modelBytes(tiny.model) })
    isWhole()
    expect(host.requests.map(({ path }) => path)).toEqual([
      '/maker/tiny/resolve/abc123/onnx/model_quantized.onnx',
      '/maker/tiny/resolve/abc123/tokenizer.json',
    ])
    expect(await models.ready(tiny.model.id)).toEqual({ model: tiny.model, folder: here() })
  })

  it.each([{ address: 'https://huggingface.co/other/model' }, { bytes: 1 }])(
    'refuses a yes to something else: %j',
    async (other) => {
      await expect(models.download({ ...yes(), ...other })).rejects.toMatchObject({ code: 'conflict' })
      expect(host.requests).toEqual([])
    },
  )

  it('keeps what came of a cut connection and asks only for the rest', async () => {
    host.answer = (response, _request, whole) => sendPart(response, whole)
    const cut = await download()
    expect(cut).toMatchObject({ state: 'partial', from: null })
    expect(cut.problem).toContain('What came is kept.')
    expect(cut.done).toBe(content('onnx/model_quantized.onnx').byteLength >> 1)
    host.answer = null
    host.requests.length = 0
    models = open()
    expect(await models.list()).toMatchObject([{ state: 'partial', done: cut.done, problem: null }])
    expect(host.requests).toEqual([])
    expect(await download()).toMatchObject({ state: 'ready', problem: null })
    expect(host.requests.map(({ range }) => range)).toEqual([`bytes=${cut.done}-`, null])
    isWhole()
  })

  it('begins anew where the host can’t go on', async () => {
    host.answer = (response, _request, whole) => sendPart(response, whole)
    await download()
    host.answer = (response, request, whole) => sendFile(response, { ...request, range: null }, whole)
    expect(await download()).toMatchObject({ state: 'ready' })
    isWhole()
  })

  it('stops when told, keeps what came, and goes on later', async () => {
    host.answer = (response, _request, whole) => {
      response.writeHead(200, { 'Content-Length': whole.byteLength })
      response.write(whole.subarray(0, 100))
    }
    await models.download(yes())
    const part = join(here(), 'model.onnx.part')
    await expect.poll(() => existsSync(part) && readFileSync(part).byteLength, { timeout: 20_000 }).toBe(100)
    await expect(models.download(yes())).rejects.toMatchObject({ code: 'busy' })
    expect(await models.stop(tiny.model.id)).toMatchObject([{ state: 'partial', done: 100, problem: null }])
    host.answer = null
    expect(await download()).toMatchObject({ state: 'ready' })
    isWhole()
  })

  it.each<[string, (whole: Buffer) => Buffer]>([
    ['longer', (whole) => Buffer.concat([whole, whole])],
    ['shorter', (whole) => whole.subarray(1)],
    ['of the same length, one bit apart', (whole) => Buffer.from(whole).fill((whole[0] ?? 0) ^ 1, 0, 1)],
    ['a page that asks to sign in', () => Buffer.from('<!doctype html><title>Sign in</title>')],
  ])('refuses a file that is %s and keeps nothing of it', async (_what, changed) => {
    host.answer = (response, request, whole) => sendFile(response, request, changed(whole))
    const refused = await download()
    expect(refused).toMatchObject({ state: 'absent', done: 0 })
    expect(refused.problem).toMatch(
      /gave for onnx\/model_quantized\.onnx is not the file of this model.*Nothing of it was kept\.$/,
    )
    expect(readdirSync(here())).toEqual([])
  })

  it('refuses a wrong file that comes without its length', async () => {
    host.answer = (response, _request, whole) => {
      response.writeHead(200)
      response.end(Buffer.concat([whole, Buffer.alloc(200_000)]))
    }
    expect((await download()).problem).toContain('is not the file of this model')
    expect(readdirSync(here())).toEqual([])
  })

  it('follows a redirect to a host that was shown, and says who delivers', async () => {
    host.answer = (response, request, whole) => {
      if (request.path.startsWith('/elsewhere/')) return sendFile(response, request, whole)
      response.writeHead(302, { Location: request.path.replace('/maker/tiny/', '/elsewhere/') }).end()
    }
    expect(await download()).toMatchObject({ state: 'ready' })
    expect(told.flat().some(({ from }) => from === new URL(host.origin).host)).toBe(true)
    isWhole()
  })

  it.each([
    ['http://example.org/model'],
    ['https://huggingface.co.example.org/model'],
    ['file:///etc/passwd'],
    ['http://localhost:1/model'],
  ])('never asks a host that was not shown: %s', async (location) => {
    host.answer = (response) => response.writeHead(302, { Location: location }).end()
    const refused = await download()
    expect(refused.problem).toContain('which was not among the hosts you agreed to')
    expect(host.requests).toHaveLength(1)
  })

  it('gives up on a host that passes it on without an end', async () => {
    host.answer = (response, { path }) => response.writeHead(302, { Location: path }).end()
    expect((await download()).problem).toContain('without an end')
  })

  it.each([
    [404, 'no longer has this file (404)'],
    [403, 'refuses the download (403)'],
    [503, 'can’t deliver now (503)'],
  ])('says what the host answered: %i', async (status, said) => {
    host.answer = (response) => response.writeHead(status).end()
    expect((await download()).problem).toContain(said)
  })

  it('says that nobody is there', async () => {
    await host.close()
    expect((await download()).problem).toMatch(/^The download from 127\.0\.0\.1:\d+ ended: nothing listens/)
    host = await startModelHost()
  })

  it('refuses what would not fit before it asks', async () => {
    const [first, second] = tiny.model.files
    if (first === undefined || second === undefined) throw new Error('The model has two files.')
    const model = { ...tiny.model, files: [{ ...first, bytes: 1e18 }, second] }
    models = open([model])
    tiny = { ...tiny, model }
    expect((await download()).problem).toMatch(/^The disk of the data folder has .* free; .* are needed\./)
    expect(host.requests).toEqual([])
  })
})

describe('a folder with the files', () => {
  const given = () => join(folder, 'given')
  const write = (path: string, bytes: Buffer) => {
    mkdirSync(dirname(join(given(), path)), { recursive: true })
    writeFileSync(join(given(), path), bytes)
  }

  it.each([
    ['as the host has them', 'onnx/model_quantized.onnx'],
    ['side by side', 'model_quantized.onnx'],
  ])('takes them %s, without any network', async (_how, path) => {
    write(path, content('onnx/model_quantized.onnx'))
    write('tokenizer.json', content('tokenizer.json'))
    expect(await models.take(tiny.model.id, given())).toMatchObject([{ state: 'ready' }])
    isWhole()
    expect(host.requests).toEqual([])
  })

  it('says which file is missing, or is another one, and changes nothing in the folder', async () => {
    mkdirSync(given())
    await expect(models.take(tiny.model.id, given())).rejects.toMatchObject({
      code: 'not_found',
      message: `There is no model_quantized.onnx in "${given()}".`,
    })
    write('model_quantized.onnx', Buffer.alloc(content('onnx/model_quantized.onnx').byteLength))
    await expect(models.take(tiny.model.id, given())).rejects.toMatchObject({ code: 'corrupt' })
    await expect(models.take(tiny.model.id, 'given')).rejects.toMatchObject({ code: 'invalid_input' })
    expect(readdirSync(given())).toEqual(['model_quantized.onnx'])
    expect(await models.list()).toMatchObject([{ state: 'absent', problem: null }])
  })
})

describe('removing a model', () => {
  it('removes its files, and no others', async () => {
    await download()
    writeFileSync(join(folder, 'models', 'other'), 'kept')
    expect(await models.remove(tiny.model.id)).toMatchObject([{ state: 'absent', done: 0 }])
    expect(readdirSync(join(folder, 'models'))).toEqual(['other'])
    expect(await models.ready(tiny.model.id)).toBeNull()
  })

  it('refuses while searches use it', async () => {
    await download()
    inUse = true
    await expect(models.remove(tiny.model.id)).rejects.toMatchObject({ code: 'conflict' })
    isWhole()
  })

  it('knows no model but those of the catalogue', async () => {
    await expect(models.remove('../..')).rejects.toMatchObject({ code: 'not_found' })
  })
})
