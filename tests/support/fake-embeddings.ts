import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { listenOnLoopback } from '../../src/main/http/loopback'

const bodySchema = z.object({ model: z.string(), input: z.array(z.string()) })

/** One request for vectors. */
export interface EmbeddingRequest {
  readonly path: string
  readonly model: string
  readonly texts: readonly string[]
  /** The bearer token. */
  readonly key: string | null
}

/** Answers in place of the server; `vectors` is what it would have said. */
export type Answer = (
  response: ServerResponse,
  request: EmbeddingRequest,
  vectors: readonly number[][],
) => void | Promise<void>

/** A server of vectors on loopback, in Ollama's and in OpenAI's form. */
export interface FakeEmbeddings {
  readonly address: string
  readonly requests: EmbeddingRequest[]
  /** Numbers of a vector, by model. */
  readonly dimensions: Map<string, number>
  /** Answers otherwise from now on; null to answer as one should. */
  answer: Answer | null
  /** No longer listens, as when the program was ended. */
  stop(): Promise<void>
  /** Listens again at the same address. */
  start(): Promise<void>
  close(): Promise<void>
}

/** Words that mean the same, as far as this model goes. */
const meanings = [
  ['car', 'automobile', 'vehicle'],
  ['doctor', 'physician'],
  ['sea', 'ocean'],
]

/** Each word points in a direction of its own, words of one meaning in the same; the same text always gives the same. */
export function vectorOf(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0.001)
  for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? []) {
    const [meaning = word] = meanings.find((words) => words.includes(word)) ?? []
    let state = 7
    for (const letter of meaning) state = (Math.imul(state, 31) + letter.charCodeAt(0)) >>> 0
    for (let each = 0; each < 4; each++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      const at = (state >>> 8) % dimensions
      vector[at] = (vector[at] ?? 0) + 1
    }
  }
  return vector
}

/** Starts the server; a model has 48 dimensions unless the test says otherwise. */
export async function startFakeEmbeddings(): Promise<FakeEmbeddings> {
  const requests: EmbeddingRequest[] = []
  const dimensions = new Map<string, number>()
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of incoming) body += String(chunk)
    const { model, input } = bodySchema.parse(JSON.parse(body))
    const request = {
      path: incoming.url ?? '',
      model,
      texts: input,
      key: incoming.headers.authorization?.replace(/^Bearer /, '') ?? null,
    }
    requests.push(request)
    const vectors = input.map((text) => vectorOf(text, dimensions.get(model) ?? 48))
    if (fake.answer !== null) await fake.answer(response, request, vectors)
    else answerWell(response, request, vectors)
  }
  let server: Server | null = null
  let port = 0
  const listen = async () => {
    const next = createServer((incoming, response) => void serve(incoming, response))
    port = await listenOnLoopback(next, port)
    server = next
  }
  const end = async () => {
    const old = server
    server = null
    if (old === null) return
    old.closeAllConnections()
    await new Promise((resolve) => old.close(resolve))
  }
  await listen()
  const fake: FakeEmbeddings = {
    address: `http://127.0.0.1:${port}`,
    requests,
    dimensions,
    answer: null,
    start: listen,
    stop: end,
    close: end,
  }
  return fake
}

/** What a server in good order answers. */
export function answerWell(
  response: ServerResponse,
  { path, model }: EmbeddingRequest,
  vectors: readonly (readonly (number | null)[])[],
): void {
  if (path === '/api/embed') answerJson(response, 200, { model, embeddings: vectors })
  else if (path === '/v1/embeddings') {
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
    // The order is no promise of the interface; the index is.
    answerJson(response, 200, { object: 'list', model, data: data.toReversed() })
  } else answerJson(response, 404, { error: 'page not found' })
}

/** Answers JSON with a status. */
export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}
