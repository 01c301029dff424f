import type { ModelStatus, Provider, Settings } from '../../shared/contract/settings'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { type Credential, officialBaseUrl } from '../model/anthropic/server'

/** The model that is used at the vendor's own address when nobody chose one. */
export const defaultModelId = 'claude-sonnet-5-5'

/** What flags of the start say; an empty one counts as not given. */
export interface ModelFlags {
  readonly model?: string | undefined
  readonly baseUrl?: string | undefined
}

/** Which model is used, at which server, and where that comes from. */
export interface ModelChoice {
  readonly provider: Provider
  /** Empty when the server's first model is to be used. */
  readonly model: string
  /** Without `/v1`; empty for the vendor's own address. */
  readonly baseUrl: string
  readonly source: ModelStatus['source']
  /** Names of the environment variables that decide; empty unless they are the source. */
  readonly decidedBy: readonly string[]
  readonly credential: Credential | null
  readonly credentialFrom: 'environment' | 'stored' | null
}

/** The environment variables that say which model is used, in the order in which people are told of them. */
const variableNames = ['COUNTERSIGN_MODEL', 'ANTHROPIC_BASE_URL', 'ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN']

/** The name under which the key of a server is kept: a key is given to the server that it was entered for only. */
export function keyName(baseUrl: string): string {
  return baseUrl === '' ? 'anthropic-key' : `anthropic-key ${new URL(baseUrl).origin}`
}

/**
 * Decides by precedence: a flag beats a variable beats a stored setting. A key or an address in the environment
 * chooses the Messages API unless the model is named `offline`.
 */
export function chooseModel(from: {
  readonly settings: Settings
  /** Whether a person chose the provider. */
  readonly chosen: boolean
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly flags: ModelFlags
  readonly storedKey: (baseUrl: string) => string | null
  /** The model that an assistant has of its own, at the same server; empty for the stored one. */
  readonly wished?: string
}): ModelChoice {
  const { flags } = from
  const wished = from.wished?.trim() ?? ''
  const settings = wished === '' ? from.settings : { ...from.settings, model: wished }
  const variable = (name: string): string => from.environment[name]?.trim() ?? ''
  const flagModel = flags.model?.trim() ?? ''
  const flagBase = flags.baseUrl?.trim() ?? ''
  const envModel = variable('COUNTERSIGN_MODEL')
  const envBase = variable('ANTHROPIC_BASE_URL')
  const envCredential = credentialOf(variable('ANTHROPIC_API_KEY'), variable('ANTHROPIC_AUTH_TOKEN'))

  const named = flagModel !== '' ? flagModel : envModel
  const byFlag = flagModel !== '' || flagBase !== ''
  const given = variableNames.filter((name) => variable(name) !== '')
  const byEnvironment = given.length > 0
  const source = byFlag ? 'flag' : byEnvironment ? 'environment' : from.chosen ? 'setting' : 'default'
  const decidedBy = source === 'environment' ? given : []
  if (named === 'offline' || (!byFlag && !byEnvironment && settings.provider === 'offline')) {
    const without = { model: 'offline', baseUrl: '', credential: null, credentialFrom: null }
    return { provider: 'offline', source, decidedBy, ...without }
  }

  const outside = flagBase !== '' ? flagBase : envBase
  const baseUrl = normalBaseUrl(outside !== '' ? outside : settings.baseUrl)
  // A stored model belongs to the stored server.
  const isStoredServer = outside === '' || normalBaseUrl(settings.baseUrl) === baseUrl
  const storedModel = isStoredServer ? settings.model.trim() : ''
  const model = named !== '' ? named : storedModel !== '' ? storedModel : baseUrl === '' ? defaultModelId : ''
  // A key of the environment goes to the vendor or to an address that was named beside it, never to another one.
  const envFits = outside !== '' || baseUrl === ''
  return {
    ...{ provider: 'anthropic', model, baseUrl, source, decidedBy },
    ...credentialFor(envFits ? envCredential : null, () => from.storedKey(baseUrl)),
  }
}

/** The environment's where there is one that fits, else what is stored. */
function credentialFor(
  ofEnvironment: Credential | null,
  storedKey: () => string | null,
): Pick<ModelChoice, 'credential' | 'credentialFrom'> {
  if (ofEnvironment !== null) return { credential: ofEnvironment, credentialFrom: 'environment' }
  const secret = storedKey()
  return secret === null
    ? { credential: null, credentialFrom: null }
    : { credential: { kind: 'key', secret }, credentialFrom: 'stored' }
}

/**
 * An address with its scheme, without `/v1` and slashes at its end; the vendor's own is empty. Throws `invalid_input`.
 */
export function normalBaseUrl(baseUrl: string): string {
  const trimmed = withScheme(baseUrl.trim().replace(/\/+$/u, '').replace(/\/v1$/u, ''))
  if (trimmed === '' || trimmed === officialBaseUrl) return ''
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null
  const web = url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null
  if (web === null ? /[@?#]/u.test(trimmed) : web.username + web.password + web.search + web.hash !== '') {
    // Not repeated: what stands there may be a secret.
    throw new AppError('invalid_input', say('model.address_with_secret'), { field: 'baseUrl' })
  }
  if (web === null) {
    throw new AppError('invalid_input', say('model.no_address', { text: trimmed }), { field: 'baseUrl' })
  }
  return trimmed
}

/** What a host looks like that was typed without a scheme: with a port or a dot, or this machine. */
const bareHost = /^(?:localhost|\[[0-9a-f:]+\]|[\w-]+(?=:\d|\.))(?:\.[\w-]+)*(?::\d+)?(?:\/[^\s?#@]*)?$/iu
/** Hosts at home, where servers rarely have a certificate. */
const hostAtHome =
  /^(?:localhost|\[|[\d.]+(?:[:/]|$)|[\w-]+(?:[:/]|$)|[\w.-]+\.(?:local|home|lan|internal)(?:[:/]|$))/iu

/** An address as people type it, with the scheme that fits its host; anything else as it is. */
function withScheme(address: string): string {
  if (!bareHost.test(address)) return address
  return `${hostAtHome.test(address) ? 'http' : 'https'}://${address}`
}

function credentialOf(key: string, token: string): Credential | null {
  if (key !== '') return { kind: 'key', secret: key }
  return token === '' ? null : { kind: 'token', secret: token }
}
