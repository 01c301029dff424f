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
import type { SettingsTable } from '../db/settings'
import type { Secrets } from '../host'
import { createAnthropicModel } from '../model/anthropic/model'
import { probeServer } from '../model/anthropic/probe'
import { addressOf, contextOf, featuresOf, isOfficial, type ModelServer } from '../model/anthropic/server'
import type { ToolWords } from '../model/offline/help'
import { createOfflineModel } from '../model/offline/model'
import type { Model } from '../model/port'
import { listServerModels } from '../model/server-models'
import { createServerWindow, type ServerWindow } from '../model/server-window'
import { isHeaderValue } from '../web/own-server'
import { chooseModel, keyName, type ModelChoice, type ModelFlags } from './choose-model'

/** The model that the settings, the environment and the options of the start come to. */
export interface ModelInUse {
  /** `wished` stands in place of the stored model, unless it is empty. */
  choose(wished?: string): Promise<ModelChoice>
  status(): Promise<ModelStatus>
  /** See the service's. */
  takesPictures(wished: string): Promise<boolean>
  model(wished?: string): Promise<Model>
  /** The offline assistant, in the language in use. */
  offline(): Model
  /** Those that its server has; none for the offline assistant. */
  models(): Promise<readonly string[]>
  /** Asks its server what it can do, and keeps that; throws `unsupported` for the offline assistant. */
  check(): Promise<void>
}

/** What it is chosen by and made with; see the service's. */
export interface ModelInUseParts {
  readonly db: Database
  readonly secrets: Secrets
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly flags: ModelFlags
  readonly table: Pick<SettingsTable, 'stored'>
  readonly get: () => Settings
  readonly language: () => 'en' | 'de'
  readonly countDocuments?: () => number
  readonly toolWords?: Readonly<Record<'en' | 'de', ToolWords>>
  /** Told when a server has said more of itself. */
  readonly changed: () => void
}

/** Asks nothing over the network before a caller wants it. */
export function createModelInUse(parts: ModelInUseParts): ModelInUse {
  const { secrets, environment, flags, table, get, language, countDocuments, toolWords, changed } = parts
  const checkedFeatures = createServerFeatureTable(parts.db)

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
  const status = async (): Promise<ModelStatus> => {
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
      keyFrom: choice.credentialFrom,
      ...detailOf(inWords(choice)),
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
  /** What servers said of the windows of their models, since the start; the first model of a server may change. */
  const windows = new Map<string, { readonly model: string; readonly window: ServerWindow }>()
  const windowOf = (choice: ModelChoice, model: string): ServerWindow => {
    const known = windows.get(windowKey(choice))
    if (known?.model === model) return known.window
    const window = createServerWindow(serverOf(choice), model, changed)
    windows.set(windowKey(choice), { model, window })
    return window
  }

  /** The model of the last choice, with its client and its open connections. */
  let lastModel: { readonly key: string; readonly model: Model } | null = null
  const offline = (): Model =>
    createOfflineModel({
      language: language(),
      countDocuments: () => countDocuments?.() ?? null,
      toolWords,
    })
  const makeModel = async (choice: ModelChoice): Promise<Model> => {
    if (choice.provider === 'offline') return offline()
    const server = serverToAsk(choice)
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
    choose,
    offline,
    status,
    takesPictures,
    async model(wished) {
      const choice = await choose(wished)
      // Which model is a server's first may change at any time.
      if (choice.model === '') return makeModel(choice)
      const key = JSON.stringify([choice, language(), get().contextTokens])
      if (lastModel?.key !== key) lastModel = { key, model: await makeModel(choice) }
      return lastModel.model
    },
    async models() {
      const choice = await choose()
      return choice.provider === 'offline' ? [] : listServerModels(serverToAsk(choice))
    },
    async check() {
      const choice = await choose()
      if (choice.provider === 'offline') {
        throw new AppError('unsupported', say('model.offline_asks_nothing'))
      }
      const server = serverToAsk(choice)
      const model = choice.model || (await firstModel(server))
      const features = await probeServer(server, model)
      checkedFeatures.write(choice.baseUrl, choice.model, { features, checkedAt: Date.now() })
      windows.delete(windowKey(choice))
      if (!isOfficial(choice.baseUrl)) await windowOf(choice, model).learn(new AbortController().signal)
      lastModel = null
    },
  }
}

function serverOf({ baseUrl, credential }: ModelChoice): ModelServer {
  return { baseUrl, credential }
}

/** Throws where the key can't be sent: a request would end in words about headers, and may tell a part of the key. */
function serverToAsk(choice: ModelChoice): ModelServer {
  if (!isHeaderValue(choice.credential?.secret ?? '')) {
    throw new AppError('unauthorized', say('model.odd_key'))
  }
  return serverOf(choice)
}

function windowKey(choice: ModelChoice): string {
  return JSON.stringify(choice)
}

async function firstModel(server: ModelServer): Promise<string> {
  const first = (await listServerModels(server))[0]
  if (first !== undefined) return first
  throw new AppError('model_error', say('model.none_there', { address: addressOf(server) }))
}

function inWords(choice: ModelChoice): Sentence {
  const { provider, model, baseUrl, credential, credentialFrom } = choice
  if (provider === 'offline') return say('model.offline_in_use')
  const missing = credential === null && baseUrl === ''
  const address = addressOf(serverOf(choice))
  return say('model.in_use', { address, model, key: credentialFrom ?? 'none', missing })
}

function detailOf(words: Words): Pick<ModelStatus, 'detail' | 'said'> {
  return typeof words === 'string' ? { detail: words } : { detail: words.text, said: words.said }
}

/** What can be told where the settings lead to no model. */
export function statusOfBrokenSettings(settings: Settings, error: unknown): ModelStatus {
  return {
    provider: settings.provider,
    model: settings.model,
    baseUrl: settings.baseUrl,
    hasKey: false,
    keyFrom: null,
    source: 'setting',
    decidedBy: [],
    ...detailOf(wordsOf(toErrorShape(error))),
    features: null,
    window: null,
    checkedAt: null,
  }
}
