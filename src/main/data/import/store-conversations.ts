import { createHash } from 'node:crypto'
import type { Actor } from '../../../shared/actor'
import type { RunEventBody } from '../../../shared/run/events'
import { createConversationTable } from '../../db/conversations'
import { createMessageTree } from '../../db/messages'
import { type Database, inTransaction } from '../../db/open'
import { createRunEventLog, type EventPlace } from '../../db/run-events'
import { addRunTaint } from '../../db/run-taints'
import { createRunTable } from '../../db/runs'
import { faultPoint } from '../../disk/fault-point'
import { newId } from '../../identifier'
import type { ImportedConversation, ImportedMessage, ImportSource } from './imported'

/** What an imported conversation is called whose answers have no model's name. */
const programs: Readonly<Record<ImportSource, string>> = {
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  countersign: 'Countersign',
  notes: '',
}
/** Events of one transaction: a few milliseconds' work. */
const eventsAtOnce = 40
/** Characters of one transaction: they are taken into the search of words. */
const charactersAtOnce = 200_000

/** Whose conversation it becomes. */
export interface ImportedBy {
  readonly source: ImportSource
  readonly actor: Actor
  /** What its texts count as, by name; empty for one's own words alone, which no conversation with a model is. */
  readonly outside: readonly string[]
  /** From when on it is in the trash until it is shown (milliseconds since 1970). */
  readonly hiddenAt: number
}

/** Conversations that came from elsewhere, as they are stored. */
export interface ConversationStore {
  /** Its row, in the trash or not. */
  find(id: string): { readonly title: string; readonly trashed: boolean; readonly messages: number } | null
  /** Ids that begin like one: of the same conversation in another state. */
  hasOther(id: string): boolean
  /** Stores a conversation step by step, hidden in the trash until {@link reveal}. */
  write(id: string, conversation: ImportedConversation, by: ImportedBy): Generator<void, void>
  /** Shows those that were written, all at once. */
  reveal(ids: readonly string[]): void
  /** Moves them to the trash. */
  trash(ids: readonly string[], at: number): void
  /** Deletes one as if it had never come. */
  remove(id: string): void
}

/**
 * The id of an imported conversation: a UUID of version 7 by its time, so that it sorts as others do, whose other digits
 * are the hash of where it is from and the hash of what it says. So the same import brings the same id, and another state
 * of the same conversation one that begins alike.
 */
export function importedId(source: ImportSource, key: string, createdAt: number, digest: string): string {
  const time = Math.max(0, createdAt).toString(16).padStart(12, '0').slice(-12)
  const origin = createHash('sha256').update(`${source}\n${key}`).digest('hex')
  // The version and the variant have their own bits (RFC 9562, 5.7).
  return `${time.slice(0, 8)}-${time.slice(8)}-7${origin.slice(0, 3)}-8${origin.slice(3, 6)}-${origin.slice(6, 10)}${digest.slice(0, 8)}`
}

/** Digits of such an id that tell the conversation without its state. */
const sameConversation = 28

