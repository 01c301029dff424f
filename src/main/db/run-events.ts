import { AppError } from '../../shared/errors'
import type { RunEvent, RunEventBody } from '../../shared/run/events'
import { runEventBodySchema } from '../../shared/run/events'
import { say } from '../../shared/sentences/say'
import { partIn } from './json-in-sql'
import { createMessageTree } from './messages'
import { type Database, recordOutcome } from './open'
import { unsynced } from './short-transactions'
import { createToolCallTable } from './tool-calls'

/** Where and when events happened. */
export interface EventPlace {
  readonly conversationId: string
  readonly runId: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The two ways in which a turn ends; both hold the turn's whole content. */
export type TurnEndBody = Extract<RunEventBody, { type: 'turn_finished' | 'turn_failed' }>

/** The append-only record of what happened in runs. */
export interface RunEventLog {
  /** Appends in one durable transaction; `alongside` runs first inside it. */
  append(place: EventPlace, bodies: readonly RunEventBody[], alongside?: () => void): RunEvent[]
  /**
   * Appends the beginning and the pieces of a message that still streams. They survive a crash of the process but not a loss of power,
   * because waiting for the disk many times a second is dear and the end of the turn holds the whole content.
   */
  appendStreamed(place: EventPlace, bodies: readonly RunEventBody[]): RunEvent[]
  /**
   * Appends the end of a turn and forgets the pieces that it replaces, in one transaction. It is durable on return, but
   * where the end of the run, or the next message, follows at once: that one waits for the disk for both.
   */
  appendTurnEnd(place: EventPlace, body: TurnEndBody, firstSeq: number): RunEvent[]
  /** Like `append`, with the room that is kept for how things end. */
  appendOutcome(place: EventPlace, bodies: readonly RunEventBody[], alongside: () => void): RunEvent[]
  ofConversation(conversationId: string): RunEvent[]
  ofRun(runId: string): RunEvent[]
  /** Those of some runs from a number on, oldest first, a few hundred of the conversation's at a time. */
  ofRuns(conversationId: string, runIds: ReadonlySet<string>, fromSeq: number): Iterable<EventPiece>
  /** How many bytes the events of a run are. */
  size(runId: string): number
  /** The number of a run's oldest event; 0 where nothing happened. */
  firstSeq(runId: string): number
  /** What was left out of a conversation for a model, on all branches. */
  reductions(conversationId: string): RunEvent[]
  /** Whether a title was asked for, on whatever branch. */
  askedForTitle(conversationId: string): boolean
  /** What a tool call of a conversation came to, on whatever branch it is. */
  toolResults(conversationId: string, toolUseId: string): RunEvent[]
  /** What a person wrote, on all branches, also what waits or waited to join. */
  written(conversationId: string): RunEvent[]
  /** The messages that wait to join. */
  queued(conversationId: string): RunEvent[]
  /** The number of the newest event of a conversation; 0 where nothing happened. */
  lastSeq(conversationId: string): number
}

/** Events that are read at once. */
export interface EventPiece {
  readonly events: readonly RunEvent[]
  /** What they say, and those of other runs between them. */
  readonly characters: number
}

interface Row {
  readonly seq: number
  readonly conversation_id: string
  readonly run_id: string
  readonly at: number
  readonly body: string
}

/** Events that are read at once: also where most of them hold long results, a few hundredths of a second. */
const eventsPerSlice = 250

const streamedTypes = "'text_delta', 'thinking_delta', 'citation', 'tool_use_started', 'tool_input_delta'"

/** Prepares the statements of the record of run events. */
export function createRunEventLog(db: Database): RunEventLog {
  const { raw } = db
  const messages = createMessageTree(db)
  const toolCalls = createToolCallTable(db)
  const insert = raw.prepare<[string, string, string, string | null, number, string]>(
    'INSERT INTO run_events (conversation_id, run_id, type, message_id, at, body) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const forget = raw.prepare<[string, number, string]>(
    `DELETE FROM run_events
     WHERE conversation_id = ? AND seq >= ? AND message_id = ? AND type IN (${streamedTypes})`,
  )
  const read = raw.prepare<[string], Row>(
    'SELECT seq, conversation_id, run_id, at, body FROM run_events WHERE conversation_id = ? ORDER BY seq',
  )
  const readRun = raw.prepare<[string], Row>(
    'SELECT seq, conversation_id, run_id, at, body FROM run_events WHERE run_id = ? ORDER BY seq',
  )
  const readSlice = raw.prepare<[string, number, number], Row>(
    `SELECT seq, conversation_id, run_id, at, body FROM run_events
     WHERE conversation_id = ? AND seq > ? ORDER BY seq LIMIT ?`,
  )
  const readFirst = raw.prepare<[string], { seq: number }>(
    'SELECT ifnull(min(seq), 0) AS seq FROM run_events WHERE run_id = ?',
  )
  const readSize = raw.prepare<[string], { size: number }>(
    'SELECT ifnull(sum(octet_length(body)), 0) AS size FROM run_events WHERE run_id = ?',
  )
  const readReductions = raw.prepare<[string], Row>(
    `SELECT seq, conversation_id, run_id, at, body FROM run_events
     WHERE conversation_id = ? AND type = 'context_reduced' ORDER BY seq`,
  )
  const readTitle = raw.prepare<[string], { seq: number }>(
    "SELECT seq FROM run_events WHERE conversation_id = ? AND type = 'title_made' LIMIT 1",
  )
  const readResults = raw.prepare<[string, string], Row>(
    `SELECT seq, conversation_id, run_id, at, body FROM run_events
     WHERE conversation_id = ? AND type = 'tool_finished' AND ${partIn('body', '$.toolUseId')} = ?`,
  )
  const readWritten = raw.prepare<[string], Row>(
    `SELECT seq, conversation_id, run_id, at, body FROM run_events
     WHERE conversation_id = ? AND type IN ('user_message', 'message_queued') ORDER BY seq`,
  )
  const readQueued = raw.prepare<[string], Row>(
    `SELECT seq, conversation_id, run_id, at, body FROM run_events
     WHERE conversation_id = ? AND type IN ('message_queued', 'message_unqueued')
       AND NOT EXISTS (SELECT 1 FROM messages WHERE id = message_id)
     ORDER BY seq`,
  )
  const readLast = raw.prepare<[string], { seq: number }>(
    'SELECT ifnull(max(seq), 0) AS seq FROM run_events WHERE conversation_id = ?',
  )
  const insertAll = (place: EventPlace, bodies: readonly RunEventBody[]): RunEvent[] =>
    bodies.map((body) => {
      const { lastInsertRowid } = insert.run(
        place.conversationId,
        place.runId,
        body.type,
        'messageId' in body ? body.messageId : null,
        place.at,
        JSON.stringify(body),
      )
      const event = { seq: Number(lastInsertRowid), ...place, body }
      messages.take(event)
      toolCalls.take(event)
      return event
    })
  const transaction = raw.transaction((work: () => RunEvent[]) => work())

  return {
    append: (place, bodies, alongside) =>
      transaction(() => {
        alongside?.()
        return insertAll(place, bodies)
      }),
    appendOutcome: (place, bodies, alongside) =>
      recordOutcome(db, () => {
        alongside()
        return insertAll(place, bodies)
      }),
    appendStreamed: (place, bodies) => unsynced(raw, () => insertAll(place, bodies)),
    appendTurnEnd(place, body, firstSeq) {
      const append = () => {
        forget.run(place.conversationId, firstSeq, body.messageId)
        return insertAll(place, [body])
      }
      return isFollowedAtOnce(body) ? unsynced(raw, append) : transaction(append)
    },
    ofConversation: (conversationId) => read.all(conversationId).map(eventOf),
    ofRun: (runId) => readRun.all(runId).map(eventOf),
    *ofRuns(conversationId, runIds, fromSeq) {
      let rows: readonly Row[] = []
      do {
        rows = readSlice.all(conversationId, rows.at(-1)?.seq ?? fromSeq - 1, eventsPerSlice)
        yield {
          events: rows.filter(({ run_id }) => runIds.has(run_id)).map(eventOf),
          characters: rows.reduce((sum, { body }) => sum + body.length, 0),
        }
      } while (rows.length === eventsPerSlice)
    },
    size: (runId) => readSize.get(runId)?.size ?? 0,
    firstSeq: (runId) => readFirst.get(runId)?.seq ?? 0,
    reductions: (conversationId) => readReductions.all(conversationId).map(eventOf),
    askedForTitle: (conversationId) => readTitle.get(conversationId) !== undefined,
    toolResults: (conversationId, toolUseId) => readResults.all(conversationId, toolUseId).map(eventOf),
    written: (conversationId) => readWritten.all(conversationId).map(eventOf),
    queued: (conversationId) => readQueued.all(conversationId).map(eventOf),
    lastSeq: (conversationId) => readLast.get(conversationId)?.seq ?? 0,
  }
}

/**
 * Whether the end of the run, or the next message, is stored right after a turn's end and before anything else happens:
 * that one waits for the disk for both.
 */
function isFollowedAtOnce(body: TurnEndBody): boolean {
  return (
    body.type === 'turn_finished' &&
    body.stopReason === 'end_turn' &&
    !body.content.some(({ type }) => type === 'tool_use')
  )
}

function eventOf(row: Row): RunEvent {
  return {
    seq: row.seq,
    conversationId: row.conversation_id,
    runId: row.run_id,
    at: row.at,
    body: parseBody(row),
  }
}

function parseBody(row: Row): RunEventBody {
  try {
    return runEventBodySchema.parse(JSON.parse(row.body))
  } catch (error) {
    throw new AppError('corrupt', say('conversation.entry_damaged', { number: row.seq }), {
      cause: error,
    })
  }
}
