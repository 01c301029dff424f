import { expect, it, vi } from 'vitest'

const core = vi.hoisted(() => ({ answers: [] as ((value: unknown) => void)[] }))
vi.mock('../app/client', () => {
  const later = () => new Promise((resolve) => core.answers.push(resolve))
  return { client: { settings: { get: later, modelStatus: later, set: async (change: object) => change } } }
})

import { defaultSettings, type ModelStatus, type Settings } from '../../shared/contract/settings'
import { changeSettings, loadSettings, takeSettings, useSettings } from './settings'

// Only which one it is matters.
const model = (id: string) => ({ id }) as unknown as ModelStatus
const settings = (language: Settings['language']): Settings => ({ ...defaultSettings, language })
const held = () => ({
  language: useSettings.getState().settings.language,
  model: useSettings.getState().model,
})

it('keeps what came by the stream while older settings were on their way', async () => {
  const loading = loadSettings()
  takeSettings(settings('de'), model('newer'))
  for (const answer of core.answers.splice(0)) answer(settings('en'))
  await loading
  expect(held()).toEqual({ language: 'de', model: model('newer') })
})

it('keeps a later change while the model of an earlier one is asked for', async () => {
  const changing = changeSettings(settings('en'))
  await expect.poll(() => core.answers).toHaveLength(1)
  takeSettings(settings('de'), model('newest'))
  core.answers.splice(0)[0]?.(model('of the earlier'))
  await changing
  expect(held()).toEqual({ language: 'de', model: model('newest') })
})

it('takes both where nothing came meanwhile', async () => {
  const loading = loadSettings()
  const [first, second] = core.answers.splice(0)
  first?.(settings('en'))
  second?.(model('loaded'))
  await loading
  expect(held()).toEqual({ language: 'en', model: model('loaded') })
})