/** Prepares the statements. */
export function createConversationStore(db: Database): ConversationStore {
  const { raw } = db
  const table = createConversationTable(db)
  const log = createRunEventLog(db)
  const runs = createRunTable(db)
  const tree = createMessageTree(db)
  const count = raw.prepare<[string], { count: number }>(
    'SELECT count(*) AS count FROM messages WHERE conversation_id = ?',
  )
  const alike = raw.prepare<[string, string, string], { id: string }>(
    'SELECT id FROM conversations WHERE id >= ? AND id < ? AND id <> ? LIMIT 1',
  )
  const hide = raw.prepare<[number | null, string]>('UPDATE conversations SET trashed_at = ? WHERE id = ?')
  const setTrashed = (ids: readonly string[], at: number | null): void =>
    inTransaction(db, () => {
      for (const id of ids) hide.run(at, id)
    })
  return {
    find(id) {
      const row = table.find(id)
      if (row === null) return null
      const { count: messages } = count.get(id) ?? { count: 0 }
      return { title: row.title, trashed: row.trashedAt !== null, messages }
    },
    hasOther(id) {
      const start = id.slice(0, sameConversation)
      return alike.get(start, `${start}g`, id) !== undefined
    },
    *write(id, conversation, by) {
      const { title, createdAt, updatedAt } = conversation
      inTransaction(db, () => {
        table.insert({ id, title, createdAt, updatedAt })
        table.change(id, { trashedAt: by.hiddenAt })
      })
      faultPoint('conversation begun')
      for (const piece of piecesOf(id, conversation, by)) {
        inTransaction(db, () => {
          for (const run of piece.runs) {
            runs.insert(run)
            for (const source of by.outside) {
              addRunTaint(db, {
                ...{ runId: run.id, origin: 'outside', source, tool: 'import_data' },
                ...{ conversationId: id, at: run.startedAt },
              })
            }
          }
          for (const { place, bodies } of piece.events) log.append(place, bodies)
        })
        faultPoint('messages written')
        yield
      }
      const shown = tree.ofConversation(id)[conversation.shown]
      const last = shown?.runId
      if (shown !== undefined && last !== undefined && tree.shown(id).leafId !== shown.id) {
        const place = { conversationId: id, runId: last, at: updatedAt }
        log.append(place, [{ type: 'branch_shown', leafId: shown.id }])
      }
      yield
    },
    reveal: (ids) => setTrashed(ids, null),
    trash: (ids, at) => setTrashed(ids, at),
    remove(id) {
      // Most of what was to come may not have begun, and deleting waits for the disk.
      if (table.find(id) !== null) table.delete([id])
    },
  }
}

interface Piece {
  readonly runs: Parameters<ReturnType<typeof createRunTable>['insert']>[0][]
  readonly events: { readonly place: EventPlace; readonly bodies: readonly RunEventBody[] }[]
}

/** The events of a conversation, as if it had happened here: what a person wrote, and each answer as a run of its own. */
function* piecesOf(
  conversationId: string,
  { messages }: ImportedConversation,
  by: ImportedBy,
): Generator<Piece> {
  const ids = messages.map(() => newId())
  const runIds: string[] = []
  let piece: Piece = { runs: [], events: [] }
  let events = 0
  let characters = 0
  let leaf: number | null = null
  for (const [place, message] of messages.entries()) {
    const { parent, at, text } = message
    const asked = parent === null ? undefined : messages[parent]
    const joins = message.role === 'assistant' && asked?.role === 'user' && leaf === parent
    const runId = joins && parent !== null ? (runIds[parent] ?? newId()) : newId()
    runIds.push(runId)
    if (!joins) piece.runs.push(runOf(runId, conversationId, message, by))
    const moved: RunEventBody[] =
      leaf === parent
        ? []
        : [{ type: 'branch_shown', leafId: parent === null ? null : (ids[parent] ?? null) }]
    const bodies = [...moved, ...bodiesOf(message, ids[place] ?? '', by)]
    piece.events.push({ place: { conversationId, runId, at }, bodies })
    leaf = place
    events += bodies.length
    characters += text.length
    if (events >= eventsAtOnce || characters >= charactersAtOnce) {
      yield piece
      piece = { runs: [], events: [] }
      events = 0
      characters = 0
    }
  }
  if (piece.events.length > 0) yield piece
}

function runOf(
  id: string,
  conversationId: string,
  { at, model }: ImportedMessage,
  { actor }: ImportedBy,
): Piece['runs'][number] {
  return {
    ...{ id, conversationId, status: 'completed', actor, approval: null, model },
    ...{ startedAt: at, finishedAt: at, assistant: 'default' },
  }
}

function bodiesOf(
  { role, text, model }: ImportedMessage,
  messageId: string,
  { source }: ImportedBy,
): RunEventBody[] {
  if (role === 'user') return [{ type: 'user_message', messageId, text, attachments: [] }]
  const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }
  return [
    { type: 'run_started', assistant: programs[source], model: model || programs[source] },
    { type: 'turn_started', messageId, turn: 1 },
    {
      ...{ type: 'turn_finished', messageId, stopReason: 'end_turn', usage, durationMs: 0 },
      content: [{ type: 'text', text, citations: [] }],
    },
    { type: 'run_finished', end: 'completed', retryable: false },
  ]
}
