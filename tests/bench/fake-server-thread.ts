import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'
import { answer, type CheckedRequest, startFakeMessagesApi, text } from '../support/fake-messages-api'

/** What tells the bench's entry that it was started as the thread of the fake server. */
export const fakeServerThread = 'fake-messages-api'

/** A fake of the Messages API in a thread of its own, so that what it does is not counted. */
export interface FakeServerThread {
  readonly url: string
  /** The last request that was answered. */
  lastRequest(): Promise<CheckedRequest>
  close(): Promise<void>
}

/** What a message says to get an answer in so many pieces. */
export function askForPieces(pieces: number): string {
  return `Answer in ${pieces} pieces.`
}

/** Starts the thread from the bench's own bundle. */
export async function startFakeServerThread(bundle: string): Promise<FakeServerThread> {
  const thread = new Worker(bundle, { workerData: fakeServerThread })
  const [url] = (await once(thread, 'message')) as [string]
  return {
    url,
    async lastRequest() {
      const answered = once(thread, 'message')
      thread.postMessage('last request')
      const [request] = (await answered) as [CheckedRequest]
      return request
    },
    async close() {
      await thread.terminate()
    },
  }
}

/** The thread's side: serves, and hands out the last request when asked. */
export async function runFakeServer(): Promise<void> {
  if (parentPort === null) throw new Error('The fake server runs in a thread.')
  const port = parentPort
  const api = await startFakeMessagesApi()
  api.respond((request) => {
    const [, pieces = '1'] = /Answer in (\d+) pieces/.exec(JSON.stringify(request.messages.at(-1))) ?? []
    // As long as a model's own pieces: about four characters.
    return answer([text(Array.from({ length: Number(pieces) }, (_, index) => `w${index % 10} `))])
  })
  port.on('message', () => port.postMessage(api.created.at(-1)))
  port.postMessage(api.url)
}
