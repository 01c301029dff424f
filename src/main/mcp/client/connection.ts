import {
  type CallToolResult,
  Client,
  ProtocolError,
  type RequestOptions,
  SdkError,
  SdkErrorCode,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/client'
import { version } from '../../../../package.json'
import { AppError, asNotBegun } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import { startOf } from '../../../shared/text/start-of'
import { ERROR_CHARACTERS } from '../../agent/foreign-answer'
import type { StoredOffer } from '../../db/mcp-servers'
import { withoutValues, withoutValuesIn } from '../../secrets/without-values'
import { MAX_PAGES, MAX_TOOLS, type McpTimes } from './limits'

/** One call as it goes out. */
export interface OutgoingCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly timeLimitMs: number
  readonly signal: AbortSignal
  readonly progress: (done: number, total?: number, note?: string) => void
}

/** A list of tools, and how many beyond the limit it had. */
export interface Listing {
  readonly tools: readonly StoredOffer[]
  readonly leftOut: number
}

/** A connection that stands. */
export interface McpConnectionNow {
  list(signal: AbortSignal): Promise<Listing>
  /** What the server answered, as it came. */
  call(call: OutgoingCall): Promise<CallToolResult>
  close(): Promise<void>
}

/** What a connection is made with. */
export interface ConnectionParts {
  /** As people call the server. */
  readonly server: string
  readonly wire: Transport
  readonly times: McpTimes
  /** What it was given and is made out in all that it says. */
  readonly secrets: readonly string[]
  /** Why the wire ended, where it knows better than the SDK. */
  readonly failure: () => AppError | null
  readonly listChanged: () => void
  readonly closed: () => void
}

/** A progress note of somebody else’s, in a line. */
const NOTE_CHARACTERS = 200

/**
 * Shakes hands over a wire. Nothing is offered to the server: what it asks of us (a model, an input, folders) is answered
 * with an error by the SDK, and an address that it wants opened is not opened.
 */
export async function connect(parts: ConnectionParts, signal: AbortSignal): Promise<McpConnectionNow> {
  const { server, wire, times, secrets } = parts
  const client = new Client(
    { name: 'countersign', title: 'Countersign', version },
    {
      capabilities: {},
      // Schemas of results are not used; the SDK's own validator would make code of them. What type they would give it
      // is not known here.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
    },
  )
  client.setNotificationHandler('notifications/tools/list_changed', () => parts.listChanged())
  client.onclose = parts.closed
  // Single messages that can't be read are no failure of the connection, and its end is told by its calls.
  client.onerror = () => undefined
  const failed = async (error: unknown, seconds: number): Promise<AppError> => {
    const own = failureOf(error, parts, seconds)
    const ended = parts.failure()
    // What a whole wire ended with says nothing of whether this very request was taken.
    if (!own.notBegun) return ended ?? own
    // A session that takes no requests is over: the next call begins anew.
    if (ended !== null) await client.close().catch(() => undefined)
    return asNotBegun(ended ?? own)
  }
  try {
    await client.connect(wire, { timeout: times.startMs, signal })
  } catch (error) {
    await client.close().catch(() => undefined)
    await wire.close().catch(() => undefined)
    throw await failed(error, times.startMs / 1000)
  }

  return {
    async list(listSignal) {
      if (client.getServerCapabilities()?.tools === undefined) return { tools: [], leftOut: 0 }
      const inTime = AbortSignal.any([listSignal, AbortSignal.timeout(times.listMs)])
      const tools: StoredOffer[] = []
      let cursor: string | undefined
      let leftOut = 0
      try {
        for (let page = 0; page < MAX_PAGES; page += 1) {
          const answer = await client.request(
            { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
            { timeout: times.listMs, signal: inTime },
          )
          for (const tool of answer.tools) {
            if (tools.length >= MAX_TOOLS) leftOut += 1
            else tools.push(offerOf(tool, secrets))
          }
          cursor = answer.nextCursor
          if (cursor === undefined || leftOut > 0) break
        }
      } catch (error) {
        if (inTime.aborted && !listSignal.aborted) throw noAnswer(server, times.listMs / 1000, error)
        throw await failed(error, times.listMs / 1000)
      }
      return { tools, leftOut }
    },

    async call({ name, arguments: given, timeLimitMs, signal: callSignal, progress }) {
      try {
        const answer = await requestCall(client, name, given, {
          timeout: timeLimitMs,
          resetTimeoutOnProgress: true,
          maxTotalTimeout: Math.max(timeLimitMs, times.wholeCallMs),
          signal: callSignal,
          onprogress: ({ progress: done, total, message = '' }) =>
            progress(done, total, startOf(revealAsText(withoutValues(message, secrets)), NOTE_CHARACTERS)),
        })
        return withoutValuesIn(answer, secrets)
      } catch (error) {
        callSignal.throwIfAborted()
        throw await failed(error, timeLimitMs / 1000)
      }
    },

    close: () => client.close(),
  }
}

function requestCall(
  client: Client,
  name: string,
  given: Readonly<Record<string, unknown>>,
  options: RequestOptions,
): Promise<CallToolResult> {
  // Not the client's own method: that one checks results by the schemas of a list that it keeps.
  return client.request({ method: 'tools/call', params: { name, arguments: given } }, options)
}

/** In the form in which it is stored, so that it hashes the same when it is read back. */
function offerOf(
  { name, title, description, inputSchema, annotations }: Tool,
  secrets: readonly string[],
): StoredOffer {
  // As it will be read when it was stored: without fields that the server left out.
  const told = JSON.parse(
    JSON.stringify({ name, title, description, inputSchema, annotations }),
  ) as StoredOffer
  // It is asked by the very name that it gave.
  return { ...withoutValuesIn(told, secrets), name }
}

/** One sentence for whatever a server or the way to it did; what a server says itself is told as its words. */
function failureOf(
  error: unknown,
  { server, secrets }: Pick<ConnectionParts, 'server' | 'secrets'>,
  seconds: number,
): AppError {
  if (error instanceof AppError) return error
  if (ProtocolError.isInstance(error)) {
    const text = startOf(revealAsText(withoutValues(error.message, secrets)), ERROR_CHARACTERS)
    return new AppError('unavailable', say('mcp.refused', { server, text }), { cause: error })
  }
  if (SdkError.isInstance(error)) {
    if (error.code === SdkErrorCode.RequestTimeout) return noAnswer(server, seconds, error)
    const notBegun = error.code === SdkErrorCode.NotConnected
    if (notBegun || error.code === SdkErrorCode.ConnectionClosed) {
      return new AppError('unavailable', say('mcp.ended', { server, how: '?' }), { cause: error, notBegun })
    }
  }
  // What went wrong on the way there is told by what carried it.
  const cause = error instanceof Error && error.cause instanceof AppError ? error.cause : null
  return cause ?? new AppError('unavailable', say('mcp.bad_answer', { server }), { cause: error })
}

function noAnswer(server: string, seconds: number, cause: unknown): AppError {
  return new AppError('timeout', say('mcp.no_answer', { server, seconds }), { cause })
}
