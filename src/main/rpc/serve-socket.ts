import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { dirname } from 'node:path'
import type { Duplex } from 'node:stream'
import { RPCHandler } from '@orpc/server/ws'
import { WebSocketServer } from 'ws'
import { z } from 'zod'
import { actorSchema, standingApprovalSchema } from '../../shared/actor'
import type { ConnectionContext } from './context'
import type { Router } from './router'

/** The largest message of a command: a file's content in a tool input, with room. */
export const socketMessageLimitBytes = 64 * 1024 * 1024

/** Says who connects, in a header of the WebSocket's handshake. */
export const helloHeader = 'x-countersign-hello'

/** What a command says of itself when it connects; only this user can reach the socket. */
export const helloSchema = z.object({
  actor: actorSchema,
  approval: standingApprovalSchema.nullable(),
})

/** A running server on the data folder's socket. */
export interface SocketServer {
  close(): Promise<void>
}

/** Serves the contract on the data folder's local socket; the caller holds the folder's lock. */
export async function serveSocket(path: string, router: Router): Promise<SocketServer> {
  const handler = new RPCHandler<ConnectionContext>(router)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: socketMessageLimitBytes })
  const server = createServer((_request, response) => response.writeHead(426).end())
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const context = readHello(request)
    if (context === null) {
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      void handler.upgrade(webSocket, { context })
    })
  })
  if (process.platform !== 'win32') {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // Whoever holds the folder's lock is alone: a socket that is still here was left by one that died.
    rmSync(path, { force: true })
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  return {
    async close() {
      for (const client of sockets.clients) client.terminate()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function readHello(request: IncomingMessage): ConnectionContext | null {
  const header = request.headers[helloHeader]
  if (typeof header !== 'string') return null
  try {
    const parsed = helloSchema.safeParse(JSON.parse(decodeURIComponent(header)))
    // The window's person can't come in by this door: a command is a command.
    return parsed.success && parsed.data.actor.kind !== 'person' ? parsed.data : null
  } catch {
    // Not JSON or not percent-encoded: the same as no hello.
    return null
  }
}
