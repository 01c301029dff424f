import {
  defaultSettings,
  type ModelStatus,
  type ServerFeatures,
  type Settings,
} from '../../shared/contract/settings'
import { AppError, toErrorShape } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { type Sentence, type Words, wordsOf } from '../../shared/sentences/sentence'
import type { Database } from '../db/open'
import { createServerFeatureTable } from '../db/server-features'
import { createSettingsTable } from '../db/settings'
import type { Secrets } from '../host'
import { createAnthropicModel } from '../model/anthropic/model'
import { probeServer } from '../model/anthropic/probe'
import {
  addressOf,
  contextOf,
  featuresOf,
  isOfficial,
  loadClient,
  type ModelServer,
} from '../model/anthropic/server'
import { findLocalServers, type KnownServer } from '../model/local-servers'
import type { ToolWords } from '../model/offline/help'
import { createOfflineModel } from '../model/offline/model'
import type { Model } from '../model/port'
import { listServerModels } from '../model/server-models'
import { createServerWindow, type ServerWindow } from '../model/server-window'
import { once } from '../once'
import type { Publish } from '../publish'
import type { SettingsService } from '../services/settings'
import { namedHostsOf } from '../web/named-hosts'
import { chooseModel, keyName, type ModelChoice, type ModelFlags, normalBaseUrl } from './choose-model'

/** Makes the service; nothing is asked over the network before a caller wants it. */
export function createSettings(services: {
  readonly db: Database
  readonly secrets: Secrets
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly publish: Publish
  readonly flags?: ModelFlags
  /** Where model servers of this machine are looked for; the usual addresses unless told. */
  readonly localServers?: readonly KnownServer[] | undefined
  /** How many documents the library has; for what the offline assistant says. */
  readonly countDocuments?: () => number
  /** What people are told of tools, by language; for the same. */
  readonly toolWords?: Readonly<Record<'en' | 'de', ToolWords>>
  /** The language may be another one from now on. */
  readonly languageChosen?: () => void
}): SettingsService {
  const { secrets, environment, publish } = services
  const flags = services.flags ?? {}
  const table = createSettingsTable(services.db)
  const checkedFeatures = createServerFeatureTable(services.db)
  const get = (): Settings => ({ ...defaultSettings, ...table.stored() })
  /** The language of the page that was opened last, where there was one. */
  let spoken: { readonly language: 'en' | 'de'; readonly locales: readonly string[] } | null = null
  const language = (): 'en' | 'de' => {
    const chosen = get().language
    return chosen === 'system' && spoken !== null ? spoken.language : languageOf(chosen)
  }
  const locale = (): string => {
    const own = language()
    const known = [...(spoken?.locales ?? []), systemLocale()]
    return known.find((tag) => tag.toLowerCase().split('-')[0] === own) ?? own
  }

  /** What a server was found to do, and of the rest, or of all of it, what its address lets one assume. */
  const featuresAt = (baseUrl: string, model: string): ServerFeatures => {
    const assumed = featuresOf(baseUrl)
    const found = checkedFeatures.get(baseUrl, model)?.features
    if (found === undefined) return assumed
    return { ...found, contextEditing: found.contextEditing ?? assumed.contextEditing }
  }

  const choose = async (wished = ''): Promise<ModelChoice> => {
    const stored = table.stored()
    const request = {
      settings: { ...defaultSettings, ...stored },
      chosen: stored.provider !== undefined,
      environment,
      flags,
      wished,
    }
    // Once without keys, to learn which server it is; then with the key of that server.
    const { baseUrl, provider } = chooseModel({ ...request, storedKey: () => null })
    const key = provider === 'offline' ? null : await secrets.get(keyName(baseUrl))
    return chooseModel({ ...request, storedKey: () => key })
  }
  const modelStatus = async (): Promise<ModelStatus> => {
    const choice = await choose()
    const { provider, model, baseUrl, source, decidedBy } = choice
    const checked = checkedFeatures.get(baseUrl, model)
    const told = windows.get(windowKey(choice))?.window.tokens ?? null
    const { contextTokens, contextFrom } = contextOf(get().contextTokens || null, told, baseUrl)
    return {
      provider,
      model,
      baseUrl,
      source,
      decidedBy: [...decidedBy],
      hasKey: choice.credential !== null,
      ...detailOf(inUse(choice)),
      features: provider === 'offline' ? null : featuresAt(baseUrl, model),
      window: provider === 'offline' ? null : { tokens: contextTokens, from: contextFrom },
      checkedAt: provider === 'offline' ? null : (checked?.checkedAt ?? null),
    }
  }
  const takesPictures = async (wished: string): Promise<boolean> => {
    const { provider, model, baseUrl } = await choose(wished)
    if (provider === 'offline') return false
    return featuresAt(baseUrl, model).images
  }
  const announce = (): void => {
    modelStatus()
      .catch((error: unknown) => statusOfBrokenSettings(get(), error))
      .then((model) => publish({ type: 'settings', settings: get(), model }))
      .catch((error: unknown) => console.error(error))
  }

  /** What servers said of the windows of their models, since the start; the first model of a server may change. */
  const windows = new Map<string, { readonly model: string; readonly window: ServerWindow }>()
  const windowOf = (choice: ModelChoice, model: string): ServerWindow => {
    const known = windows.get(windowKey(choice))
    if (known?.model === model) return known.window
    const window = createServerWindow(serverOf(choice), model, announce)
    windows.set(windowKey(choice), { model, window })
    return window
  }

  /** The model of the last choice, with its client and its open connections. */
  let lastModel: { readonly key: string; readonly model: Model } | null = null
  const makeModel = async (choice: ModelChoice): Promise<Model> => {
    if (choice.provider === 'offline') {
      return createOfflineModel({
        language: language(),
        countDocuments: () => services.countDocuments?.() ?? null,
        toolWords: services.toolWords,
      })
    }
    const server = serverOf(choice)
    if (choice.baseUrl === '' && choice.credential === null) {
      throw new AppError('unauthorized', say('model.no_key'))
    }
    const { contextTokens } = get()
    const model = choice.model || (await firstModel(server))
    return createAnthropicModel({
      model,
      server,
      ...(isOfficial(choice.baseUrl) ? {} : { window: windowOf(choice, model) }),
      features: featuresAt(choice.baseUrl, choice.model),
      ...(contextTokens === 0 ? {} : { contextTokens }),
    })
  }

  return {
    get,
    language,
    locale,
    pageSpeaks(page) {
      spoken = page
      services.languageChosen?.()
    },
    modelStatus,
    takesPictures,
    set(patch) {
      table.write({
        ...patch,
        ...(patch.baseUrl === undefined ? {} : { baseUrl: normalBaseUrl(patch.baseUrl) }),
        ...(patch.webHosts === undefined ? {} : { webHosts: namedHostsOf(patch.webHosts) }),
      })
      announce()
      if (patch.language !== undefined) services.languageChosen?.()
      return get()
    },
    async setKey(key) {
      const { provider, baseUrl } = await choose()
      // With the offline assistant in use, a key is for the server that the settings name.
      const name = keyName(provider === 'offline' ? normalBaseUrl(get().baseUrl) : baseUrl)
      if (key.trim() === '') await secrets.remove(name)
      else await secrets.set(name, key.trim())
      announce()
      return modelStatus()
    },
    async checkServer() {
      const choice = await choose()
      if (choice.provider === 'offline') {
        throw new AppError('unsupported', say('model.offline_asks_nothing'))
      }
      const server = serverOf(choice)
      const model = choice.model || (await firstModel(server))
      const features = await probeServer(server, model)
      checkedFeatures.write(choice.baseUrl, choice.model, { features, checkedAt: Date.now() })
      windows.delete(windowKey(choice))
      if (!isOfficial(choice.baseUrl)) await windowOf(choice, model).learn(new AbortController().signal)
      lastModel = null
      announce()
      return modelStatus()
    },
    async prepareModel() {
      if ((await choose()).provider === 'offline') return false
      await loadClient()
      return true
    },
    findLocalServers: () => findLocalServers(services.localServers),
    async listModels() {
      const choice = await choose()
      return choice.provider === 'offline' ? [] : listServerModels(serverOf(choice))
    },
    async model(wished) {
      const choice = await choose(wished)
      // Which model is a server's first may change at any time.
      if (choice.model === '') return makeModel(choice)
      const key = JSON.stringify([choice, language(), get().contextTokens])
      if (lastModel?.key !== key) lastModel = { key, model: await makeModel(choice) }
      return lastModel.model
    },
  }
}

