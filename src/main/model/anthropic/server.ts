import type Anthropic from '@anthropic-ai/sdk'
import { type ServerFeatures, usualLocalTokens } from '../../../shared/contract/settings'

/** The vendor's own address. */
export const officialBaseUrl = 'https://api.anthropic.com'

/** A server of the Messages API and how to be let in. */
export interface ModelServer {
  /** Without `/v1`; the vendor's own address when empty. */
  readonly baseUrl: string
  readonly credential: Credential | null
}

/** A key of the vendor's console, or a bearer token. */
export interface Credential {
  readonly kind: 'key' | 'token'
  readonly secret: string
}

/**
 * Tokens that a model takes where nobody says it: what every current model of the vendor takes, and what a local
 * server is usually given. Too little means an early summary; what is too much the server says.
 */
function usualContextTokens(baseUrl: string): number {
  return isOfficial(baseUrl) ? 200_000 : usualLocalTokens
}

/** How many tokens are reckoned with: never more than the server says, whatever a person has set. */
export function contextOf(
  set: number | null,
  told: number | null,
  baseUrl: string,
): { readonly contextTokens: number; readonly contextFrom: 'set' | 'server' | 'usual' } {
  if (told !== null && (set === null || told < set)) return { contextTokens: told, contextFrom: 'server' }
  if (set !== null) return { contextTokens: set, contextFrom: 'set' }
  return { contextTokens: usualContextTokens(baseUrl), contextFrom: 'usual' }
}

/** What every server takes. */
export const coreFeatures: ServerFeatures = {
  citations: 'none',
  promptCaching: false,
  images: false,
  toolChoice: false,
  thinking: 'none',
  effort: false,
  counting: false,
  contextEditing: false,
}

/** What is assumed of a server that was not asked: everything at the vendor's own address, the core elsewhere. */
export function featuresOf(baseUrl: string): ServerFeatures {
  if (!isOfficial(baseUrl)) return coreFeatures
  return {
    citations: 'search_results',
    promptCaching: true,
    images: true,
    toolChoice: true,
    thinking: 'adaptive',
    effort: true,
    counting: true,
    contextEditing: true,
  }
}

/** Whether it is the vendor's own address. */
export function isOfficial(baseUrl: string): boolean {
  return baseUrl === '' || new URL(baseUrl).hostname === new URL(officialBaseUrl).hostname
}

/** Whether it runs on this machine, and so sleeps when this one does. */
export function isOnThisMachine({ baseUrl }: ModelServer): boolean {
  if (baseUrl === '') return false
  const { hostname } = new URL(baseUrl)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}

/** Host and port of a server, for people. */
export function addressOf(server: ModelServer): string {
  return new URL(server.baseUrl === '' ? officialBaseUrl : server.baseUrl).host
}

/** Loads the SDK, once: when first needed or once there is time, because the application's start does not wait for it. */
export async function loadClient() {
  const [{ Anthropic: Client }, { Stream }] = await Promise.all([
    import('@anthropic-ai/sdk'),
    import('@anthropic-ai/sdk/streaming'),
  ])
  return { Client, Stream }
}

/** A client of a server. */
export async function connect(server: ModelServer): Promise<Anthropic> {
  const { Client } = await loadClient()
  const { credential } = server
  return new Client({
    baseURL: server.baseUrl === '' ? officialBaseUrl : server.baseUrl,
    // Always one of both, so that the SDK does not look for credentials of its own on this machine.
    ...(credential?.kind === 'token'
      ? { authToken: credential.secret }
      : { apiKey: credential?.secret ?? 'none' }),
    ...(credential === null ? { defaultHeaders: { Authorization: null } } : {}),
    maxRetries: 0,
    // A key and a conversation must not follow to wherever a server points.
    fetchOptions: { redirect: 'manual' },
    logLevel: 'off',
    openTelemetry: false,
  })
}
