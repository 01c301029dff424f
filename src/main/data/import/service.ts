import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Actor } from '../../../shared/actor'
import type { ConversationSummary } from '../../../shared/contract/conversation-list'
import type { DataJob } from '../../../shared/contract/data'
import type { Note } from '../../../shared/contract/notes'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { inSpells, spellMs } from '../../async/stepwise'
import type { Database } from '../../db/open'
import { createHandedOver } from '../../files/handed-over'
import { newId } from '../../identifier'
import type { NotesService } from '../../notes/service'
import type { Publish } from '../../publish'
import type { DataClient, DataWork } from '../worker-client'
import { type Compared, compareWith } from './compare'
import { type FollowedHere, followedBy } from './follow'
import {
  type FoundImport,
  type Imported,
  type ImportedConversation,
  type ImportedNote,
  importedSchema,
} from './imported'
import type { RecordImports } from './records'
import { createConversationStore, type ImportedBy } from './store-conversations'

/** What a person says of what they hand over. */
export interface HandedImport {
  /** Whether nobody else wrote the notes, contacts and tasks in it. */
  readonly own: boolean
}

/** A conversation as it is there. */
export interface ThereConversation {
  readonly title: string
  readonly trashed: boolean
  /** Messages on all its branches. */
  readonly messages: number
}

