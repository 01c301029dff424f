import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'
import { answer, type CheckedRequest, startFakeMessagesApi, text } from '../support/fake-messages-api'
import { generateChat } from './chat-text'

/** What tells the bench's entry that it was started as the thread of the fake server. */
export const fakeServerThread = 'fake-messages-api'

/** A fake of the Messages API in a thread of its own, so that what it does is not counted. */
export interface FakeServerThread {
  readonly url: string
  /** The last request that was answered. */
  lastRequest(): Promise<CheckedRequest>
  /** Lets the stream that was asked for go once it is asked for; answers when it went (milliseconds since 1970). */
  letGo(): Promise<number>
  close(): Promise<void>
}

/** What a core or a host needs to ask the fake. */
export function environmentOf({ url }: Pick<FakeServerThread, 'url'>): NodeJS.ProcessEnv {
  return { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'bench', COUNTERSIGN_MODEL: 'fake-model' }
}

/** What a message says to get an answer in so many pieces. */
export function askForPieces(pieces: number): string {
  return `Answer in ${pieces} pieces.`
}

/** What a message says to get a stream of Markdown at a steady rate, which begins when it is let go. */
export function askForStream(tokens: number, tokensPerSecond: number): string {
  return `Stream ${tokens} tokens, ${tokensPerSecond} a second.`
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
    async letGo() {
      const gone = once(thread, 'message')
      thread.postMessage('go')
      const [at] = (await gone) as [number]
      return at
    },
    async close() {
      await thread.terminate()
    },
  }
}

/** About as long as a model's own tokens (characters). */
const tokenLength = 4
/** What precedes the first piece of a stream: the message's start, a ping, the block's start. */
const chunksBeforeText = 3

/** The thread's side: serves, and hands out the last request when asked. */
export async function runFakeServer(): Promise<void> {
  if (parentPort === null) throw new Error('The fake server runs in a thread.')
  const port = parentPort
  const api = await startFakeMessagesApi()
  const held: (() => void)[] = []
  let waiting: (() => void) | null = null
  api.respond((request) => {
    const asked = JSON.stringify(request.messages.at(-1))
    const [, tokens, rate] = /Stream (\d+) tokens, (\d+) a second/.exec(asked) ?? []
    if (tokens !== undefined) {
      const until = new Promise<void>((resolve) => held.push(resolve))
      waiting?.()
      return answer([text(markdownPieces(Number(tokens)))], {
        delayMs: 1000 / Number(rate),
        pause: { beforeChunk: chunksBeforeText, until },
      })
    }
    const [, pieces = '1'] = /Answer in (\d+) pieces/.exec(asked) ?? []
    return answer([text(Array.from({ length: Number(pieces) }, (_, index) => `w${index % 10} `))])
  })
  const letGo = (): void => {
    const go = held.shift()
    if (go === undefined) {
      waiting = letGo
      return
    }
    waiting = null
    const at = Date.now()
    go()
    port.postMessage(at)
  }
  port.on('message', (wish) => (wish === 'go' ? letGo() : port.postMessage(api.created.at(-1))))
  port.postMessage(api.url)
}

function markdownPieces(tokens: number): string[] {
  const chatter = generateChat(tokens)
  let words = ''
  while (words.length < tokens * tokenLength) words += `${chatter.answer()}\n\n`
  return Array.from({ length: tokens }, (_, at) => words.slice(at * tokenLength, (at + 1) * tokenLength))
}
