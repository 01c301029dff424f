import { version } from '../../package.json'
import { createConversations } from './agent/conversations'
import { createDocumentSummaries } from './agent/document-summary/service'
import { createGate } from './agent/gate'
import { requireCountersigner } from './agent/gate/deciding'
import { createModelsAtWork } from './agent/models-at-work'
import { loadEnglishTools, loadGermanTools, loadRegistry } from './agent/registry'
import { withForeignTools } from './agent/registry-foreign'
import { createAssistants } from './assistants/service'
import { createAudit } from './changes/audit'
import { createBlobStore } from './changes/blobs'
import { retentionLimits } from './changes/retention'
import { createRetention } from './changes/retention-service'
import { createUndoEnded } from './changes/undo-ended'
import { createCommandService } from './commands/service'
import { createContacts } from './contacts/service'
import { createExport } from './data/export/export-data'
import { createRecordImports } from './data/import/records'
import { createImports } from './data/import/service'
import { createDataService } from './data/service'
import { createDataClient } from './data/worker-client'
import { createAssistantNames } from './db/assistants'
import type { Database } from './db/open'
import type { DataFolder } from './disk/data-folder'
import type { StartedFrom } from './files/acted-on'
import { createFolderGrants } from './files/grants'
import { createFileService, type FileService } from './files/service'
import type { Host } from './host'
import { createHttpTools } from './http-tools/service'
import { type CatalogueModel, localModelCatalogue } from './library/embedding/local/catalogue'
import { createEmbedding } from './library/embedding/service'
import { createLibrary } from './library/service'
import { createExtractPool } from './library/threads/extract-pool'
import { createWatchedFolders } from './library/watch/service'
import { createMcpServers } from './mcp/client/service'
import { createMissions } from './missions/service'
import type { KnownServer } from './model/local-servers'
import { createNotes } from './notes/service'
import { createPictures } from './pictures/service'
import { createEventHub } from './publish'
import { createScripts } from './sequences/scripts'
import { createSequences } from './sequences/service'
import type { Assistants } from './services/assistants'
import type { Catalog } from './services/catalog'
import type { Conversations } from './services/conversations'
import type { Gate } from './services/gate'
import type { SettingsService } from './services/settings'
import { createPageScriptsChoice } from './settings/page-scripts-choice'
import { createProposalLifetime } from './settings/proposal-lifetime'
import { createRecognitionChoice } from './settings/recognition-choice'
import { createSettings, firstCollectionName } from './settings/service'
import type { WorkerFiles } from './start/entry-folder'
import { createTaskRunner } from './tasks/running'
import { createTasks, type TaskService } from './tasks/service'
import { createNamedHosts } from './web/named-hosts'
import { createWebService } from './web/service'

/** What a core is opened with. */
export interface CoreOptions {
  readonly folder: DataFolder
  readonly host: Host
  readonly environment: NodeJS.ProcessEnv
  readonly roots: readonly string[]
  readonly workers: WorkerFiles
  /** Models that can run on this machine. */
  readonly localModels?: readonly CatalogueModel[]
  /** Where other programs may serve models here. */
  readonly localServers?: readonly KnownServer[] | undefined
}

/** Every service, wired; see {@link composeServices}. */
export type Services = ReturnType<typeof composeServices>

/** What every service is made with. */
type ComposeOptions = Omit<CoreOptions, 'roots'> & {
  readonly db: Database
  /** Takes failures that are mistakes of the program. */
  readonly report: (error: unknown) => void
}

