import type { BlobStore } from '../changes/blobs'
import type { RetentionService } from '../changes/retention-service'
import type { ContactService } from '../contacts/service'
import type { ImportService } from '../data/import/service'
import type { DataService } from '../data/service'
import type { FileService } from '../files/service'
import type { Host } from '../host'
import type { HttpTools } from '../http-tools/service'
import type { EmbeddingService } from '../library/embedding/service'
import type { WatchedFolders } from '../library/watch/service'
import type { McpServers } from '../mcp/client/service'
import type { NotesService } from '../notes/service'
import { ownedPicture } from '../pictures/owned'
import type { EventHub } from '../publish'
import type { SequenceService } from '../sequences/service'
import type { Assistants } from '../services/assistants'
import type { Catalog } from '../services/catalog'
import type { Conversations } from '../services/conversations'
import type { FolderGrants } from '../services/folder-grants'
import type { Gate } from '../services/gate'
import type { Missions } from '../services/missions'
import type { SettingsService } from '../services/settings'
import type { TaskRunner } from '../tasks/running'
import type { TaskService } from '../tasks/service'
import type { AddingLibrary } from './add-to-library'
import type { CallsUnderWay } from './calls-under-way'
import type { Doctor } from './doctor'
import { createProcedures } from './procedures'
import { assistantRoutes } from './routes/assistants'
import { changeRoutes } from './routes/changes'
import { contactRoutes } from './routes/contacts'
import { conversationRoutes } from './routes/conversations'
import { dataRoutes } from './routes/data'
import { embeddingModelRoutes, embeddingRoutes } from './routes/embedding'
import { fileRoutes } from './routes/files'
import { httpToolRoutes } from './routes/http-tools'
import { libraryRoutes } from './routes/library'
import { mcpServerRoutes } from './routes/mcp-servers'
import { missionRoutes } from './routes/missions'
import { noteRoutes } from './routes/notes'
import { proposalRoutes } from './routes/proposals'
import { sequenceRoutes } from './routes/sequences'
import { settingsRoutes } from './routes/settings'
import { systemRoutes } from './routes/system'
import { taskRoutes } from './routes/tasks'
import { toolRoutes } from './routes/tools'
import { watchEvents } from './watch-events'

/** Everything that the procedures call. */
export interface RouterServices {
  readonly gate: Gate
  readonly catalog: Catalog
  readonly assistants: Assistants
  readonly conversations: Conversations
  readonly grants: FolderGrants
  readonly contacts: ContactService
  readonly embedding: EmbeddingService
  readonly files: Pick<FileService, 'find'>
  readonly imports: Pick<ImportService, 'handOver'>
  readonly library: AddingLibrary
  readonly httpTools: HttpTools
  readonly mcpServers: McpServers
  readonly missions: Missions
  readonly notes: NotesService
  readonly sequences: SequenceService
  readonly tasks: TaskService
  readonly taskRunner: TaskRunner
  readonly watchedFolders: WatchedFolders
  readonly settings: SettingsService
  readonly blobs: Pick<BlobStore, 'read'>
  readonly retention: RetentionService
  readonly data: DataService
  readonly hub: EventHub
  readonly calls: CallsUnderWay
  readonly host: Host
  readonly doctor: Doctor
  readonly version: string
  readonly dataFolder: string
  /** How another program starts the MCP server of this data folder. */
  readonly mcpCommand: readonly string[]
  /** Takes failures that are mistakes of the program. */
  readonly report: (error: unknown) => void
}

/** Implements the contract once for every transport. */
export function createRouter(services: RouterServices) {
  const { gate, retention, hub, calls } = services
  const os = createProcedures(services)

  return os.router({
    conversations: conversationRoutes(os, services.conversations),
    proposals: proposalRoutes(os, services),
    changes: changeRoutes(os, services),
    assistants: assistantRoutes(os, services.assistants),
    policies: {
      list: os.policies.list.handler(({ input }) => [...gate.policies(input.assistant)]),
      set: os.policies.set.handler(({ input, context }) => gate.setPolicy({ ...input, by: context.actor })),
    },
    grantsLedger: {
      list: os.grantsLedger.list.handler(({ input }) => [...gate.standingGrants(input.status)]),
      revoke: os.grantsLedger.revoke.handler(({ input, context }) =>
        gate.revokeStandingGrant({ id: input.id, by: context.actor }),
      ),
    },
    retention: {
      limits: os.retention.limits.handler(() => retention.limits()),
      usage: os.retention.usage.handler(() => retention.usage()),
      preview: os.retention.preview.handler(({ input }) => retention.preview(input.limits)),
      apply: os.retention.apply.handler(({ input, context }) =>
        retention.apply({ ...input, by: context.actor }),
      ),
    },
    contacts: contactRoutes(os, services),
    library: libraryRoutes(os, services),
    embedding: embeddingRoutes(os, services.embedding),
    embeddingModels: embeddingModelRoutes(os, services.embedding),
    httpTools: httpToolRoutes(os, services.httpTools),
    mcpServers: mcpServerRoutes(os, services.mcpServers, calls),
    missions: missionRoutes(os, services.missions),
    notes: noteRoutes(os, services),
    sequences: sequenceRoutes(os, services),
    tasks: taskRoutes(os, services),
    tools: toolRoutes(os, services),
    pictures: {
      get: os.pictures.get.handler(({ input }) => ownedPicture(services, input)),
    },
    files: fileRoutes(os, services),
    settings: settingsRoutes(os, services.settings),
    data: dataRoutes(os, services),
    system: systemRoutes(os, services),
    events: {
      watch: os.events.watch.handler(({ signal }) =>
        // A stream does not end with the calls: it tells their last events.
        watchEvents(hub, signal ?? new AbortController().signal, calls.ended),
      ),
    },
  })
}

/** The router's type, for clients in the same process. */
export type Router = ReturnType<typeof createRouter>
