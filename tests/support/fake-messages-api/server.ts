import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay, setImmediate as nextTask } from 'node:timers/promises'
import { listenOnLoopback } from '../../../src/main/http/loopback'
import {
  type ContextEditing,
  countOf,
  editContext,
  takesContextManagement,
  tellingEdits,
} from './context-editing'
import { answer, type Chunking, type Turn, text } from './turns'
import { type CheckedRequest, checkCount, checkCreate } from './validate'
import { wholeMessage } from './whole-message'

/** A request as it arrived. */
export interface LoggedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
  /** What was answered at once: 200 for a scripted turn, 400 when the request was refused. */
  readonly refused: string | null
}

/** Decides what is answered to a well-formed request, given as the model reads it; `index` counts those from 0. */
export type Script = (request: CheckedRequest, index: number) => Turn

/** A running fake of the Messages API. */
export interface FakeMessagesApi {
  /** Without `/v1`. */
  readonly url: string
  readonly requests: readonly LoggedRequest[]
  /** The well-formed requests to create a message, in order. */
  readonly created: readonly CheckedRequest[]
  /** Appends answers; each is given once, in order. */
  push(...turns: readonly Turn[]): void
  /** Decides every answer from now on, once the pushed ones are used up. */
  respond(script: Script): void
  /** What becomes of `context_management` from now on. */
  edits(next: ContextEditing): void
  /** Counts wrongly beforehand from now on: this share of what it is. */
  miscount(share: number): void
  /** Resolves once this many well-formed requests to create a message have arrived. */
  arrived(count: number): Promise<void>
  /** Resolves once this many requests were given up before their answers were complete. */
  abandoned(count: number): Promise<void>
  /** Resolves once the next request from now on was given up before its answer was complete. */
  nextAbandoned(): Promise<void>
  /** How many connections were made in all. */
  connections(): number
  close(): Promise<void>
}

/** Starts the fake on a free port of the loopback interface. */
export async function startFakeMessagesApi(
  options: {
    readonly models?: readonly string[]
    readonly key?: string
    /** Any that is free unless told. */
    readonly port?: number
    /** Without it there is no `/v1/messages/count_tokens`. */
    readonly counting?: boolean
    /** Without it the field is refused as what is not known. */
    readonly contextEditing?: ContextEditing
  } = {},
): Promise<FakeMessagesApi> {
  const models = options.models ?? ['fake-model']
  let contextEditing = options.contextEditing ?? 'refused'
  let counted = 1
  const requests: LoggedRequest[] = []
  const created: CheckedRequest[] = []
  const queue: Turn[] = []
  const arrivals = counter()
  const abandonments = counter()
  let script: Script = () => answer([text('Done.')])

  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://fake').pathname
    const method = request.method ?? 'GET'
    const body = method === 'POST' ? parseJson(await readBody(request)) : null
    const log = (refused: string | null): void => {
      requests.push({ method, path, headers: request.headers, body, refused })
    }
    const refuse = (status: number, type: string, message: string): void => {
      log(message)
      json(response, status, { type: 'error', error: { type, message } })
    }
    if (options.key !== undefined && request.headers.authorization !== `Bearer ${options.key}`) {
      return refuse(401, 'authentication_error', 'invalid bearer token')
    }
    if (method === 'GET' && path === '/v1/models') {
      log(null)
      const data = models.map((id) => ({
        type: 'model',
        id,
        display_name: id,
        created_at: '2026-01-01T00:00:00Z',
      }))
      return json(response, 200, {
        data,
        has_more: false,
        first_id: models[0] ?? null,
        last_id: models.at(-1) ?? null,
      })
    }
    if (request.headers['anthropic-version'] === undefined) {
      return refuse(400, 'invalid_request_error', 'anthropic-version: header is required')
    }
    if (options.counting !== false && method === 'POST' && path === '/v1/messages/count_tokens') {
      const checked = checkCount(body)
      if (!checked.ok) return refuse(400, 'invalid_request_error', checked.message)
      log(null)
      return json(response, 200, { input_tokens: Math.ceil(countOf(checked.request) * counted) })
    }
    if (method !== 'POST' || path !== '/v1/messages') return refuse(404, 'not_found_error', 'Not found')

    const checked = checkCreate(body, takesContextManagement(contextEditing, request.headers))
    if (!checked.ok) return refuse(400, 'invalid_request_error', checked.message)
    log(null)
    created.push(checked.request)
    arrivals.add()
    response.on('close', () => {
      if (!response.writableFinished) abandonments.add()
    })
    const edited =
      contextEditing === 'followed'
        ? editContext(checked.request)
        : { request: checked.request, applied: null }
    const turn = tellingEdits(queue.shift() ?? script(edited.request, created.length - 1), edited)
    if (turn.kind === 'stream' && checked.request.stream !== true) {
      return json(response, 200, wholeMessage(turn.events))
    }
    await play(turn, response)
  }

  const server = createServer((request, response) => {
    route(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    )
  })
  let connections = 0
  server.on('connection', () => connections++)
  const port = await listenOnLoopback(server, options.port ?? 0)

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    created,
    push: (...turns) => {
      queue.push(...turns)
    },
    respond(next) {
      script = next
    },
    edits(next) {
      contextEditing = next
    },
    miscount(share) {
      counted = share
    },
    arrived: arrivals.reached,
    abandoned: abandonments.reached,
    nextAbandoned: abandonments.next,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Counts what happens, for those who wait for it. */
