import type Anthropic from '@anthropic-ai/sdk'

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

/** What a server takes beyond what every one of them takes. */
export interface ServerFeatures {
  /** Search results as blocks, answered by citations that point into them. */
  readonly searchResults: boolean
  /** `cache_control` at the top of a request. */
  readonly promptCaching: boolean
  /** Pictures in results of tools. */
  readonly images: boolean
  /** `tool_choice`. */
  readonly toolChoice: boolean
  /** Thinking that is switched on and off. */
  readonly thinking: boolean
  /** `output_config` with an effort. */
  readonly effort: boolean
  /** Counting the tokens of a request. */
  readonly counting: boolean
}

/**
 * Tokens that a model takes where nobody has set it: what every current model of the vendor takes, and what a local
 * server is usually given. Too little means an early summary; what is too much the server says.
 */
export function usualContextTokens(baseUrl: string): number {
  return isOfficial(baseUrl) ? 200_000 : 32_768
}

/** Everything at the vendor's own address, the common core elsewhere. */
export function featuresOf(baseUrl: string): ServerFeatures {
  const official = isOfficial(baseUrl)
  return {
    searchResults: official,
    promptCaching: official,
    images: official,
    toolChoice: official,
    thinking: official,
    effort: official,
    counting: official,
  }
}

function isOfficial(baseUrl: string): boolean {
  return baseUrl === '' || new URL(baseUrl).hostname === new URL(officialBaseUrl).hostname
}

/** Host and port of a server, for people. */
export function addressOf(server: ModelServer): string {
  return new URL(server.baseUrl === '' ? officialBaseUrl : server.baseUrl).host
}

/** A client; the SDK is loaded when first needed, because the application's start does not wait for it. */
export async function connect(server: ModelServer): Promise<Anthropic> {
  const { Anthropic: Client } = await import('@anthropic-ai/sdk')
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
