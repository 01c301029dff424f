import { randomBytes } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import {
  createMcpHandler,
  isInitializeRequest,
  isJsonContentType,
  isLegacyRequest,
  type McpHandlerRequestOptions,
  PARSE_ERROR,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { createCallQueue } from '../async/call-queue'
import { createTurns, type InTurn } from '../async/in-turn'
import { createRecent, type Recent } from '../recent'
import { createMcpServer } from './create-server'
import { createProgram, type OpenProgram, type Program } from './program'
import {
  cancelledId,
  messageLimitBytes,
  type ReadMessage,
  type Refusal,
  readMessage,
  refusal,
  tooLongRefusal,
} from './read-message'

/**
 * Programs that are served at once, on each wire. More than anyone connects; the one that asked for nothing the longest is
 * ended for one more, and begins anew.
 */
const sessionLimit = 64
/** So many that a session can't be guessed, though the token guards it already. */
const sessionIdBytes = 24

/** Requests of a connection that are read before their turn; others stay where they are until it comes. */
const readAhead = 8

/** What Streamable HTTP asks with. */
const methods = ['POST', 'GET', 'DELETE']

/** JSON-RPC's range for a server's own errors, as the SDK answers them. */
const serverError = -32_000
const noSuchSession = -32_001

/** The catalog over MCP's Streamable HTTP, for requests that were let in. */
export interface McpHttp {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Ends every session and every answer under way. */
  close(): Promise<void>
}

/** What it is made with. */
export interface McpHttpOptions {
  readonly open: OpenProgram
  /** The application's, which clients are told. */
  readonly version: string
  /** Is given what went wrong beside what a program was answered. */
  readonly report: (error: unknown) => void
}

/**
 * Serves both wires at one address. On that of 2025-11-25 a program has a session with an id, made by its handshake; on
 * that of 2026-07-28 each request says who asks, and a program is known by that name. Either way what it has read counts
 * for what it asks for later, and no answer goes to another.
 */
export function createMcpHttp(options: McpHttpOptions): McpHttp {
  const { version, report } = options
  const ending = new Set<Promise<void>>()
  const end = (ended: { close(): Promise<void> }): void => {
    const closed = ended.close().catch(report)
    ending.add(closed)
    void closed.then(() => ending.delete(closed))
  }

  // One after the other on a connection, as its answers go, and one in a turn of the event loop of all that are ready:
  // whoever asks for thousands of things at once waits for itself alone.
  const connections = new WeakMap<Socket, { readonly turns: InTurn; waiting: number }>()
  const ready = createCallQueue<() => void>({ begin: (go) => go(), isFull: () => false })
  const connectionOf = (socket: Socket) => {
    const connection = connections.get(socket) ?? { turns: createTurns(), waiting: 0 }
    connections.set(socket, connection)
    return connection
  }
  const inTurn = async (socket: Socket, work: () => Promise<void>): Promise<void> => {
    const connection = connectionOf(socket)
    connection.waiting += 1
    try {
      await connection.turns(async () => {
        await new Promise<void>((resolve) => ready.add(resolve, 0))
        // Whoever went away before its turn asks for nothing any more.
        if (!socket.destroyed) await work()
      })
    } finally {
      connection.waiting -= 1
    }
  }

  const named = createRecent<string, Program>(sessionLimit, end)
  const current = createMcpHandler(
    () =>
      createMcpServer({
        version,
        core: { client: (name) => named.of(name, () => createProgram(options.open)).core.client(name) },
      }),
    { legacy: 'reject', onerror: report, maxSubscriptions: sessionLimit },
  )

  const sessions = createRecent<string, EarlierSession>(sessionLimit, end)
  const earlier = async (request: Request, given: McpHandlerRequestOptions): Promise<Response> => {
    const id = request.headers.get('mcp-session-id')
    if (id !== null) {
      const session = sessions.get(id)
      // With this status a client begins anew, as the specification has it.
      return (
        session?.answer(request, given) ?? refuse(404, refusal(noSuchSession, 'There is no such session.'))
      )
    }
    if (!isInitializeRequest(given.parsedBody)) {
      return refuse(
        400,
        refusal(serverError, 'Begin with initialize, and send its Mcp-Session-Id from then on.'),
      )
    }
    const session = await openEarlierSession({ ...options, sessions })
    return session.answer(request, given)
  }

  const answer = toNodeHandler(
    {
      async fetch(request, given = {}) {
        return (await isLegacyRequest(request, given.parsedBody))
          ? earlier(request, given)
          : current.fetch(request, given)
      },
    },
    { onerror: report },
  )

  /** What gives up a call is not kept waiting for it. */
  const takePosted = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answerCancellation = async (read: Posted): Promise<Posted | null> => {
      if (read.kind === 'refused' || cancelledId(read.message) === null) return read
      await answer(request, response, read.message)
      return null
    }
    const isAhead = connectionOf(request.socket).waiting < readAhead
    const early = isAhead ? readPosted(request).then(answerCancellation) : null
    // Is told below.
    early?.catch(() => {})
    let hasTurn = false
    await inTurn(request.socket, async () => {
      hasTurn = true
      const read = await (early ?? readPosted(request))
      if (read === null) return
      if (read.kind === 'refused') sendRefusal(response, read)
      else await answer(request, response, read.message)
    })
    // Of whoever went away before its turn, too, what went wrong is told.
    if (!hasTurn) await early
  }

  return {
    async handle(request, response) {
      if (!methods.includes(request.method ?? '')) {
        const problem = refusal(serverError, `This address takes ${methods.join(', ')}.`)
        return sendRefusal(response, { status: 405, refusal: problem }, { allow: methods.join(', ') })
      }
      if (request.method === 'DELETE') return inTurn(request.socket, () => answer(request, response))
      if (request.method !== 'POST') return answer(request, response)
      await takePosted(request, response)
    },
    async close() {
      sessions.clear()
      named.clear()
      await current.close()
      await Promise.all(ending)
    },
  }
}

