import type { CallToolResult } from '@modelcontextprotocol/client'
import { AppError, asNotBegun, toAppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { StoredMcpServer } from '../../db/mcp-servers'
import type { Listing, OutgoingCall } from './connection'
import { createFailurePauses } from './failure-pauses'
import type { McpTimes } from './limits'
import type { ListedConnection } from './listed-connection'
import { type OpenConnection, openListed } from './open-listed'

/** One server with the connection to it, which comes when it is needed and goes when it ends. */
export interface LiveServer {
  state(): 'idle' | 'starting' | 'connected' | 'failed'
  /** Why it could not be reached the last time; null once it could. */
  error(): AppError | null
  leftOut(): number
  /** Connects where that is needed, and asks again what it offers where that was long ago. */
  ready(signal: AbortSignal): Promise<void>
  /** Connects anew whatever was before: a person wants it. */
  again(signal: AbortSignal): Promise<void>
  call(call: OutgoingCall): Promise<CallToolResult>
  stop(): Promise<void>
}

/** What a server is reached by, and who is told of it. */
export interface LiveServerParts {
  readonly server: Pick<StoredMcpServer, 'name'>
  readonly times: McpTimes
  readonly open: OpenConnection
  /** Takes what the server offers. */
  readonly took: (listing: Listing) => void
  /** The state has changed. */
  readonly changed: () => void
}

/** Makes one without a connection. */
export function createLiveServer(parts: LiveServerParts): LiveServer {
  const { times } = parts
  const { name: server } = parts.server
  let current: ListedConnection | null = null
  let opening: Promise<void> | null = null
  let stopping = new AbortController()
  let error: AppError | null = null
  let leftOut = 0
  const pauses = createFailurePauses(server, times.pausesMs)

  const ended = () => new AppError('unavailable', say('mcp.ended', { server, how: '?' }))
  const failed = (failure: AppError): void => {
    error = failure
    pauses.failed()
    parts.changed()
  }

  const took = (listing: Listing): void => {
    leftOut = listing.leftOut
    parts.took(listing)
  }

  async function open(): Promise<void> {
    const { signal } = stopping
    try {
      const at = await openListed(parts.open, signal, {
        took,
        // There may be another connection by now, or none yet.
        closed(which, failure) {
          if (current !== which) return
          current = null
          if (!signal.aborted) failed(failure ?? ended())
        },
        listChanged(which) {
          // Asked for at once, so that a person is told; what is being asked for already is asked for once more.
          if (current === which) which.relist(signal).catch(() => undefined)
        },
      })
      if (signal.aborted) await at.connection.close().catch(() => undefined)
      signal.throwIfAborted()
      current = at
      error = null
      parts.changed()
      // It was told after the list had come and before this was the current one.
      if (at.hasChanged()) at.relist(signal).catch(() => undefined)
    } catch (failure) {
      if (!signal.aborted) failed(toAppError(failure))
      throw failure
    }
  }

  async function ready(signal: AbortSignal): Promise<void> {
    if (current !== null) {
      if (current.isFresh(times.freshMs)) return
      await current.relist(stopping.signal)
      signal.throwIfAborted()
      return
    }
    if (opening === null) {
      pauses.requireOver()
      opening = open().finally(() => {
        opening = null
      })
      parts.changed()
    }
    await opening
    signal.throwIfAborted()
  }

  async function stop(): Promise<void> {
    stopping.abort()
    const was = current
    current = null
    await Promise.all([was?.connection.close(), opening?.catch(() => undefined)])
    stopping = new AbortController()
    pauses.forget()
    error = null
  }

  return {
    state: () =>
      current !== null ? 'connected' : opening !== null ? 'starting' : error !== null ? 'failed' : 'idle',
    error: () => error,
    leftOut: () => leftOut,
    ready,
    async again(signal) {
      await stop()
      await ready(signal)
    },
    async call(call) {
      const at = current
      if (at === null) throw asNotBegun(error ?? ended())
      const answer = await at.connection.call(call)
      pauses.forget()
      return answer
    },
    stop,
  }
}
