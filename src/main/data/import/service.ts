import type { ConversationSummary } from '../../../shared/contract/conversation-list'
import type { Database } from '../../db/open'
import { createHandedOver } from '../../files/handed-over'
import type { NotesService } from '../../notes/service'
import type { Publish } from '../../publish'
import { type Compared, compareWith } from './compare'
import { type EachImportedParts, eachImported } from './each-imported'
import { type FollowedHere, followedBy } from './follow'
import type { FoundImport, Imported } from './imported'
import { createImportedConversations, type ImportedConversations } from './imported-conversations'
import { createImportedNotes, type ImportedNotes } from './imported-notes'
import type { RecordImports } from './records'
import { createConversationStore } from './store-conversations'

/** What a person says of what they hand over. */
export interface HandedImport {
  /** Whether nobody else wrote the notes, contacts and tasks in it. */
  readonly own: boolean
}

/** Imports as their tool sees them. */
export interface ImportService extends ImportedConversations, ImportedNotes {
  /** Reads what lies at a canonical path, and stores nothing. */
  look(path: string, signal: AbortSignal): Promise<FoundImport>
  /** Tells of each thing that was found whether it is there, and the id that it has or would have. */
  compare(found: Pick<FoundImport, 'items'>): Promise<readonly Compared[]>
  /** How what those that come name is found here; throws `conflict` where tasks can't stand as they would. */
  follow(compared: readonly Compared[]): FollowedHere
  /** Reads it again and hands over one after the other; `take` tells how far it is by what it resolves to. */
  each(
    path: string,
    signal: AbortSignal,
    take: (one: Imported) => Promise<number>,
    total: number,
  ): Promise<void>
  readonly notes: Pick<NotesService, 'note' | 'keepNote' | 'keptNote'>
  readonly records: RecordImports
  /** A person handed over this path in the window, for one call; answers how to forget it again. */
  handOver(path: string, handed: HandedImport): () => void
  /** Once for each time that the path was handed over; then null. */
  takeHandedOver(path: string): HandedImport | null
}

/** Files are read in the data worker, and what is in them is stored here, in steps that hold nobody up. */
export function createImports(
  parts: EachImportedParts & {
    readonly db: Database
    readonly notes: NotesService
    readonly records: RecordImports
    /** How a conversation stands in the lists; null for one that is in the trash. */
    readonly summary: (id: string) => ConversationSummary | null
    readonly publish: Publish
    /** Milliseconds since 1970. */
    readonly now: () => number
  },
): ImportService {
  const { db, notes, records, client, runJob, summary, publish, now } = parts
  const store = createConversationStore(db)
  const handed = createHandedOver<HandedImport>()
  return {
    ...{ notes, records },
    ...createImportedConversations({ store, summary, publish, now }),
    ...createImportedNotes(notes),
    look: (path, signal) =>
      runJob('import', path, signal, (control) => client.import({ path, into: null }, control)),
    compare: (found) => compareWith({ conversations: store, notes, records }, found),
    follow: (compared) => followedBy(records, compared),
    each: (path, signal, take, total) => eachImported(parts, path, signal, take, total),
    handOver: handed.handOver,
    takeHandedOver: handed.take,
  }
}