/** Builds every service on an open database and wires them: nothing is at work yet, and each is ended by its `close`. */
export function composeServices(options: ComposeOptions) {
  const { db, folder, host } = options
  const basics = composeBasics(options)
  const { audit, blobs, hub, now, nowMs, pictures, publish, readers } = basics
  const { files, grants } = composeFiles(options, basics, () => mcpServers.startedFrom())
  const { embedding, library, watchedFolders } = composeLibrary(options, basics, files, () =>
    data.isReading(),
  )
  const german = loadGermanTools()
  const settings = createSettings({
    db,
    toolWords: { en: loadEnglishTools(), de: german },
    secrets: host.secrets,
    environment: options.environment,
    publish,
    localServers: options.localServers,
    countDocuments: () => library.documents({ status: 'all', limit: 1 }).total,
    languageChosen: () => assistants.followLanguage(),
  })
  const { contacts, notes, tasks } = composeRecords(options, basics, settings)
  const { commands, httpTools, mcpServers, web } = composeReach(options, basics, { files, grants })
  const importClient = createDataClient(options.workers.data)
  const imports = createImports({
    ...{ db, notes, publish },
    records: createRecordImports({ contacts, tasks, blobs }),
    client: importClient,
    folder: folder.uploads,
    runJob: (...job) => data.run(...job),
    summary: (id) => conversations.summary(id),
    now: nowMs,
  })

  const modelsAtWork = createModelsAtWork()
  const summaries = createDocumentSummaries({ settings, modelsAtWork })
  const ownTools = loadRegistry(
    {
      ...{ commands, contacts, files, imports, library, notes, watchedFolders, summaries, tasks, web },
      now,
    },
    german,
  )
  const registry = withForeignTools(ownTools, [mcpServers.foreign, httpTools.foreign])
  const gate = createGate({
    ...{ db, registry, publish, now },
    undoEnded: createUndoEnded({ db, folder, broughtBack: registry.broughtBack }),
    proposalLifetimeMs: createProposalLifetime(db),
  })
  const retention = createRetention({
    ...{ db, folder, audit, now, requireCountersigner, broughtBack: registry.broughtBack },
    documentsGone: library.removeLetGo,
    publish,
    inTurn: (work) =>
      gate.inTurn(() => {
        data.requireNotReading()
        return work()
      }),
  })

  const assistants = createAssistants({
    ...{ db, blobs, pictures, gate, library, audit, settings, publish },
    catalog: registry.catalog,
    now: nowMs,
    language: settings.language,
  })
  const conversations = createConversations({
    ...{ db, gate, assistants, settings, grants, pictures, modelsAtWork, publish, now },
    catalog: registry.catalog,
    collections: library.collections,
    readPicture: blobs.read,
    scripts: createScripts({ db, catalog: registry.catalog, language: settings.language }),
    // A command ends with its run.
    makesTitles: host.kind !== 'command_line',
  })
  const { missions, sequences, taskRunner } = composeStandingWork(options, basics, {
    ...{ assistants, conversations, gate, settings, tasks },
    catalog: registry.catalog,
  })

  const data = createDataService({
    ...{ db, folder, inTurn: gate.inTurn, application: version, publish, now },
    worker: options.workers.data,
    exportData: createExport({
      ...{ contacts, conversations, library, missions, notes, tasks, blobs, gate, assistants, settings, now },
      ...{ httpTools, mcpServers, sequences, uploads: folder.uploads },
      limits: () => retentionLimits(db),
      grants: grants.list,
      watchedFolders: watchedFolders.list,
      application: version,
      language: settings.language,
    }),
  })

  return {
    ...{ assistants, audit, blobs, commands, contacts, conversations, data, embedding, files, gate, grants },
    ...{ httpTools, hub, importClient, imports, library, mcpServers, missions, notes, readers, registry },
    ...{ retention, sequences, settings, taskRunner, tasks, watchedFolders },
  }
}

type Basics = ReturnType<typeof composeBasics>

/** What nearly all others need: the time, the record, the events, and what is kept by its content. */
function composeBasics({ db, folder, workers, report }: ComposeOptions) {
  const now = () => new Date()
  const hub = createEventHub(report)
  const blobs = createBlobStore(folder.blobs)
  // Its own lane: a file that is read does not wait for a folder that is being added. Threads start when needed.
  const readers = createExtractPool({ workerUrl: workers.extract, size: 1 })
  return {
    ...{ now, hub, blobs, readers },
    /** The same in milliseconds since 1970. */
    nowMs: () => now().getTime(),
    audit: createAudit(db, now),
    publish: hub.publish,
    pictures: createPictures({ blobs, draw: readers.picture }),
  }
}

