import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeMessagesApi, seeing, startFakeMessagesApi } from '../../../tests/support/fake-messages-api'
import type { AppEvent } from '../../shared/contract/events'
import { type Database, openDatabase } from '../db/open'
import { createServerFeatureTable } from '../db/server-features'
import type { Secrets } from '../host'
import { listenOnLoopback } from '../http/loopback'
import { coreFeatures } from '../model/anthropic/server'
import { findLocalServers } from '../model/local-servers'
import { defaultModelId, normalBaseUrl } from './choose-model'
import { createSettings } from './service'

let folder: string
let db: Database
let kept: Map<string, string>
let events: AppEvent[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'))
  db = openDatabase(join(folder, 'test.db'))
  kept = new Map()
  events = []
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

const secrets: Secrets = {
  get: async (name) => kept.get(name) ?? null,
  set: async (name, value) => void kept.set(name, value),
  remove: async (name) => void kept.delete(name),
  names: async () => [...kept.keys()],
}
const open = (environment: Record<string, string> = {}, flags: { model?: string; baseUrl?: string } = {}) =>
  createSettings({ db, secrets, environment, flags, publish: (event) => events.push(event) })

it('writes in the language that is chosen, else in that of the page that was opened last', async () => {
  const told: string[] = []
  const settings = createSettings({
    ...{ db, secrets, environment: {}, flags: {}, publish: (event) => events.push(event) },
    languageChosen: () => told.push(settings.language()),
  })
  const usual = settings.language()
  const other = usual === 'de' ? 'en' : 'de'
  const before = await settings.model()
  settings.pageSpeaks({ language: other, locales: [other] })
  expect(settings.language()).toBe(other)
  // The offline assistant is another one then.
  expect(await settings.model()).not.toBe(before)
  settings.set({ language: usual })
  expect(settings.language()).toBe(usual)
  settings.set({ language: 'system' })
  expect(settings.language()).toBe(other)
  settings.set({ theme: 'dark' })
  expect(told).toEqual([other, usual, other])
})

it('writes days and times as the region of the page does, in the language that holds', () => {
  const settings = open()
  settings.pageSpeaks({ language: 'en', locales: ['fr-FR', 'en-GB', 'en', 'de-AT'] })
  expect(settings.locale()).toBe('en-GB')
  settings.set({ language: 'de' })
  expect(settings.locale()).toBe('de-AT')
  settings.pageSpeaks({ language: 'en', locales: ['de-CH'] })
  expect(settings.locale()).toBe('de-CH')
})

describe('the model in use', () => {
  it('is the offline assistant until somebody chooses', async () => {
    expect(await open().modelStatus()).toMatchObject({
      provider: 'offline',
      source: 'default',
      hasKey: false,
    })
    expect((await open().model()).provider).toBe('offline')
  })

  it('is what a person set, over restarts', async () => {
    open().set({ provider: 'anthropic', model: 'my-model', baseUrl: 'http://127.0.0.1:11434/v1/' })
    const status = await open().modelStatus()
    expect(status).toMatchObject({
      provider: 'anthropic',
      model: 'my-model',
      baseUrl: 'http://127.0.0.1:11434',
      source: 'setting',
    })
    expect((await open().model()).id).toBe('my-model')
  })

  it('is chosen by a key in the environment, before what is stored', async () => {
    open().set({ provider: 'offline' })
    const status = await open({ ANTHROPIC_API_KEY: 'k' }).modelStatus()
    expect(status).toMatchObject({
      provider: 'anthropic',
      model: defaultModelId,
      hasKey: true,
      source: 'environment',
    })
  })

  it('is the offline assistant when the environment says so, whatever else it holds', async () => {
    const status = await open({ ANTHROPIC_API_KEY: 'k', COUNTERSIGN_MODEL: 'offline' }).modelStatus()
    expect(status).toMatchObject({ provider: 'offline', source: 'environment' })
  })

  it('is what a flag says before the environment', async () => {
    const environment = { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', COUNTERSIGN_MODEL: 'from-environment' }
    const status = await open(environment, { model: 'from-flag' }).modelStatus()
    expect(status).toMatchObject({ model: 'from-flag', baseUrl: 'http://127.0.0.1:1', source: 'flag' })
  })

  it('names the variables that decide it, and none where a person or a flag does', async () => {
    const deciding = async (...given: Parameters<typeof open>) =>
      (await open(...given).modelStatus()).decidedBy
    open().set({ provider: 'offline' })
    const environment = { ANTHROPIC_API_KEY: 'k', COUNTERSIGN_MODEL: 'm', ANTHROPIC_BASE_URL: ' ' }
    expect(await deciding(environment)).toEqual(['COUNTERSIGN_MODEL', 'ANTHROPIC_API_KEY'])
    expect(await deciding({ COUNTERSIGN_MODEL: 'offline' })).toEqual(['COUNTERSIGN_MODEL'])
    expect(await deciding(environment, { model: 'other' })).toEqual([])
    expect(await deciding()).toEqual([])
  })

  it('says that a key is missing', async () => {
    open().set({ provider: 'anthropic' })
    await expect(open().model()).rejects.toMatchObject({ code: 'unauthorized' })
  })
})

describe('keys', () => {
  it('are kept in the secret storage and never shown', async () => {
    open().set({ provider: 'anthropic' })
    const status = await open().setKey(' sk-secret ')
    expect(kept.get('anthropic-key')).toBe('sk-secret')
    expect(status.hasKey).toBe(true)
    await expect.poll(() => events.length).toBe(2)
    expect(JSON.stringify([status, events])).not.toContain('sk-secret')
    await open().setKey('')
    expect(kept.size).toBe(0)
  })

  it('that no request can carry are told as that where they are entered and where they are used', async () => {
    open().set({ provider: 'anthropic' })
    for (const odd of ['sk-one\nsk-two', 'sk-…cut']) {
      await expect(open().setKey(odd)).rejects.toMatchObject({
        ...{ code: 'invalid_input', field: 'key' },
        said: { code: 'model.odd_key' },
      })
      const inUse = open({ ANTHROPIC_API_KEY: odd })
      for (const use of [inUse.model, inUse.listModels, inUse.checkServer])
        await expect(use()).rejects.toMatchObject({ code: 'unauthorized', said: { code: 'model.odd_key' } })
    }
    expect(kept.size).toBe(0)
  })

  it('go only to the server that they were entered for', async () => {
    open().set({ provider: 'anthropic' })
    await open().setKey('for-the-vendor')
    open().set({ baseUrl: 'http://127.0.0.1:11434' })
    expect((await open().modelStatus()).hasKey).toBe(false)
    open().set({ baseUrl: '' })
    expect(await open().modelStatus()).toMatchObject({ hasKey: true, keyFrom: 'stored' })
  })

  it('of the environment do not go to an address that is only stored', async () => {
    open().set({ provider: 'anthropic', baseUrl: 'http://127.0.0.1:11434', model: 'm' })
    expect((await open({ ANTHROPIC_API_KEY: 'k' }).modelStatus()).hasKey).toBe(false)
    const named = await open({
      ANTHROPIC_API_KEY: 'k',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
    }).modelStatus()
    expect(named).toMatchObject({ hasKey: true, keyFrom: 'environment' })
  })
})

describe('settings', () => {
  it('are published with the model after a change', async () => {
    open().set({ theme: 'dark' })
    await expect.poll(() => events).toMatchObject([{ type: 'settings', settings: { theme: 'dark' } }])
  })

  it('ignore what is stored in a form that no longer fits', () => {
    db.raw
      .prepare("INSERT INTO settings VALUES ('turnCap', '\"many\"'), ('gone', '1'), ('theme', 'not json')")
      .run()
    expect(open().get()).toMatchObject({ turnCap: 10, theme: 'system' })
  })

  it.each([
    'http://user:s3cret@host',
    'http://:s3cret@host',
    'https://host/?key=s3cret',
    'https://host/#s3cret',
    'user:s3cret@host',
    'host.example/?key=s3cret',
  ])('refuse %s as an address, and never repeat what may be a secret', (baseUrl) => {
    expect(() => open().set({ baseUrl })).toThrow(
      expect.objectContaining({ code: 'invalid_input', message: expect.not.stringContaining('s3cret') }),
    )
  })

  it.each(['ftp://x', 'no address'])('refuse %s as an address', (baseUrl) => {
    expect(() => open().set({ baseUrl })).toThrow(
      expect.objectContaining({ code: 'invalid_input', field: 'baseUrl' }),
    )
  })

  it.each([
    ['localhost:11434', 'http://localhost:11434'],
    [' 127.0.0.1:1234/v1/ ', 'http://127.0.0.1:1234'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['nas:8000/models', 'http://nas:8000/models'],
    ['box.local:8000', 'http://box.local:8000'],
    ['models.example.org', 'https://models.example.org'],
    ['models.example.org:8443', 'https://models.example.org:8443'],
  ])('take %s, typed without a scheme, as %s', (typed, address) => {
    expect(normalBaseUrl(typed)).toBe(address)
  })

  it('take the vendor’s own address as none', () => {
    expect(normalBaseUrl('https://api.anthropic.com/v1/')).toBe('')
    expect(normalBaseUrl('api.anthropic.com')).toBe('')
  })
})

describe('servers', () => {
  let api: FakeMessagesApi
  let ollama: Server
  let ollamaUrl: string

  beforeEach(async () => {
    api = await startFakeMessagesApi({ models: ['first', 'second'] })
    ollama = createServer((request, response) => {
      response.statusCode = request.url === '/api/tags' ? 200 : 404
      response.end(request.url === '/api/tags' ? '{"models":[{"name":"llama"}]}' : 'not found')
    })
    const port = await listenOnLoopback(ollama, 0)
    ollamaUrl = `http://127.0.0.1:${port}`
  })
  afterEach(async () => {
    ollama.closeAllConnections()
    await new Promise((resolve) => ollama.close(resolve))
    await api.close()
  })

  it('list their models, and the first is used when none is named', async () => {
    const settings = open({ ANTHROPIC_BASE_URL: api.url })
    expect(await settings.listModels()).toEqual(['first', 'second'])
    expect((await settings.model()).id).toBe('first')
  })

  it('are found on this machine; what is silent, absent or something else is left out', {
    timeout: 30_000,
  }, async () => {
    const hanging = createServer(() => {})
    const page = createServer((_request, response) => response.end('<html>'))
    const urlOf = async (server: Server) => `http://127.0.0.1:${await listenOnLoopback(server, 0)}`
    const found = await findLocalServers(
      [
        { name: 'Messages', baseUrl: api.url },
        { name: 'Tags', baseUrl: ollamaUrl },
        { name: 'Hanging', baseUrl: await urlOf(hanging) },
        { name: 'Page', baseUrl: await urlOf(page) },
        { name: 'Absent', baseUrl: 'http://127.0.0.1:1' },
      ],
      // Only the one that hangs takes so long; a busy machine needs some of it for the others.
      3_000,
    )
    expect(found).toEqual([
      { name: 'Messages', baseUrl: api.url, models: ['first', 'second'] },
      { name: 'Tags', baseUrl: ollamaUrl, models: ['llama'] },
    ])
    hanging.closeAllConnections()
    hanging.close()
    page.close()
  })

  it('are asked what they can do, and that is kept for this server and model, over restarts', async () => {
    const environment = { ANTHROPIC_BASE_URL: api.url, COUNTERSIGN_MODEL: 'first' }
    api.respond(seeing.script)
    expect(await open(environment).modelStatus()).toMatchObject({
      checkedAt: null,
      features: { images: false, thinking: 'none' },
    })
    const checked = await open(environment).checkServer()
    expect(checked.features).toMatchObject({ images: true, thinking: 'enabled', citations: 'none' })
    expect(checked.checkedAt).toBeGreaterThan(0)
    expect(await open(environment).modelStatus()).toEqual(checked)
    expect(await open({ ...environment, COUNTERSIGN_MODEL: 'second' }).modelStatus()).toMatchObject({
      checkedAt: null,
    })
    expect(open(environment).get()).toEqual(open().get())
  })

  it('keep what a former version found, and what it did not ask for is assumed from their address', async () => {
    const { contextEditing: _, ...found } = { ...coreFeatures, images: true }
    const table = createServerFeatureTable(db)
    table.write(api.url, 'first', { features: found, checkedAt: 1 })
    table.write('', 'first', { features: found, checkedAt: 1 })
    const local = { ANTHROPIC_BASE_URL: api.url, COUNTERSIGN_MODEL: 'first' }
    expect(await open(local).modelStatus()).toMatchObject({
      checkedAt: 1,
      features: { images: true, counting: false, contextEditing: false },
    })
    const official = { ANTHROPIC_API_KEY: 'k', COUNTERSIGN_MODEL: 'first' }
    expect(await open(official).modelStatus()).toMatchObject({
      checkedAt: 1,
      features: { images: true, counting: false, contextEditing: true },
    })
  })

  it('are not asked while what asks them is made ready; the offline assistant needs nothing', async () => {
    expect(await open().prepareModel()).toBe(false)
    expect(await open({ ANTHROPIC_BASE_URL: api.url, COUNTERSIGN_MODEL: 'first' }).prepareModel()).toBe(true)
    expect(api.requests).toEqual([])
  })

  it('are not asked for the offline assistant', async () => {
    await expect(open().checkServer()).rejects.toMatchObject({ code: 'unsupported' })
    expect((await open().modelStatus()).features).toBeNull()
  })

  it('that can’t be reached are said so', async () => {
    const gone = await startFakeMessagesApi()
    await gone.close()
    await expect(open({ ANTHROPIC_BASE_URL: gone.url }).listModels()).rejects.toMatchObject({
      code: 'unavailable',
    })
  })
})