/** Imports as their tool sees them. */
export interface ImportService {
  /** Reads what lies at a canonical path, and stores nothing. */
  look(path: string, signal: AbortSignal): Promise<FoundImport>
  /** Tells of each thing that was found whether it is there, and the id that it has or would have. */
  compare(found: Pick<FoundImport, 'source' | 'items'>): Promise<readonly Compared[]>
  /** How what those that come name is found here; throws `conflict` where tasks can't stand as they would. */
  follow(compared: readonly Compared[]): FollowedHere
  /** Reads it again and hands over one after the other; `take` tells how far it is by what it resolves to. */
  each(
    path: string,
    signal: AbortSignal,
    take: (one: Imported) => Promise<number>,
    total: number,
  ): Promise<void>
  /** Stores a conversation that is hidden until {@link reveal}. */
  writeConversation(
    id: string,
    conversation: ImportedConversation,
    by: Omit<ImportedBy, 'hiddenAt'>,
  ): Promise<void>
  /** Stores a note with its dates. */
  writeNote(id: string, note: ImportedNote, by: Actor): void
  /** Those of these conversations that are there, by their ids. */
  conversations(ids: readonly string[]): Promise<ReadonlyMap<string, ThereConversation>>
  /** The revisions of those of these notes that are there, by their ids. */
  noteRevisions(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Brings notes back exactly as they were, and takes others out, some at a time. */
  moveNotes(moves: { readonly back: readonly Note[]; readonly out: readonly string[] }): Promise<void>
  /** Whether something is at work in one of these conversations, or waits for a decision. */
  isAnyBusy(ids: readonly string[]): Promise<boolean>
  /** Shows conversations that were written or in the trash, all at once, and tells everyone. */
  reveal(ids: readonly string[]): Promise<void>
  /** Moves conversations to the trash, and tells everyone. */
  trash(ids: readonly string[]): void
  /** Deletes conversations for good, as if they had never come. */
  remove(ids: readonly string[]): Promise<void>
  readonly notes: Pick<NotesService, 'note' | 'keepNote' | 'keptNote'>
  readonly records: RecordImports
  /** A person handed over this path in the window, for one call; answers how to forget it again. */
  handOver(path: string, handed: HandedImport): () => void
  /** Once for each time that the path was handed over; then null. */
  takeHandedOver(path: string): HandedImport | null
}

/** Does a job on the data as a whole, the only one: {@link ../service.DataService}. */
export type RunJob = <T>(
  kind: DataJob['kind'],
  path: string,
  caller: AbortSignal,
  work: (control: DataWork & { readonly signal: AbortSignal }) => Promise<T>,
) => Promise<T>

/** Files are read in the data worker, and what is in them is stored here, in steps that hold nobody up. */
export function createImports(parts: {
  readonly db: Database
  readonly notes: NotesService
  readonly records: RecordImports
  readonly client: Pick<DataClient, 'import'>
  readonly runJob: RunJob
  /** Where what is read is kept until it is stored; what a crash leaves there is removed at the next start. */
  readonly folder: string
  /** How a conversation stands in the lists; null for one that is in the trash. */
  readonly summary: (id: string) => ConversationSummary | null
  readonly publish: Publish
  /** Milliseconds since 1970. */
  readonly now: () => number
}): ImportService {
  const { db, notes, records, client, runJob, summary, publish } = parts
  const store = createConversationStore(db)
  const handed = createHandedOver<HandedImport>()
  function* announced(ids: readonly string[]): Generator<void, void> {
    for (const id of ids) {
      const conversation = summary(id)
      if (conversation !== null) publish({ type: 'conversation', conversation })
      yield
    }
  }
  function* there(ids: readonly string[]): Generator<void, Map<string, ThereConversation>> {
    const found = new Map<string, ThereConversation>()
    for (const id of ids) {
      const one = store.find(id)
      if (one !== null) found.set(id, one)
      yield
    }
    return found
  }
  function* revisions(ids: readonly string[]): Generator<void, Map<string, number>> {
    const found = new Map<string, number>()
    for (const id of ids) {
      const note = notes.find(id)
      if (note !== null) found.set(id, note.revision)
      yield
    }
    return found
  }
  function* moving({ back, out }: { back: readonly Note[]; out: readonly string[] }): Generator<void, void> {
    for (const note of back) {
      notes.restore([note])
      yield
    }
    for (let from = 0; from < out.length; from += notesAtOnce) {
      notes.remove(out.slice(from, from + notesAtOnce))
      yield
    }
  }
  function* anyBusy(ids: readonly string[]): Generator<void, boolean> {
    for (const id of ids) {
      const found = summary(id)
      if (found !== null && (found.running || found.waiting > 0)) return true
      yield
    }
    return false
  }
  return {
    ...{ notes, records },
    look: (path, signal) =>
      runJob('import', path, signal, (control) => client.import({ path, into: null }, control)),
    compare: (found) => compareWith({ conversations: store, notes, records }, found),
    follow: (compared) => followedBy(records, compared),
    async each(path, caller, take, total) {
      const into = join(parts.folder, `import-${newId()}.jsonl`)
      try {
        await runJob('import', path, caller, async (control) => {
          await client.import({ path, into }, control)
          let toldAt = Number.NEGATIVE_INFINITY
          let since = performance.now()
          for await (const line of linesOf(into)) {
            if (control.signal.aborted) throw new AppError('cancelled', say('error.stopped'))
            const done = await take(importedSchema.parse(JSON.parse(line)))
            // Many short lines come in one piece.
            if (performance.now() - since > spellMs) {
              await nextTurn()
              since = performance.now()
            }
            if (performance.now() - toldAt < tellPauseMs) continue
            toldAt = performance.now()
            control.progress?.('writing', done, Math.max(done, total))
          }
        })
      } finally {
        await rm(into, { force: true })
      }
    },
    writeConversation: (id, conversation, by) =>
      inSpells(store.write(id, conversation, { ...by, hiddenAt: parts.now() })),
    writeNote(id, { title, content, tags, outside, createdAt, updatedAt }, by) {
      const about = { createdBy: by, changedBy: by, createdAt, updatedAt, revision: 1 }
      notes.restore([{ id, title, content, tags, outside, ...about }])
    },
    conversations: (ids) => inSpells(there(ids)),
    noteRevisions: (ids) => inSpells(revisions(ids)),
    moveNotes: (moves) => inSpells(moving(moves)),
    isAnyBusy: (ids) => inSpells(anyBusy(ids)),
    async reveal(ids) {
      store.reveal(ids)
      await inSpells(announced(ids))
    },
    trash(ids) {
      store.trash(ids, parts.now())
      for (const id of ids) publish({ type: 'conversation_removed', id })
    },
    async remove(ids) {
      for (const id of ids) {
        store.remove(id)
        publish({ type: 'conversation_removed', id })
        await nextTurn()
      }
    },
    handOver: handed.handOver,
    takeHandedOver: handed.take,
  }
}

/** Notes that go in one transaction: some milliseconds' work. */
const notesAtOnce = 20
const lineEnd = 0x0a
/** People look at progress no more often than this (milliseconds). */
const tellPauseMs = 100

/** The lines of a file; Node's own reader also ends them at U+2028 and U+2029, which JSON has within its texts. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest: Buffer[] = []
  const chunks: AsyncIterable<Buffer> = createReadStream(path)
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString('utf8')
      rest = []
      from = end + 1
    }
    rest.push(chunk.subarray(from))
  }
}
