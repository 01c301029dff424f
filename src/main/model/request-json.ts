import { AppError } from '../../shared/errors'
import { parsedJson } from '../../shared/json/parsed-json'
import type { Words } from '../../shared/sentences/sentence'

/** One request to a model's server. */
export type JsonRequest = {
  readonly signal: AbortSignal
  /** Sent as a bearer token. */
  readonly secret: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON by POST; without it this is a GET. */
  readonly body?: unknown
  /** The largest answer that is read. */
  readonly limitBytes: number
  /** What is said of a larger one. */
  readonly tooLong: Words
}

/** Asks a model's server for JSON, whatever the status; `body` is undefined when it answers none. */
export async function requestJson(
  address: string,
  { signal, secret, headers, body, limitBytes, tooLong }: JsonRequest,
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const response = await fetch(address, {
    signal,
    // A key must not follow to wherever a server points.
    redirect: 'manual',
    headers: {
      ...headers,
      ...(secret === null ? {} : { Authorization: `Bearer ${secret}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await readLimited(response, limitBytes, tooLong)
  return { status: response.status, headers: response.headers, body: parsedJson(text) }
}

/** The text of an answer; throws `too_large` where it is longer than that. */
export async function readLimited(response: Response, limitBytes: number, tooLong: Words): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > limitBytes) throw new AppError('too_large', tooLong)
    text += decoder.decode(chunk, { stream: true })
  }
  return text
}
