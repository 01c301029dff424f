import type { CallToolResult } from '@modelcontextprotocol/client'
import { AppError, toAppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { StoredMcpServer } from '../../db/mcp-servers'
import type { Listing, McpConnectionNow, OutgoingCall } from './connection'
import { createFailurePauses } from './failure-pauses'
import type { McpTimes } from './limits'

/** What opens a connection; `closed` and `listChanged` are told of this one alone. */
export type OpenConnection = (
  signal: AbortSignal,
  told: { readonly closed: () => void; readonly listChanged: () => void },
) => Promise<{ readonly connection: McpConnectionNow; readonly failure: () => AppError | null }>

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

/** Makes one without a connection. */
export function createLiveServer(parts: {
  readonly server: Pick<StoredMcpServer, 'name'>
  readonly times: McpTimes
  readonly open: OpenConnection
  /** Takes what the server offers. */
  readonly took: (listing: Listing) => void
  /** The state has changed. */
  readonly changed: () => void
  readonly now: () => number
}): LiveServer {
  const { times, now } = parts
  const { name: server } = parts.server
  let current: { readonly connection: McpConnectionNow; listedAt: number } | null = null
  let opening: Promise<void> | null = null
  let stopping = new AbortController()
  let error: AppError | null = null
  let leftOut = 0
  const pauses = createFailurePauses(server, times.pausesMs, now)

  const failed = (failure: AppError): void => {
    error = failure
    pauses.failed()
    parts.changed()
  }

  async function listed(connection: McpConnectionNow, signal: AbortSignal): Promise<void> {
    const listing = await connection.list(signal)
    leftOut = listing.leftOut
    parts.took(listing)
  }

  async function open(): Promise<void> {
    const { signal } = stopping
    let failureOf: () => AppError | null = () => null
    let mine: McpConnectionNow | null = null
    // Both may be told of a connection that is no longer, or not yet, the current one.
    const closed = () => {
      if (mine === null || current?.connection !== mine) return
      current = null
      if (!signal.aborted) {
        failed(failureOf() ?? new AppError('unavailable', say('mcp.ended', { server, how: '?' })))
      }
    }
    const listChanged = () => {
      const at = current
      if (at === null || at.connection !== mine) return
      // Asked for at once, so that a person is told; until then every call asks first.
      at.listedAt = Number.NEGATIVE_INFINITY
      relist(at, signal).catch(() => undefined)
    }
    try {
      const opened = await parts.open(signal, { closed, listChanged })
      failureOf = opened.failure
      mine = opened.connection
      await listed(mine, signal).catch(async (failure: unknown) => {
        await opened.connection.close().catch(() => undefined)
        throw opened.failure() ?? failure
      })
      signal.throwIfAborted()
      current = { connection: mine, listedAt: now() }
      error = null
      parts.changed()
    } catch (failure) {
      await mine?.close().catch(() => undefined)
      if (!signal.aborted) failed(toAppError(failure))
      throw failure
    }
  }

  /** One list at a time: a server that says again and again that it changed is asked again when it has answered. */
  let relisting: Promise<void> | null = null
  function relist(at: NonNullable<typeof current>, signal: AbortSignal): Promise<void> {
    relisting ??= listed(at.connection, signal)
      .then(() => {
        at.listedAt = now()
      })
      .finally(() => {
        relisting = null
      })
    return relisting
  }

  async function ready(signal: AbortSignal): Promise<void> {
    if (current !== null) {
      const age = now() - current.listedAt
      // Of an age below nothing the clock was set back: it is asked for anew.
      if (age >= 0 && age <= times.freshMs) return
      await relist(current, stopping.signal)
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
      if (at === null) throw error ?? new AppError('unavailable', say('mcp.ended', { server, how: '?' }))
      const answer = await at.connection.call(call)
      pauses.forget()
      return answer
    },
    stop,
  }
}
