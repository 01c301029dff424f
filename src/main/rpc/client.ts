import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { createRouterClient } from '@orpc/server'
import WebSocket from 'ws'
import type { Contract } from '../../shared/contract'
import { AppError, errorShapeSchema } from '../../shared/errors'
import type { ConnectionContext } from './context'
import type { Router } from './router'
import { helloHeader, socketMessageLimitBytes } from './serve-socket'

/** The contract as functions, over whatever transport. */
export type Client = ContractRouterClient<Contract>

/** How long an existing socket may take to answer before its holder counts as gone. */
const connectLimitMs = 3000

/** A client that calls the router in this process. */
export function clientInProcess(router: Router, context: ConnectionContext): Client {
  return createRouterClient(router, { context })
}

/** A connection to the process that holds the data folder. */
export interface Attached {
  readonly client: Client
  /** Resolves when the holder went away. */
  readonly closed: Promise<void>
  close(): void
}

/** Connects to the holder of a data folder; null when nobody answers on its socket. */
export async function attach(socket: string, context: ConnectionContext): Promise<Attached | null> {
  if (process.platform !== 'win32' && !existsSync(socket)) return null
  const webSocket = new WebSocket('ws://holder/', {
    // Not as `ws+unix:` address: that would escape spaces and umlauts in the path, and knows no named pipes.
    createConnection: () => connect(socket),
    headers: { [helloHeader]: encodeURIComponent(JSON.stringify(context)) },
    handshakeTimeout: connectLimitMs,
    maxPayload: socketMessageLimitBytes,
  })
  const opened = await new Promise<boolean>((resolve) => {
    webSocket.once('open', () => resolve(true))
    webSocket.once('error', () => resolve(false))
  })
  if (!opened) return null
  const closed = new Promise<void>((resolve) => webSocket.once('close', () => resolve()))
  // An error after opening is followed by `close`, which is where it is handled.
  webSocket.on('error', () => {})
  const client: Client = createORPCClient(
    new RPCLink({ websocket: webSocket as unknown as globalThis.WebSocket }),
  )
  return { client, closed, close: () => webSocket.close() }
}

/** Turns what a client threw back into an AppError. */
export function fromClientError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ORPCError) {
    const shape = errorShapeSchema.safeParse(error.data)
    if (shape.success)
      return new AppError(shape.data.code, shape.data.message, {
        cause: error,
        ...(shape.data.field === undefined ? {} : { field: shape.data.field }),
      })
    if (error.code === 'BAD_REQUEST')
      return new AppError('invalid_input', inputProblem(error.data), { cause: error })
    if (error.code === 'NOT_FOUND')
      return new AppError('not_found', 'There is no such procedure.', { cause: error })
    return new AppError('internal', error.message, { cause: error })
  }
  return new AppError('internal', error instanceof Error ? error.message : String(error), { cause: error })
}

function inputProblem(data: unknown): string {
  const issues = (data as { issues?: { message: string; path?: (string | number)[] }[] } | undefined)?.issues
  const first = issues?.[0]
  if (first === undefined) return 'The input is not valid.'
  return `${first.path?.join('.') || 'input'}: ${first.message}`
}