/** Granted folders, and the files in them. */
function composeFiles(
  { db, folder }: ComposeOptions,
  { audit, blobs, pictures, publish, readers }: Basics,
  startedFrom: () => readonly StartedFrom[],
) {
  const grants = createFolderGrants({ db, publish, dataFolder: folder.root, audit })
  const files = createFileService({
    ...{ db, blobs, grants, folder, pictures, startedFrom },
    extract: async (path, name, signal) => (await readers.extract(path, name, { signal })).document,
  })
  return { files, grants }
}

/** The library, what finds in it by meaning, and the folders that it follows. */
function composeLibrary(options: ComposeOptions, basics: Basics, files: FileService, areRead: () => boolean) {
  const { db, folder, host, report } = options
  const { audit, blobs, hub, nowMs, publish } = basics
  const embedding = createEmbedding({
    db,
    dbPath: folder.database,
    secrets: host.secrets,
    hub,
    worker: options.workers.embed,
    local: {
      catalogue: options.localModels ?? localModelCatalogue,
      folder: folder.models,
      worker: options.workers.infer,
    },
    now: nowMs,
    report,
  })
  const library = createLibrary({
    db,
    dbPath: folder.database,
    blobs,
    uploads: folder.uploads,
    areRead,
    publish,
    now: nowMs,
    workers: options.workers,
    queryVector: embedding.queryVector,
    recognition: createRecognitionChoice(db),
    firstCollection: firstCollectionName(db),
  })
  const watchedFolders = createWatchedFolders({
    ...{ db, library, files, publish, report, audit },
    now: nowMs,
  })
  return { embedding, library, watchedFolders }
}

/** What people and assistants write down. */
function composeRecords(
  { db }: ComposeOptions,
  { blobs, nowMs, publish }: Basics,
  { language }: Pick<SettingsService, 'language'>,
) {
  const parts = { db, blobs, publish, now: nowMs }
  return {
    notes: createNotes(parts),
    tasks: createTasks({ ...parts, assistants: createAssistantNames(db) }),
    contacts: createContacts({ ...parts, language }),
  }
}

/** What reaches out of the application: programs, the web, other servers. */
function composeReach(
  { db, environment, host }: ComposeOptions,
  { audit, blobs, nowMs, pictures, publish }: Basics,
  { files, grants }: ReturnType<typeof composeFiles>,
) {
  const named = createNamedHosts(db)
  const parts = {
    ...{ db, pictures, publish, requireCountersigner, named, audit },
    secrets: host.secrets,
    now: nowMs,
  }
  return {
    commands: createCommandService({
      workingFolder: files.workingFolder,
      resolveReadable: files.resolveReadable,
      protectedInside: files.protectedInside,
      ownFolders: files.ownFolders,
      grants: grants.list,
      environment,
    }),
    web: createWebService({
      ...{ named, store: { blobs } },
      scripts: { browsers: host.pageBrowsers, wanted: createPageScriptsChoice(db) },
    }),
    mcpServers: createMcpServers({ ...parts, environment }),
    httpTools: createHttpTools(parts),
  }
}

/** Work that conversations are begun for: tasks, sequences, missions. */
function composeStandingWork(
  { db, report }: ComposeOptions,
  { audit, nowMs, publish }: Basics,
  parts: {
    readonly assistants: Assistants
    readonly catalog: Catalog
    readonly conversations: Conversations
    readonly gate: Gate
    readonly settings: SettingsService
    readonly tasks: TaskService
  },
) {
  const { assistants, catalog, conversations, gate, settings, tasks } = parts
  const { language, locale } = settings
  return {
    taskRunner: createTaskRunner({ ...{ db, tasks, conversations, publish, language }, now: nowMs }),
    sequences: createSequences({
      ...{ db, gate, conversations, audit, publish, catalog, language },
      now: nowMs,
    }),
    missions: createMissions({ db, assistants, conversations, audit, publish, report, locale }),
  }
}
