import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenOnLoopback } from '../../src/main/http/loopback'

/** One request for a file of a model. */
export interface FileRequest {
  readonly path: string
  readonly range: string | null
}

/** Answers in place of the host; `content` is the file that was asked for. */
export type AnswerFile = (response: ServerResponse, request: FileRequest, content: Buffer) => void

/** A host of models on loopback, which goes on where a download ended. */
export interface ModelHost {
  /** The page of the one model that it has. */
  readonly address: string
  readonly origin: string
  readonly requests: FileRequest[]
  /** Whose files it serves. */
  files: ReadonlyMap<string, Buffer>
  /** Answers otherwise from now on; null to answer as one should. */
  answer: AnswerFile | null
  close(): Promise<void>
}

const pagePath = '/maker/tiny'

/** Starts the host. */
export async function startModelHost(): Promise<ModelHost> {
  const requests: FileRequest[] = []
  const serve = (incoming: IncomingMessage, response: ServerResponse) => {
    const path = incoming.url ?? ''
    const request = { path, range: incoming.headers.range ?? null }
    requests.push(request)
    const content = host.files.get(path.replace(/^\/(maker\/tiny|elsewhere)\/resolve\/[^/]+\//u, ''))
    if (content === undefined) response.writeHead(404).end()
    else if (host.answer !== null) host.answer(response, request, content)
    else sendFile(response, request, content)
  }
  const server = createServer(serve)
  const port = await listenOnLoopback(server, 0)
  const origin = `http://127.0.0.1:${port}`
  const host: ModelHost = {
    address: `${origin}${pagePath}`,
    ...{ origin, requests, files: new Map<string, Buffer>(), answer: null },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return host
}

/** What a host in good order answers: the file, or the rest of it. */
export function sendFile(response: ServerResponse, { range }: FileRequest, content: Buffer): void {
  const start = Number(/^bytes=(\d+)-$/u.exec(range ?? '')?.[1] ?? 0)
  const rest = content.subarray(start)
  const { byteLength } = content
  response.writeHead(range === null ? 200 : 206, {
    'Content-Length': rest.byteLength,
    ...(range === null ? {} : { 'Content-Range': `bytes ${start}-${byteLength - 1}/${byteLength}` }),
  })
  response.end(rest)
}

/** Sends the beginning of a file and cuts the connection. */
export function sendPart(response: ServerResponse, content: Buffer): void {
  response.writeHead(200, { 'Content-Length': content.byteLength })
  response.write(content.subarray(0, content.byteLength >> 1), () => response.destroy())
}
