import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { AppError } from '../../shared/errors'

/**
 * Connections that have not shown the token: so that nobody else on the machine can use up the memory, of which each that
 * takes a file of the page slowly has half a megabyte. One more takes the place of the oldest, so that nobody can keep the
 * person's own page out either; a browser opens six to a server.
 */
const strangerLimit = 64

/** The connections of a server that have not shown a token yet. */
export interface Strangers {
  /** The connection has shown the token, and counts no more. */
  trust(socket: Duplex): void
}

/** Bounds how many connections that have not shown the token are open at once. */
export function limitStrangers(server: Server): Strangers {
  const strangers = new Set<Duplex>()
  server.on('connection', (socket: Duplex) => {
    strangers.add(socket)
    socket.once('close', () => strangers.delete(socket))
    const [oldest] = strangers
    if (strangers.size > strangerLimit) oldest?.destroy()
  })
  return { trust: (socket) => void strangers.delete(socket) }
}

/** Listens on 127.0.0.1 alone and answers with the port, which is any free one for 0. */
export function listenOnLoopback(server: NetServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new AppError('busy', `Port ${port} is in use. Choose another with --port, or leave it out.`)
          : error.code === 'EACCES'
            ? new AppError('denied', `Port ${port} may not be used by this user. Choose one above 1023.`)
            : error,
      )
    })
    // Only a server that listens on a path has another kind of address, or one that does not listen has none.
    server.listen({ port, host: '127.0.0.1' }, () => resolve((server.address() as AddressInfo).port))
  })
}

/** Stops listening and ends what is connected. */
export async function closeWithConnections(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
}

/** The path of a request, without what follows a question mark. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?')[0] ?? '/'
}

/**
 * Lets the connection end with the answer where the request has a body: of one that nobody asked for Node would read all
 * that comes, for as long as it comes. Who wants it says so by {@link keepConnection}.
 */
export function endWithAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (length !== '0' || encoding !== undefined) response.setHeader('connection', 'close')
}

/** The body is read, so that the next request can come over the same connection. */
export function keepConnection(response: ServerResponse): void {
  response.removeHeader('connection')
}

/** Answers with a sentence. */
export function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}

/** Answers with a value as JSON. */
export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