/** A session on the wire of 2025-11-25. */
interface EarlierSession {
  answer(request: Request, given: McpHandlerRequestOptions): Promise<Response>
  close(): Promise<void>
}

/** Is kept in `sessions` from its handshake until the client ends it. */
async function openEarlierSession(
  options: McpHttpOptions & { readonly sessions: Pick<Recent<string, EarlierSession>, 'put' | 'forget'> },
): Promise<EarlierSession> {
  const program = createProgram(options.open)
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomBytes(sessionIdBytes).toString('base64url'),
    onsessioninitialized: (id) => options.sessions.put(id, session),
    onsessionclosed: (id) => options.sessions.forget(id),
  })
  const session: EarlierSession = {
    answer: (request, given) => transport.handleRequest(request, given),
    async close() {
      await transport.close()
      await program.close()
    },
  }
  await createMcpServer({ core: program.core, version: options.version }).connect(transport)
  transport.onerror = options.report
  return session
}

type Posted =
  | Extract<ReadMessage, { kind: 'message' }>
  | { readonly kind: 'refused'; readonly status: number; readonly refusal: Refusal }

/** Reads the one message of a request, by the rules of standard input. */
async function readPosted(request: IncomingMessage): Promise<Posted> {
  if (!isJsonContentType(request.headers['content-type'] ?? '')) {
    return {
      kind: 'refused',
      status: 415,
      refusal: refusal(serverError, 'The body must be application/json.'),
    }
  }
  const bytes = await readBody(request, messageLimitBytes)
  if (bytes === null) {
    return { kind: 'refused', status: 413, refusal: tooLongRefusal(messageLimitBytes, 'body') }
  }
  const read = readMessage(bytes, 'body')
  if (read.kind === 'message') return read
  return {
    kind: 'refused',
    status: 400,
    refusal: read.kind === 'refused' ? read.refusal : refusal(PARSE_ERROR, 'Parse error: the body is empty.'),
  }
}

/** Null for a body with more bytes than the limit, of which no more is read. */
async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) return null
  const pieces: Buffer[] = []
  let length = 0
  // Left as it is where it is too long: what destroys the request takes the answer along.
  const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
  for await (const piece of body) {
    length += piece.length
    if (length > limitBytes) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces, length)
}

function sendRefusal(
  response: ServerResponse,
  { status, refusal }: Pick<Extract<Posted, { kind: 'refused' }>, 'status' | 'refusal'>,
  headers: OutgoingHttpHeaders = {},
): void {
  // What was not read of the body would be taken for the next request.
  response.writeHead(status, { ...headers, 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify(refusal))
}

function refuse(status: number, body: Refusal): Response {
  return Response.json(body, { status })
}
