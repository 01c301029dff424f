import { beforeEach, describe, expect, it, vi } from 'vitest'

vi.mock('../app/host', () => ({ pageHost: undefined }))

let stored: Map<string, string>
const load = () => import('./typed-settings')
const all = () => [...stored.values()].join()

beforeEach(() => {
  stored = new Map()
  vi.resetModules()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

describe('what is typed in Settings', () => {
  it('is kept over a reload until it is saved, and is none where it is as it is stored', async () => {
    const { typeSetting, useTypedSettings } = await load()
    typeSetting('model', 'model', 'llama', 'old')
    typeSetting('model', 'turnCap', '7', '25')
    typeSetting('limits', 'costBudget', '3', '3')
    expect(useTypedSettings.getState().drafts).toEqual({
      model: { id: 'model', fields: { model: 'llama', turnCap: '7' } },
    })
    vi.resetModules()
    const after = await load()
    expect(after.useTypedSettings.getState().drafts.model?.fields).toEqual({ model: 'llama', turnCap: '7' })
    // Somebody typed on while it was being saved.
    after.typeSetting('model', 'turnCap', '8', '25')
    after.dropSavedOf('model', { model: 'llama', turnCap: '7' })
    expect(after.useTypedSettings.getState().drafts.model?.fields).toEqual({ turnCap: '8' })
    after.dropTyped('model')
    expect(after.useTypedSettings.getState().drafts).toEqual({})
    expect(all()).not.toContain('turnCap')
  })

  it('stores no key, and no address that may hold one', async () => {
    const { typeKey, typeSetting, useTypedSettings } = await load()
    typeKey('sk-secret')
    typeSetting('model', 'baseUrl', 'https://me:secret@example.org', '')
    typeSetting('model', 'model', 'llama', '')
    expect(useTypedSettings.getState()).toMatchObject({
      key: 'sk-secret',
      drafts: { model: { fields: { baseUrl: 'https://me:secret@example.org', model: 'llama' } } },
    })
    typeSetting('model', 'baseUrl', 'https://example.org?key=secret', '')
    expect(all()).toContain('llama')
    expect(all()).not.toContain('secret')
  })
})
