import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay, setImmediate as nextTask } from 'node:timers/promises'
import { listenOnLoopback } from '../../../../src/main/http/loopback'
import { answerOf } from './model'
import { type BehindServer, type Reading, type Reply, reply, type Said, type ServerShape } from './shape'

/** A running server of another make. */
export interface StartedServer {
  /** Without `/v1`. */
  readonly url: string
  /** What reached its model, in order. */
  readonly readings: readonly Reading[]
  /** The bodies of what it refused, in order. */
  readonly refusals: readonly string[]
  /** What its model says next, each once, in order; otherwise it says what is asked of it. */
  says(...answers: readonly Said[]): void
  /** Can't take the next request. */
  isBusyOnce(): void
  /** The paths that were asked for and are not there. */
  readonly missing: readonly string[]
  /** Everything that was asked for, in order. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

/** A server that takes a key from everybody, with one model that neither sees nor thinks and calls tools. */
const usual: Omit<BehindServer, 'loaded'> = {
  models: ['m'],
  contextTokens: 100_000,
  sees: false,
  reasons: false,
  parsesCalls: true,
  longestTokens: 131_072,
  older: false,
  numCtx: null,
  remote: false,
}

/** Starts a server of a make on a free port of the loopback interface. */
export async function startServer(
  shape: ServerShape,
  options: Partial<BehindServer> & {
    readonly key?: string
    /** From one write of a stream to the next, in milliseconds; 0 for as fast as the socket takes them. */
    readonly paceMs?: number
  } = {},
): Promise<StartedServer> {
  const behind = { ...usual, loaded: new Map<string, number>(), ...options }
  const readings: Reading[] = []
  const refusals: string[] = []
  const missing: string[] = []
  const asked: string[] = []
  const answers: Said[] = []
  let busy = false

  const route = (request: IncomingMessage, body: unknown): Reply | readonly string[] => {
    const path = new URL(request.url ?? '/', 'http://server').pathname
    const { method = 'GET', headers } = request
    asked.push(`${method} ${path}`)
    const stranger = options.key === undefined ? null : shape.admit(headers, path, options.key)
    if (stranger !== null) return stranger
    if (method === 'GET' && path === '/v1/models') return reply(200, shape.list(behind))
    const own = shape.own?.(method, path, body, behind) ?? null
    if (own !== null) return own
    const counting = path === '/v1/messages/count_tokens'
    if (method !== 'POST' || (path !== '/v1/messages' && !counting)) return elsewhere(method, path)
    if (counting && shape.count === null) return elsewhere(method, path)
    if (busy) {
      busy = false
      return shape.busy
    }
    const taken = shape.take(body, behind)
    if ('refused' in taken) {
      refusals.push(taken.refused.body)
      return taken.refused
    }
    if (counting && shape.count !== null) return reply(200, shape.count(taken.reading))
    readings.push(taken.reading)
    behind.loaded.set(taken.reading.model, behind.contextTokens)
    const said = answers.shift() ?? answerOf(taken.reading, behind)
    return taken.reading.stream
      ? shape.stream(said, taken.reading)
      : reply(200, shape.whole(said, taken.reading))
  }
  const elsewhere = (method: string, path: string): Reply => {
    missing.push(path)
    return shape.elsewhere(method, path)
  }

  const server = createServer((request, response) => {
    readBody(request)
      .then((body) => send(route(request, body), response, options.paceMs ?? 0))
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  const port = await listenOnLoopback(server, 0)
  return {
    url: `http://127.0.0.1:${port}`,
    readings,
    refusals,
    missing,
    asked,
    says: (...more) => {
      answers.push(...more)
    },
    isBusyOnce() {
      busy = true
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function send(
  answer: Reply | readonly string[],
  response: ServerResponse,
  paceMs: number,
): Promise<void> {
  if ('status' in answer) {
    response.writeHead(answer.status, { 'content-type': answer.type })
    response.end(answer.body)
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const each of answer) {
    response.write(each)
    // One write per task makes each a read of its own at the other end, as far as the system allows.
    await (paceMs === 0 ? nextTask() : delay(paceMs))
  }
  response.end()
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    // Refused by the check of the request.
    return null
  }
}
