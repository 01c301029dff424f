import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { type ClientLink, createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { createRouterClient } from '@orpc/server'
import WebSocket from 'ws'
import type { Contract } from '../../shared/contract'
import { AppError, errorShapeSchema, fromErrorShape, toAppError } from '../../shared/errors'
import { firstInputProblem } from '../../shared/json/input-problems'
import { counted } from '../../shared/sentences/english'
import { givesUpCall } from './answer-calls'
import { notTaken, restWasNotTaken, wasNotTaken } from './calls-under-way'
import type { ConnectionContext } from './context'
import type { Router } from './router'
import { helloHeader, socketMessageLimitBytes } from './serve-socket'
import { requireOwnSocketFolder } from './socket-folder'

/** The contract as functions, over whatever transport. */
export type Client = ContractRouterClient<Contract>

/** Carries calls; below every client. */
export type Link = ClientLink<Record<never, never>>

/** How long an existing socket may take to answer before its holder counts as gone. */
const connectLimitMs = 3000

/** A client that calls the router in this process. */
export function clientInProcess(router: Router, context: ConnectionContext): Client {
  return createRouterClient(router, { context })
}

/** Carries calls to the router in this process. */
export function linkInProcess(router: Router, context: ConnectionContext): Link {
  const client = clientInProcess(router, context)
  return {
    async call(path, input, options) {
      // The client is a tree of functions with the contract's shape; a path that is not in it is not callable.
      const procedure = path.reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], client)
      return await (procedure as (input: unknown, options: unknown) => Promise<unknown>)(input, options)
    },
  }
}

/** A connection to the process that holds the data folder. */
export interface Attached {
  readonly client: Client
  readonly link: Link
  /** Resolves when the holder went away. */
  readonly closed: Promise<void>
  close(): void
}

/** Connects to the holder of a data folder; null when nobody answers on its socket. */
export async function attach(socket: string, context: ConnectionContext): Promise<Attached | null> {
  if (process.platform !== 'win32' && !existsSync(socket)) return null
  requireOwnSocketFolder(socket)
  const webSocket = new WebSocket('ws://holder/', {
    // Not as a `ws+unix:` address: that escapes spaces and umlauts in the path, and knows no named pipes.
    // The limit is the socket's own: the one of the handshake alone starts no clock on a socket that is given to it.
    createConnection: () => connect({ path: socket, timeout: connectLimitMs }),
    headers: { [helloHeader]: encodeURIComponent(JSON.stringify(context)) },
    handshakeTimeout: connectLimitMs,
    maxPayload: socketMessageLimitBytes,
  })
  const opened = await new Promise<boolean>((resolve) => {
    webSocket.once('open', () => resolve(true))
    webSocket.once('error', () => resolve(false))
  })
  if (!opened) return null
  let closeCode: number | null = null
  const closed = new Promise<void>((resolve) => {
    webSocket.once('close', (code) => {
      closeCode = code
      resolve()
    })
  })
  // An error after opening is followed by `close`, which is where it is handled.
  webSocket.on('error', () => {})
  const wire = new RPCLink({ websocket: givingUpAtAnyTime(webSocket) })
  const link: Link = {
    async call(path, input, options) {
      if (webSocket.readyState !== WebSocket.OPEN) throw notTaken()
      try {
        return await wire.call(path, input, options)
      } catch (error) {
        // What the holder answered is an ORPCError; anything else is the connection's end.
        if (error instanceof ORPCError || options.signal?.aborted === true) throw error
        if (closeCode === restWasNotTaken) throw notTaken()
        throw new AppError(
          'unavailable',
          'Countersign ended before it answered. What it changed, if anything, is in Activity: look there before you try again.',
          { cause: error },
        )
      }
    },
  }
  // What is on its way, such as the end of a watch, leaves first.
  const close = () => void setImmediate(() => webSocket.close())
  return { client: createORPCClient(link), link, closed, close }
}

/**
 * A socket on which a call can be given up also once it closes. oRPC fails where it can't say so any more, out of reach
 * of whoever called, which would end the process; with the connection the other end gives the call up by itself.
 */
function givingUpAtAnyTime(webSocket: WebSocket): ConstructorParameters<typeof RPCLink>[0]['websocket'] {
  return {
    // What is sent is looked at below.
    readyState: WebSocket.OPEN,
    addEventListener: webSocket.addEventListener.bind(webSocket),
    removeEventListener: webSocket.removeEventListener.bind(webSocket),
    send(message) {
      if (webSocket.readyState === WebSocket.OPEN) webSocket.send(message)
      else if (typeof message !== 'string' || !givesUpCall(message)) throw notTaken()
    },
  }
}

/** Turns what a client threw back into an AppError. */
export function fromClientError(error: unknown): AppError {
  if (!(error instanceof ORPCError)) return toAppError(error)
  const shape = errorShapeSchema.safeParse(error.data)
  if (shape.success) return fromErrorShape(shape.data, error)
  if (error.code === 'BAD_REQUEST') return inputError(error)
  if (error.code === 'NOT_FOUND') {
    return new AppError('not_found', 'There is no such procedure.', { cause: error })
  }
  return new AppError(wasNotTaken(error) ? 'unavailable' : 'internal', error.message, { cause: error })
}

/** What is wrong with an input: in words where a person can do something about it, such as writing less. */
function inputError(error: ORPCError<string, unknown>): AppError {
  const first = firstInputProblem(error.data)
  const field = first?.path?.join('.') || undefined
  const options = { cause: error, ...(field === undefined ? {} : { field }) }
  if (first === undefined) return new AppError('invalid_input', 'The input is not valid.', options)
  const { code, message, origin, maximum } = first
  if (code === 'too_big' && origin === 'string' && maximum !== undefined) {
    const limit = counted(maximum, 'character')
    return new AppError('invalid_input', `The ${field ?? 'input'} is too long: more than ${limit}.`, options)
  }
  // What a contract checks itself it says in a sentence.
  const isSentence = code === 'custom' && /^\p{Lu}.*\.$/su.test(message)
  return new AppError('invalid_input', isSentence ? message : `${field ?? 'input'}: ${message}`, options)
}
