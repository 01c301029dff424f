import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { HttpTool } from '../../shared/contract/http-tools'
import { emptyHttpTool, goOnFrom, isHttpToolWritten, secondsIn, sentOf, writingOf } from './http-tool-drafts'

const core = vi.hoisted(() => ({
  save: async (_given: unknown): Promise<unknown> => undefined,
}))
vi.mock('../app/client', () => ({
  client: {
    httpTools: { list: async () => [], save: (given: unknown) => core.save(given) },
    tools: { catalog: async () => [] },
  },
}))
vi.mock('../app/host', () => ({ pageHost: undefined }))

const weather: HttpTool = {
  id: '1',
  name: 'http_weather',
  enabled: true,
  revision: 3,
  title: 'Weather',
  description: 'The weather of a city.',
  method: 'GET',
  url: 'https://api.example.org/weather/{city}',
  fields: [{ name: 'city', kind: 'text', description: 'Which.', required: true }],
  headers: ['Authorization'],
  class: 'read',
  seconds: 12,
}
const { id: _i, name: _n, enabled: _e, revision: _r, headers: _h, ...definition } = weather

describe('what is written of a tool that asks an address', () => {
  it('stands for the tool that it was made from, whose headers it keeps without knowing them', () => {
    const writing = writingOf(weather)
    expect(sentOf(writing.fields)).toEqual({ ...definition, headers: [{ name: 'Authorization' }] })
    expect(isHttpToolWritten(writing)).toBe(false)
  })

  it('sends another value for a header, and no row in which nothing stands', () => {
    const { fields } = writingOf(weather)
    const empty = { name: ' ', kind: 'text', description: '', required: true } as const
    const sent = sentOf({
      ...fields,
      title: ' Weather ',
      fields: [...fields.fields, { id: 7, ...empty }],
      headers: [
        { id: 0, name: 'Authorization', value: 'Bearer new', kept: true },
        { id: 1, name: ' ', value: '', kept: false },
        { id: 2, name: 'X-Empty', value: '', kept: false },
      ],
    })
    expect(sent).toEqual({
      ...definition,
      headers: [
        { name: 'Authorization', value: 'Bearer new' },
        { name: 'X-Empty', value: '' },
      ],
    })
  })

  it('takes whole seconds within their limits alone', () => {
    expect(['12', ' 300 ', '0', '301', '1.5', 'soon', ''].map(secondsIn)).toEqual([
      12,
      300,
      null,
      null,
      null,
      null,
      null,
    ])
  })

  it('goes on from a newer state with what was written alone', () => {
    const { fields, ...writing } = writingOf(weather)
    const newer = { ...weather, revision: 4, seconds: 20 }
    expect(goOnFrom(newer, { ...writing, fields: { ...fields, title: 'Sky' } })).toEqual({
      ...writingOf(newer),
      fields: { ...fields, title: 'Sky', seconds: '20' },
    })
  })
})

describe('the drafts of tools that ask an address', () => {
  let stored: Map<string, string>
  const load = () => import('./http-tools')

  beforeEach(() => {
    stored = new Map()
    vi.resetModules()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    })
  })

  it('outlive a reload, but for the values of headers', async () => {
    const { changeHttpToolDraft, useHttpTools } = await load()
    const headers = [{ id: 0, name: 'Authorization', value: 'Bearer secret', kept: false }]
    changeHttpToolDraft({ ...emptyHttpTool, fields: { ...emptyHttpTool.fields, title: 'Sky', headers } })
    expect(useHttpTools.getState().drafts.new?.fields.headers).toEqual(headers)
    expect([...stored.values()].join()).not.toContain('secret')
    vi.resetModules()
    const after = await load()
    expect(after.useHttpTools.getState().drafts.new?.fields).toMatchObject({
      title: 'Sky',
      headers: [{ name: 'Authorization', value: '' }],
    })
  })

  it('go once the tool is saved, which is in the list by then', async () => {
    const { changeHttpToolDraft, saveHttpTool, useHttpTools } = await load()
    const draft = { ...emptyHttpTool, fields: writingOf(weather).fields }
    changeHttpToolDraft(draft)
    core.save = async () => weather
    expect(await saveHttpTool(draft)).toEqual(weather)
    expect(useHttpTools.getState()).toMatchObject({ tools: [weather], drafts: {} })
  })

  it('go on from what was saved where somebody wrote on meanwhile', async () => {
    const { changeHttpToolDraft, saveHttpTool, useHttpTools } = await load()
    const draft = writingOf(weather)
    changeHttpToolDraft(draft)
    core.save = async (given) => {
      expect(given).toMatchObject({ id: '1', revision: 3 })
      changeHttpToolDraft({ ...draft, fields: { ...draft.fields, title: 'Sky' } })
      return { ...weather, revision: 4 }
    }
    await saveHttpTool(draft)
    expect(useHttpTools.getState().drafts.http_weather).toMatchObject({
      base: { revision: 4, fields: { title: 'Weather' } },
      fields: { title: 'Sky' },
    })
  })

  it('stay where the saving fails', async () => {
    const { changeHttpToolDraft, saveHttpTool, useHttpTools } = await load()
    changeHttpToolDraft(writingOf(weather))
    core.save = () => Promise.reject(new Error('No.'))
    await expect(saveHttpTool(writingOf(weather))).rejects.toThrow('No.')
    expect(Object.keys(useHttpTools.getState().drafts)).toEqual(['http_weather'])
  })
})
