import type { LocalServer, ModelStatus, Settings } from '../../shared/contract/settings'
import type { Model } from '../model/port'

/** Settings, keys and the model in use. */
export interface SettingsService {
  get(): Settings
  /** In which language main writes: the one that is chosen, else that of the page, else that of this process. */
  language(): 'en' | 'de'
  /** The same with the region of the page, else of this process, where that is known: how it writes days and times. */
  locale(): string
  /** A page tells in which language its browser, or the system, is, and what it prefers with regions, such as `en-GB`. */
  pageSpeaks(page: { readonly language: 'en' | 'de'; readonly locales: readonly string[] }): void
  set(patch: Partial<Settings>): Settings
  setKey(key: string): Promise<ModelStatus>
  modelStatus(): Promise<ModelStatus>
  /** Whether a model at the server in use takes pictures; empty for the one of the settings. */
  takesPictures(model: string): Promise<boolean>
  /** Asks the server in use what it can do, and keeps that. */
  checkServer(): Promise<ModelStatus>
  /** Loads what the first question to a model would wait for; answers whether a model is in use. */
  prepareModel(): Promise<boolean>
  findLocalServers(): Promise<readonly LocalServer[]>
  listModels(): Promise<readonly string[]>
  /** The model that the next run uses; `wished` stands in place of the stored one, unless it is empty. */
  model(wished?: string): Promise<Model>
  /** What carries out commands that a person writes, whichever model answers the rest. */
  offlineModel(): Model
}
