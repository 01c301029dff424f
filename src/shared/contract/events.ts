import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { runEventSchema } from '../run/events'
import { assistantSchema } from './assistants'
import { procedure } from './base'
import { changeSchema, proposalLineSchema } from './changes'
import { conversationFolderSchema, conversationSummarySchema } from './conversation-list'
import { dataStatusSchema } from './data'
import { documentSchema } from './document'
import { embeddingStatusSchema } from './embedding'
import { localModelSchema } from './embedding-models'
import { grantSchema } from './files'
import { collectionSchema, watchedFolderSchema } from './library'
import { missionSchema } from './missions'
import { noteLineSchema } from './notes'
import { toolPolicySchema } from './policies'
import { retentionLimitsSchema } from './retention'
import { sequenceSchema } from './sequences'
import { modelStatusSchema, settingsSchema } from './settings'
import { standingGrantSchema } from './standing-grants'

/** Everything that main tells the page unasked. Whole records or lines of them, so that a missed one never leaves a half state. */
const appEventSchema = z.discriminatedUnion('type', [
  /** First of every stream: from here on nothing is missed. Ask for snapshots after it. */
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('run'), event: runEventSchema }),
  z.object({ type: z.literal('conversation'), conversation: conversationSummarySchema }),
  z.object({ type: z.literal('conversation_removed'), id: z.string() }),
  /** A person clicked a notification about it. */
  z.object({ type: z.literal('conversation_wanted'), id: z.string() }),
  z.object({ type: z.literal('conversation_folders'), folders: z.array(conversationFolderSchema) }),
  z.object({ type: z.literal('proposal'), proposal: proposalLineSchema }),
  z.object({ type: z.literal('change'), change: changeSchema }),
  z.object({ type: z.literal('document'), document: documentSchema }),
  z.object({ type: z.literal('document_removed'), id: z.string() }),
  z.object({ type: z.literal('note'), note: noteLineSchema }),
  z.object({ type: z.literal('note_removed'), id: z.string() }),
  z.object({ type: z.literal('collections'), collections: z.array(collectionSchema) }),
  z.object({ type: z.literal('watched_folders'), folders: z.array(watchedFolderSchema) }),
  z.object({ type: z.literal('grants'), grants: z.array(grantSchema) }),
  z.object({ type: z.literal('standing_grant'), grant: standingGrantSchema }),
  z.object({ type: z.literal('assistants'), assistants: z.array(assistantSchema) }),
  z.object({ type: z.literal('missions'), missions: z.array(missionSchema) }),
  /** Some came, went or changed: whoever shows any asks again. */
  z.object({ type: z.literal('contacts') }),
  /** Some came, went, changed or were begun: whoever shows any asks again. */
  z.object({ type: z.literal('tasks') }),
  /** The servers of other programs, or what they offer, changed: whoever shows any asks again, for the catalog too. */
  z.object({ type: z.literal('mcp_servers') }),
  /** Tools that ask an address came, went or changed: whoever shows any asks again, for the catalog too. */
  z.object({ type: z.literal('http_tools') }),
  z.object({ type: z.literal('sequences'), sequences: z.array(sequenceSchema) }),
  z.object({ type: z.literal('policy'), policy: toolPolicySchema }),
  z.object({ type: z.literal('settings'), settings: settingsSchema, model: modelStatusSchema }),
  z.object({ type: z.literal('retention'), limits: retentionLimitsSchema }),
  z.object({ type: z.literal('embedding'), status: embeddingStatusSchema }),
  z.object({ type: z.literal('data'), status: dataStatusSchema }),
  z.object({ type: z.literal('embedding_models'), models: z.array(localModelSchema) }),
  /** Not stored: how far a running tool is. */
  z.object({
    type: z.literal('tool_progress'),
    toolUseId: z.string(),
    done: z.number(),
    total: z.number().nullable(),
    note: z.string(),
  }),
])
/** See {@link appEventSchema}. */
export type AppEvent = z.infer<typeof appEventSchema>

/** The one stream of events. */
export const eventsContract = {
  watch: procedure.output(eventIterator(appEventSchema)),
}
