import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { dirname } from 'node:path'
import type { Duplex } from 'node:stream'
import { RPCHandler } from '@orpc/server/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { actorSchema, standingApprovalSchema } from '../../shared/actor'
import { AppError } from '../../shared/errors'
import { unquoted } from '../../shared/text/quoted'
import { privateFile, privateFolder } from '../disk/owner-only'
import { systemCode } from '../files/disk-errors'
import { newId } from '../identifier'
import { http } from '../start/node-http'
import { type AnsweredConnection, answerCalls } from './answer-calls'
import { restWasNotTaken } from './calls-under-way'
import type { ConnectionContext } from './context'
import type { Router } from './router'
import { requireOwnSocketFolder } from './socket-folder'

/** The largest message of a command: a file's content in a tool input, with room. */
export const socketMessageLimitBytes = 64 * 1024 * 1024

/** Says who connects, in a header of the WebSocket's handshake. */
export const helloHeader = 'x-countersign-hello'

/** A client that does not close its end within this time after it was told to is cut off. */
const closeLimitMs = 1000

/** Why a connection is closed whose server ends (RFC 6455, 7.4.1). */
const GOING_AWAY = 1001

const idPattern = /^[\w-]{1,64}$/

const helloSchema = z.object({
  // The person at the window and the assistant of a run can't come in by this door.
  actor: actorSchema.omit({ mission: true }).extend({ kind: z.enum(['command_line', 'mcp_client']) }),
  approval: standingApprovalSchema.nullable(),
  runId: z.string().regex(idPattern).optional(),
})

/** A running server on the data folder's socket. */
export interface SocketServer {
  /** Lets no more clients in; those that are in stay until {@link close}. */
  stopListening(): void
  /** Sends what is still to be sent, then closes every connection. */
  close(): Promise<void>
}

/** Serves the contract on the data folder's local socket; the caller holds the folder's lock. */
export async function serveSocket(path: string, router: Router): Promise<SocketServer> {
  const handler = new RPCHandler<ConnectionContext>(router)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: socketMessageLimitBytes })
  const server = http.createServer((_request, response) => response.writeHead(426).end())
  const connections = new Map<WebSocket, AnsweredConnection>()
  let closing = false
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A peer that resets while it is refused must not end the process.
    socket.on('error', () => socket.destroy())
    // One that was let in but says only now what it wants is nobody's to close later.
    if (closing) return socket.destroy()
    const context = readHello(request)
    if (context === null) {
      // Destroyed once sent: a peer that keeps its end open would keep the server from closing.
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n', () => socket.destroy())
      return
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      // A frame that is too large or malformed ends its connection, not the process.
      webSocket.on('error', () => webSocket.terminate())
      connections.set(webSocket, answerCalls(handler, webSocket, context))
      webSocket.once('close', () => connections.delete(webSocket))
    })
  })
  if (process.platform !== 'win32') {
    mkdirSync(dirname(path), { recursive: true, mode: privateFolder })
    requireOwnSocketFolder(path)
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
      throw new AppError(
        'corrupt',
        `${path} is a folder, where Countersign’s socket has to be. It was left as it is. Move it away and start again.`,
      )
    }
    // Whoever holds the folder's lock is alone: a socket that is still here was left by one that died.
    rmSync(path, { force: true })
  }
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => reject(notMade(path, error))
    server.once('error', fail)
    server.listen(path, () => {
      server.off('error', fail)
      resolve()
    })
  })
  if (process.platform !== 'win32') chmodSync(path, privateFile)
  let closed: Promise<void> | null = null
  const stopListening = (): Promise<void> => {
    closed ??= new Promise((resolve) => server.close(() => resolve()))
    return closed
  }
  return {
    stopListening: () => void stopListening(),
    async close() {
      closing = true
      const end = stopListening()
      await Promise.all([...connections].map(closeInGoodOrder))
      server.closeAllConnections()
      await end
    },
  }
}

/** What systems say where a file system knows no sockets; which of them, is up to its driver. */
const noSockets = ['EPERM', 'EIO', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']

/** That of a disk that takes no sockets would be told as one of its files, or of the person's rights. */
function notMade(path: string, error: Error): Error {
  const code = systemCode(error)
  if (code === null || !noSockets.includes(code)) return error
  return new AppError(
    'unsupported',
    `Commands and other programs could not reach Countersign: it can make no socket for them in ${unquoted(dirname(path))} (${code}). Disks that are formatted as FAT or exFAT take none; else the disk may be failing. Choose a data folder on another disk with --data, or, if that is the folder for temporary files, let TMPDIR name another one.`,
    { cause: error },
  )
}

/** A call may be on its way in when the connection closes: whoever made it is told whether it can be made again. */
async function closeInGoodOrder([webSocket, connection]: [WebSocket, AnsweredConnection]): Promise<void> {
  const closed = new Promise((resolve) => webSocket.once('close', resolve))
  webSocket.close((await connection.finish(closeLimitMs)) ? restWasNotTaken : GOING_AWAY)
  const timer = setTimeout(() => webSocket.terminate(), closeLimitMs)
  await closed
  clearTimeout(timer)
}

/** A client that names no session has one as long as it is connected: what it reads is never forgotten. */
function inSession({ actor, approval, runId }: z.infer<typeof helloSchema>): ConnectionContext {
  if (actor.kind !== 'mcp_client') return { actor, approval }
  return { actor, approval, runId: runId ?? newId() }
}

function readHello(request: IncomingMessage): ConnectionContext | null {
  const header = request.headers[helloHeader]
  if (typeof header !== 'string') return null
  try {
    const parsed = helloSchema.safeParse(JSON.parse(decodeURIComponent(header)))
    return parsed.success ? inSession(parsed.data) : null
  } catch {
    // Not JSON or not percent-encoded: the same as no hello.
    return null
  }
}
