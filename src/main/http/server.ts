import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { RPCHandler } from '@orpc/server/ws'
import { WebSocketServer } from 'ws'
import { person } from '../../shared/actor'
import { type ErrorCode, toErrorShape } from '../../shared/errors'
import { answerCalls } from '../rpc/answer-calls'
import type { ConnectionContext } from '../rpc/context'
import type { Router } from '../rpc/router'
import { http } from '../start/node-http'
import {
  answer,
  answerJson,
  closeWithConnections,
  endWithAnswer,
  keepConnection,
  limitStrangers,
  listenOnLoopback,
  pathOf,
} from './loopback'
import { type McpBorder, mcpPath } from './mcp-border'
import { createPageFiles } from './page-files'
import {
  bearerToken,
  isAllowedHost,
  isAllowedOrigin,
  isToken,
  securityHeadersFor,
  tokenOfProtocols,
  tokenProtocolPrefix,
} from './security'
import { receiveUpload } from './uploads'

/** What a page may send in one message; larger things are uploads. */
const messageLimitBytes = 16 * 1024 * 1024
/** Pages open at once; more than anyone has windows, few enough to bound memory. */
const connectionLimit = 64
/**
 * A file over a slow connection, as through a tunnel, may take hours: only how long nothing comes is limited, where it is
 * received. Node would take what limits the headers from the limit that is not there.
 */
const requestTimes = { requestTimeout: 0, headersTimeout: 60_000 }

/** The browser host's server. */
export interface PageServer {
  readonly port: number
  /** With the token in the fragment, which a browser never sends anywhere. */
  readonly url: string
  close(): Promise<void>
}

/** Serves the page, its socket, its uploads and MCP on 127.0.0.1; everything but the page's own files needs a token. */
export async function servePage(options: {
  readonly router: Router
  readonly pageFolder: string
  readonly uploads: string
  readonly token: string
  readonly mcp: McpBorder
  /** 0 for any free port. */
  readonly port: number
}): Promise<PageServer> {
  const { router, token, mcp } = options
  const files = createPageFiles(options.pageFolder)
  const handler = new RPCHandler<ConnectionContext>(router)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: messageLimitBytes,
    handleProtocols: (protocols) =>
      [...protocols].find((name) => name.startsWith(tokenProtocolPrefix)) ?? false,
  })
  let port = options.port

  const server = http.createServer(requestTimes, (request, response) => {
    for (const [name, value] of Object.entries(securityHeadersFor(pathOf(request))))
      response.setHeader(name, value)
    endWithAnswer(request, response)
    if (!isAllowedHost(request, port)) return answer(response, 421, 'This address is not served here.')
    if (pathOf(request) === mcpPath) return void mcp.answer(request, response, port, strangers)
    if (request.method === 'POST' && request.url === '/upload') return void upload(request, response)
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(response, 405, 'Not allowed.')
    files(request, response, () => answer(response, 404, 'There is no such page.'))
  })

  const strangers = limitStrangers(server)

  async function upload(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isAllowedOrigin(request, port)) return answer(response, 403, 'Not from this page.')
    if (!isToken(bearerToken(request), token)) return answer(response, 401, 'The token is missing or wrong.')
    strangers.trust(request.socket)
    keepConnection(response)
    try {
      answerJson(response, 200, await receiveUpload(request, options.uploads))
    } catch (error) {
      const shape = toErrorShape(error)
      response.setHeader('connection', 'close')
      answerJson(response, httpStatus(shape.code), shape)
    }
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A peer that resets while it is refused must not end the process.
    socket.on('error', () => socket.destroy())
    if (!isAllowedHost(request, port)) return refuse(socket, '421 Misdirected Request')
    if (!isAllowedOrigin(request, port)) return refuse(socket, '403 Forbidden')
    if (!isToken(tokenOfProtocols(request.headers['sec-websocket-protocol']), token)) {
      return refuse(socket, '401 Unauthorized')
    }
    if (request.url !== '/rpc') return refuse(socket, '404 Not Found')
    if (sockets.clients.size >= connectionLimit) return refuse(socket, '503 Service Unavailable')
    strangers.trust(socket)
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', () => webSocket.terminate())
      answerCalls(handler, webSocket, { actor: person, approval: null })
    })
  })

  port = await listenOnLoopback(server, options.port)
  return {
    port,
    url: `http://127.0.0.1:${port}/#token=${token}`,
    async close() {
      for (const client of sockets.clients) client.terminate()
      await closeWithConnections(server)
    },
  }
}

function refuse(socket: Duplex, status: string): void {
  // Destroyed once sent: a peer that keeps its end open would keep the server from closing.
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
}

function httpStatus(code: ErrorCode): number {
  if (code === 'too_large') return 413
  return code === 'invalid_input' ? 400 : 500
}
