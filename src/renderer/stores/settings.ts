import { create } from 'zustand'
import {
  defaultSettings,
  type LocalServer,
  type ModelStatus,
  type Settings,
} from '../../shared/contract/settings'
import { client } from '../app/client'
import { systemLanguage } from '../text/language'

interface SettingsState {
  readonly settings: Settings
  readonly model: ModelStatus | null
}

/** What a person has set, and the model in use. */
export const useSettings = create<SettingsState>(() => ({ settings: defaultSettings, model: null }))

const { setState: set } = useSettings

/** Whether each message would fail: the vendor's server takes none without a key. */
export function lacksKey({ model }: Pick<SettingsState, 'model'>): boolean {
  return model !== null && model.provider === 'anthropic' && model.baseUrl === '' && !model.hasKey
}

/** Whether somebody has said who answers: in the settings, or by what Countersign was started with. */
export function isModelChosen({ settings, model }: SettingsState): boolean {
  return settings.model !== '' || (model !== null && model.source !== 'default')
}

/** Tells main in which language this page's browser is, and of which regions. */
export async function tellLanguage(): Promise<void> {
  await client.settings.pageSpeaks({ language: systemLanguage(), locales: [...navigator.languages] })
}

/** How often settings have come: an answer that was asked for before the last of them is older than it. */
let arrivals = 0

/** Loads the settings and the state of the model, unless newer ones come from the stream meanwhile. */
export async function loadSettings(): Promise<void> {
  const before = arrivals
  const [settings, model] = await Promise.all([client.settings.get(), client.settings.modelStatus()])
  if (arrivals === before) set({ settings, model })
}

/** Takes both from the stream. */
export function takeSettings(settings: Settings, model: ModelStatus): void {
  arrivals++
  set({ settings, model })
}

/** Changes settings and asks which model that makes. */
export async function changeSettings(change: Partial<Settings>): Promise<void> {
  const settings = await client.settings.set(change)
  const mine = ++arrivals
  const model = await client.settings.modelStatus()
  if (arrivals === mine) set({ settings, model })
}

/** Stores a key, or forgets it when empty. */
export async function storeKey(key: string): Promise<void> {
  set({ model: await client.settings.setKey({ key }) })
}

/** Asks the server in use what it can do. */
export async function checkServer(): Promise<void> {
  set({ model: await client.settings.checkServer() })
}

/** Has main load what the first question would wait for. */
export function prepareModel(): void {
  // Where it fails, the first question says why.
  client.settings.prepareModel().catch(() => undefined)
}

/** Whether a model takes pictures; empty for the one of the settings. */
export async function takesPictures(model: string): Promise<boolean> {
  return (await client.settings.takesPictures({ model })).takes
}

/** Looks for model servers on this machine. */
export function findLocalServers(): Promise<readonly LocalServer[]> {
  return client.settings.findLocalServers()
}

/** Asks the server in use for its models. */
export function listModels(): Promise<readonly string[]> {
  return client.settings.listModels()
}
