import { defaultSettings, type Settings } from '../../shared/contract/settings'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { Database } from '../db/open'
import { createSettingsTable } from '../db/settings'
import type { Secrets } from '../host'
import { loadClient } from '../model/anthropic/server'
import { findLocalServers, type KnownServer } from '../model/local-servers'
import type { ToolWords } from '../model/offline/help'
import { once } from '../once'
import type { Publish } from '../publish'
import type { SettingsService } from '../services/settings'
import { namedHostsOf } from '../web/named-hosts'
import { isHeaderValue } from '../web/own-server'
import { keyName, type ModelFlags, normalBaseUrl } from './choose-model'
import { createModelInUse, statusOfBrokenSettings } from './model-in-use'

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
  const { secrets, publish, flags = {} } = services
  const table = createSettingsTable(services.db)
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

  const inUse = createModelInUse({
    ...services,
    ...{ table, flags, get, language },
    changed: () => announce(),
  })
  const announce = (): void => {
    inUse
      .status()
      .catch((error: unknown) => statusOfBrokenSettings(get(), error))
      .then((model) => publish({ type: 'settings', settings: get(), model }))
      .catch((error: unknown) => console.error(error))
  }

  return {
    get,
    language,
    locale,
    pageSpeaks(page) {
      spoken = page
      services.languageChosen?.()
    },
    modelStatus: inUse.status,
    takesPictures: inUse.takesPictures,
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
      if (!isHeaderValue(key.trim()))
        throw new AppError('invalid_input', say('model.odd_key'), { field: 'key' })
      const { provider, baseUrl } = await inUse.choose()
      // With the offline assistant in use, a key is for the server that the settings name.
      const name = keyName(provider === 'offline' ? normalBaseUrl(get().baseUrl) : baseUrl)
      if (key.trim() === '') await secrets.remove(name)
      else await secrets.set(name, key.trim())
      announce()
      return inUse.status()
    },
    async checkServer() {
      await inUse.check()
      announce()
      return inUse.status()
    },
    async prepareModel() {
      if ((await inUse.choose()).provider === 'offline') return false
      await loadClient()
      return true
    },
    model: inUse.model,
    offlineModel: inUse.offline,
    findLocalServers: () => findLocalServers(services.localServers),
    listModels: inUse.models,
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
