import type { RunEvent, RunEventBody } from '../../../shared/run/events'
import { reduce } from '../../../shared/run/reduce'
import type { ConversationState } from '../../../shared/run/state'
import type { EventPlace, RunEventLog, TurnEndBody } from '../../db/run-events'
import type { Publish } from '../../publish'
import { type EarlierPart, nothingEarlier } from '../earlier-part'

/** The pieces of a message that arrive while it streams. */
export type StreamedBody = Extract<
  RunEventBody,
  { type: 'text_delta' | 'thinking_delta' | 'citation' | 'tool_use_started' | 'tool_input_delta' }
>

/** How long pieces of one block are gathered before they are stored and shown, in milliseconds: two frames. */
export const gatherMs = 30

/** Stores the events of one run, then publishes them, and keeps the conversation's state at hand. */
export interface Recorder {
  readonly conversationId: string
  readonly runId: string
  state(): ConversationState
  /** What lies before the state's first message. */
  readonly earlier: EarlierPart
  /**
   * Stores durably and publishes; `alongside` runs in the same transaction. `ofRun` is set for what belongs to an
   * earlier run of the conversation.
   */
  record(bodies: readonly RunEventBody[], alongside?: () => void, ofRun?: string): void
  /** Begins a turn: as little lasting as the pieces that follow, because its end holds everything. */
  beginTurn(body: Extract<RunEventBody, { type: 'turn_started' }>): void
  /** Shows the first piece of a block at once and gathers the later ones. */
  stream(body: StreamedBody): void
  /**
   * Ends a turn, as lasting as `appendTurnEnd` of the record says; its pieces are forgotten, gathered ones are not stored
   * any more.
   */
  endTurn(body: TurnEndBody): void
  /**
   * The last events of a run whose recording failed, with what room is kept for that; what can't be stored even so
   * is published all the same, so that nobody waits for an end that never comes. The next start then ends the run.
   */
  conclude(bodies: readonly RunEventBody[], alongside: () => void): void
}

/** Makes the recorder of one run; `initial` is the state before its first event, and `earlier` what lies before that. */
export function createRecorder(options: {
  readonly log: RunEventLog
  readonly publish: Publish
  readonly now: () => number
  readonly conversationId: string
  readonly runId: string
  readonly initial: ConversationState
  readonly earlier?: EarlierPart
}): Recorder {
  const { log, publish, now, conversationId, runId, earlier = nothingEarlier } = options
  let state = options.initial
  let gathered: StreamedBody[] = []
  let shown = { messageId: '', block: -1 }
  let firstSeqOfTurn = 0
  let timer: NodeJS.Timeout | null = null
  let failure: { readonly error: unknown } | null = null

  const place = (): EventPlace => ({ conversationId, runId, at: now() })
  const apply = (events: readonly RunEvent[]): void => {
    for (const event of events) {
      state = reduce(state, event)
      if (event.body.type === 'turn_started') firstSeqOfTurn = event.seq
    }
    for (const event of events) publish({ type: 'run', event })
  }
  const forgetGathered = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    gathered = []
  }
  const flush = (): void => {
    const bodies = gathered
    forgetGathered()
    if (bodies.length > 0) apply(log.appendStreamed(place(), bodies))
  }
  const flushLater = (): void => {
    try {
      flush()
    } catch (error) {
      // Nobody can catch what a timer throws: the next call of this recorder does.
      failure = { error }
    }
  }
  const throwFailure = (): void => {
    if (failure !== null) throw failure.error
  }

  return {
    conversationId,
    runId,
    earlier,
    state: () => state,
    record(bodies, alongside, ofRun = runId) {
      throwFailure()
      flush()
      apply(log.append({ ...place(), runId: ofRun }, bodies, alongside))
    },
    beginTurn(body) {
      throwFailure()
      flush()
      apply(log.appendStreamed(place(), [body]))
    },
    stream(body) {
      throwFailure()
      const last = gathered.at(-1)
      const merged = last === undefined ? null : merge(last, body)
      if (merged === null) gathered.push(body)
      else gathered[gathered.length - 1] = merged
      if (body.messageId !== shown.messageId || body.block !== shown.block) {
        shown = { messageId: body.messageId, block: body.block }
        flush()
      } else {
        timer ??= setTimeout(flushLater, gatherMs)
      }
    },
    endTurn(body) {
      forgetGathered()
      throwFailure()
      apply(log.appendTurnEnd(place(), body, firstSeqOfTurn))
    },
    conclude(bodies, alongside) {
      forgetGathered()
      try {
        apply(log.appendOutcome(place(), bodies, alongside))
      } catch (error) {
        // Between the numbers of stored events, so that no later one is taken for seen.
        const step = 1 / (bodies.length + 1)
        const from = state.seq
        apply(bodies.map((body, index) => ({ seq: from + step * (index + 1), ...place(), body })))
        throw error
      }
    },
  }
}

function merge(first: StreamedBody, second: StreamedBody): StreamedBody | null {
  if (first.block !== second.block || first.messageId !== second.messageId) return null
  if (first.type === 'text_delta' && second.type === 'text_delta') {
    return { ...first, text: first.text + second.text }
  }
  if (first.type === 'thinking_delta' && second.type === 'thinking_delta') {
    return { ...first, text: first.text + second.text }
  }
  if (first.type === 'tool_input_delta' && second.type === 'tool_input_delta') {
    return { ...first, json: first.json + second.json }
  }
  return null
}