function counter() {
  let happened = 0
  const waiting: { count: number; resolve: () => void }[] = []
  const reached = (count: number): Promise<void> =>
    happened >= count
      ? Promise.resolve()
      : new Promise((resolve) => {
          waiting.push({ count, resolve })
        })
  return {
    add() {
      happened++
      for (const { count, resolve } of waiting) if (happened >= count) resolve()
    },
    reached,
    next: () => reached(happened + 1),
  }
}

async function play(turn: Turn, response: ServerResponse): Promise<void> {
  switch (turn.kind) {
    case 'silence':
      return
    case 'reset':
      response.destroy()
      return
    case 'status':
      response.writeHead(turn.status, turn.headers)
      response.end(turn.body)
      return
    case 'stream':
      await playStream(turn, response)
  }
}

async function playStream(turn: Extract<Turn, { kind: 'stream' }>, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  const events = turn.events.map(({ event, data }) =>
    Buffer.from(
      `event: ${event}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`.replaceAll(
        '\n',
        turn.lineEnd,
      ),
      'utf8',
    ),
  )
  const bytes = Buffer.concat(events)
  const sent = bytes.subarray(0, bytes.length - turn.withheld)
  const chunks = turn.chunking === 'event' ? firstBytes(events, sent.length) : cut(sent, turn.chunking)
  let due = performance.now()
  for (const [index, chunk] of chunks.entries()) {
    if (turn.pause?.beforeChunk === index) {
      await turn.pause.until
      due = performance.now()
    }
    if (response.destroyed) return
    const canTakeMore = response.write(chunk)
    due += turn.delayMs
    // On the beat: a timer that comes late must not slow the stream down.
    if (turn.delayMs > 0) await delay(Math.max(0, due - performance.now()))
    // One write per task makes each chunk a read of its own at the other end, as far as the system allows.
    else if (turn.chunking === 'byte' || typeof turn.chunking === 'number') await nextTask()
    if (!canTakeMore) await drainedOrClosed(response)
  }
  switch (turn.end) {
    case 'complete':
    case 'close':
      response.end()
      return
    case 'cut':
      // What was sent has left before the connection goes.
      await new Promise((resolve) => response.write(' ', resolve))
      response.destroy()
      return
    case 'hang':
      return
  }
}

function drainedOrClosed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
}

/** The chunks up to a number of bytes in all, of which the last may be a part. */
function firstBytes(chunks: readonly Buffer[], length: number): Buffer[] {
  let left = length
  return chunks.flatMap((chunk) => {
    const part = chunk.subarray(0, left)
    left -= part.length
    return part.length === 0 ? [] : [part]
  })
}

function cut(bytes: Buffer, chunking: Chunking): Buffer[] {
  const size = chunking === 'byte' ? 1 : typeof chunking === 'number' ? chunking : bytes.length
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += Math.max(1, size)) chunks.push(bytes.subarray(at, at + size))
  return chunks
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    // Refused by the check of the request.
    return null
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_fake' })
  response.end(JSON.stringify(body))
}
