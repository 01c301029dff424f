import Anthropic from '@anthropic-ai/sdk'
import { answer, startFakeMessagesApi, text } from '../fake-messages-api'
import { createAgentBench } from './bench'

/** What the loop adds to the bare SDK against the same server; medians in milliseconds. */
export interface LoopOverhead {
  /** Of an answer of one event: what a turn costs beside its events. */
  readonly perTurnMs: number
  /** Of an answer of many events, per event. */
  readonly perEventMs: number
  readonly bareShortMs: number
  readonly loopShortMs: number
  readonly bareLongMs: number
  readonly loopLongMs: number
}

/** Measures short and long answers, the bare SDK and the whole loop taking turns so that noise meets both. */
export async function measureLoopOverhead(
  options: { readonly rounds?: number; readonly events?: number } = {},
): Promise<LoopOverhead> {
  const { rounds = 15, events = 2000 } = options
  const api = await startFakeMessagesApi()
  const bench = createAgentBench(api.url)
  const client = new Anthropic({ baseURL: api.url, apiKey: 'k', maxRetries: 0, openTelemetry: false })
  const system = 'You are a test. '.repeat(100)
  const short = answer([text('Hello.')])
  const long = answer([text(Array.from({ length: events }, (_unused, index) => `word${index} `))])

  const bare = async (turn: typeof short): Promise<number> => {
    api.push(turn)
    const started = performance.now()
    const messages = [{ role: 'user' as const, content: 'Hello' }]
    await client.messages.stream({ model: 'fake-model', max_tokens: 100, system, messages }).finalMessage()
    return performance.now() - started
  }
  const loop = async (turn: typeof short): Promise<number> => {
    api.push(turn)
    const started = performance.now()
    const { runId } = await bench.send('Hello')
    await bench.finished(runId)
    return performance.now() - started
  }
  const compare = async (turn: typeof short): Promise<{ bare: number; loop: number }> => {
    const times: { bare: number[]; loop: number[] } = { bare: [], loop: [] }
    for (let round = 0; round < rounds + 2; round++) {
      const [bareMs, loopMs] = [await bare(turn), await loop(turn)]
      // The first two rounds warm up.
      if (round < 2) continue
      times.bare.push(bareMs)
      times.loop.push(loopMs)
    }
    return { bare: median(times.bare), loop: median(times.loop) }
  }
  try {
    const shorts = await compare(short)
    const longs = await compare(long)
    const perTurnMs = shorts.loop - shorts.bare
    return {
      perTurnMs,
      perEventMs: Math.max(0, longs.loop - longs.bare - perTurnMs) / events,
      bareShortMs: shorts.bare,
      loopShortMs: shorts.loop,
      bareLongMs: longs.bare,
      loopLongMs: longs.loop,
    }
  } finally {
    await bench.remove()
    await api.close()
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((first, second) => first - second)[Math.floor(values.length / 2)] ?? Number.NaN
}