function serverOf({ baseUrl, credential }: ModelChoice): ModelServer {
  return { baseUrl, credential }
}

function windowKey(choice: ModelChoice): string {
  return JSON.stringify(choice)
}

async function firstModel(server: ModelServer): Promise<string> {
  const first = (await listServerModels(server))[0]
  if (first !== undefined) return first
  throw new AppError('model_error', say('model.none_there', { address: addressOf(server) }))
}

function inUse(choice: ModelChoice): Sentence {
  const { provider, model, baseUrl, credential, credentialFrom } = choice
  if (provider === 'offline') return say('model.offline_in_use')
  const missing = credential === null && baseUrl === ''
  const address = addressOf(serverOf(choice))
  return say('model.in_use', { address, model, key: credentialFrom ?? 'none', missing })
}

function detailOf(words: Words): Pick<ModelStatus, 'detail' | 'said'> {
  return typeof words === 'string' ? { detail: words } : { detail: words.text, said: words.said }
}

function statusOfBrokenSettings(settings: Settings, error: unknown): ModelStatus {
  return {
    provider: settings.provider,
    model: settings.model,
    baseUrl: settings.baseUrl,
    hasKey: false,
    source: 'setting',
    decidedBy: [],
    ...detailOf(wordsOf(toErrorShape(error))),
    features: null,
    window: null,
    checkedAt: null,
  }
}

/** What the collection for everything is called in the person's language, as far as that is known when it is made. */
export function firstCollectionName(db: Database): string {
  const { language } = { ...defaultSettings, ...createSettingsTable(db).stored() }
  return languageOf(language) === 'de' ? 'Dokumente' : 'Documents'
}

/** The language of the texts that main makes itself. */
function languageOf(language: Settings['language']): 'en' | 'de' {
  return language === 'system' ? systemLanguage() : language
}

/** Asked for once: it stays the same while a process runs, and making a formatter takes half a millisecond. */
const systemLocale = once((): string => new Intl.DateTimeFormat().resolvedOptions().locale)

const systemLanguage = (): 'en' | 'de' => (systemLocale().startsWith('de') ? 'de' : 'en')
