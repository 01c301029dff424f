import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import Anthropic from '@anthropic-ai/sdk'
import type { MessageCreateParams } from '@anthropic-ai/sdk/resources/messages'
import type { EventHub } from '../../src/main/publish'
import { type Client, clientInProcess } from '../../src/main/rpc/client'
import { person } from '../../src/shared/actor'
import type { AppEvent } from '../../src/shared/contract/events'
import { watchBlocking } from './blocking'
import {
  askForPieces,
  askForStream,
  environmentOf,
  type FakeServerThread,
  startFakeServerThread,
} from './fake-server-thread'
import { type Figure, median, quantile, range, round } from './figures'
import { openBenchCore } from './gate-core'

/** Turns of each kind that are counted, after a few that warm the engine; interleaved, so that both meet the same noise. */
const turns = 40
const warmUpTurns = 8
/** Runs at once, and how long each of them streams: all of them at the same time. */
const runsAtOnce = 50
const tokensOfEach = 200
const tokensPerSecond = 50
/** A short answer, where the turn itself counts, and a long one, where its events do. */
const fewPieces = 5
const manyPieces = 2000

interface Pair {
  readonly sdk: number[]
  readonly loop: number[]
}

/** Times turns of the whole core, database on disk included, beside the bare SDK on the same requests. */
export async function benchLoop(options: {
  readonly checkout: string
  readonly bundle: string
}): Promise<Figure[]> {
  const root = mkdtempSync(join(tmpdir(), 'bench-loop-'))
  const server = await startFakeServerThread(options.bundle)
  const core = await openBenchCore(options.checkout, root, [], environmentOf(server))
  const client = clientInProcess(core.router, { actor: person, approval: null })
  try {
    const few = await compare(core.hub, client, server, fewPieces)
    const many = await compare(core.hub, client, server, manyPieces)
    return [...figures(few, many), ...(await manyAtOnce(core.hub, client, server))]
  } finally {
    await core.close()
    await server.close()
    rmSync(root, { recursive: true, force: true })
  }
}

function figures(few: Pair, many: Pair): Figure[] {
  const added = differences(few)
  const perTurn = median(added)
  const perEvent = Math.max(0, median(differences(many)) - perTurn) / (manyPieces - fewPieces)
  const beside = (pair: Pair) =>
    `${median(pair.loop).toFixed(1)} ms in the loop, ${median(pair.sdk).toFixed(1)} ms in the bare SDK`
  return [
    {
      name: `what the loop adds to a turn of ${fewPieces} events`,
      value: round(perTurn, 2),
      unit: 'ms',
      target: '< 5',
      spread: `p99 ${quantile(added, 0.99).toFixed(1)}, ${range(added, 1)}`,
      comparison: beside(few),
    },
    {
      name: `what the loop adds to a streamed event, of ${manyPieces}`,
      value: round(perEvent, 4),
      unit: 'ms',
      target: '< 0.2',
      comparison: `${beside(many)}, ${(median(many.loop) / median(many.sdk)).toFixed(2)} ×`,
    },
  ]
}

/** Turn by turn, as they were interleaved. */
function differences({ sdk, loop }: Pair): number[] {
  return loop.map((time, index) => time - (sdk[index] ?? 0))
}

async function compare(
  hub: EventHub,
  client: Client,
  server: FakeServerThread,
  pieces: number,
): Promise<Pair> {
  const text = askForPieces(pieces)
  const sdk = new Anthropic({ baseURL: server.url, apiKey: 'bench', maxRetries: 0 })
  await loopTurn(hub, client, text)
  // What the core has just sent: system text and tools are the same on both sides.
  const params = (await server.lastRequest()) as MessageCreateParams
  const pair: Pair = { sdk: [], loop: [] }
  for (let turn = 0; turn < warmUpTurns + turns; turn++) {
    const bare = await timed(() => sdkTurn(sdk, params, pieces))
    const whole = await timed(() => loopTurn(hub, client, text))
    if (turn < warmUpTurns) continue
    pair.sdk.push(bare)
    pair.loop.push(whole)
  }
  return pair
}

async function sdkTurn(sdk: Anthropic, params: MessageCreateParams, pieces: number): Promise<void> {
  const stream = sdk.messages.stream(params)
  let deltas = 0
  for await (const event of stream) if (event.type === 'content_block_delta') deltas++
  await stream.finalMessage()
  if (deltas !== pieces) throw new Error(`The bare SDK saw ${deltas} of ${pieces} pieces.`)
}

/** Runs that stream side by side, read as a page reads them; what was published and did not come is missing. */
async function manyAtOnce(hub: EventHub, client: Client, server: FakeServerThread): Promise<Figure[]> {
  const gone = new AbortController()
  const events = await client.events.watch(undefined, { signal: gone.signal })
  await events.next()
  let published = 0
  const stop = hub.subscribe((event) => {
    if (event.type === 'run') published++
  })
  const read = readRuns(events, runsAtOnce)
  const text = askForStream(tokensOfEach, tokensPerSecond)
  const send = () => client.conversations.send({ conversationId: null, text, attachments: [] })
  await Promise.all(Array.from({ length: runsAtOnce }, send))
  const watch = watchBlocking()
  const started = performance.now()
  for (let run = 0; run < runsAtOnce; run++) await server.letGo()
  const { came, answers } = await read
  const took = performance.now() - started
  const blocked = watch.stop()
  stop()
  gone.abort()
  // All are asked for the same.
  const [whole] = answers
  const cut = answers.filter((answer) => answer !== whole).length
  return [
    {
      name: `events that did not come of ${runsAtOnce} runs at once`,
      value: published - came + cut,
      unit: 'events',
      target: '< 1',
      comparison: `${came} events in ${round(took)} ms, the longest block ${round(blocked.own)} ms`,
    },
  ]
}

/** Reads until so many runs have ended: how many of their events came, and what each answered. */
async function readRuns(events: AsyncIterable<AppEvent>, runs: number) {
  let came = 0
  let ended = 0
  const answers: string[] = []
  for await (const event of events) {
    if (event.type !== 'run') continue
    came++
    const { body } = event.event
    if (body.type === 'turn_finished') answers.push(JSON.stringify(body.content))
    if (body.type === 'run_finished' && ++ended === runs) break
  }
  return { came, answers }
}

/** A turn in a new conversation, until its end is stored and published. */
async function loopTurn(hub: EventHub, client: Client, text: string): Promise<void> {
  let finish = (_end: string) => {}
  const finished = new Promise<string>((resolve) => {
    finish = resolve
  })
  const stop = hub.subscribe((event) => {
    if (event.type === 'run' && event.event.body.type === 'run_finished') finish(event.event.body.end)
  })
  try {
    await client.conversations.send({ conversationId: null, text, attachments: [] })
    const end = await finished
    if (end !== 'completed') throw new Error(`The run ended as ${end}.`)
  } finally {
    stop()
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
