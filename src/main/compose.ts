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
import type { DataFolder } from './data-folder'
import { createAssistantNames } from './db/assistants'
import type { Database } from './db/open'
import type { WorkerFiles } from './entry-folder'
import { createFolderGrants } from './files/grants'
import { createFileService } from './files/service'
import type { Host } from './host'
import { createHttpTools } from './http-tools/service'
import { type CatalogueModel, localModelCatalogue } from './library/embedding/local/catalogue'
import { createEmbedding } from './library/embedding/service'
import { createExtractPool } from './library/extract-pool'
import { createLibrary } from './library/service'
import { createWatchedFolders } from './library/watch/service'
import { createMcpServers } from './mcp/client/service'
import { createMissions } from './missions/service'
import type { KnownServer } from './model/local-servers'
import { createNotes } from './notes/service'
import { createPictures } from './pictures/service'
import { createEventHub } from './publish'
import { createScripts } from './sequences/scripts'
import { createSequences } from './sequences/service'
import { createProposalLifetime } from './settings/proposal-lifetime'
import { createRecognitionChoice } from './settings/recognition-choice'
import { createSettings, firstCollectionName } from './settings/service'
import { createTaskRunner } from './tasks/running'
import { createTasks } from './tasks/service'
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

/** Builds every service on an open database and wires them: nothing is at work yet, and each is ended by its `close`. */
export function composeServices(
  options: Omit<CoreOptions, 'roots'> & {
    readonly db: Database
    /** Takes failures that are mistakes of the program. */
    readonly report: (error: unknown) => void
  },
) {
  const { db, folder, host, environment, report } = options
  const now = () => new Date()
  /** The same in milliseconds since 1970. */
  const nowMs = () => now().getTime()
  const audit = createAudit(db, now)
  const hub = createEventHub(report)
  const { publish } = hub

  const blobs = createBlobStore(folder.blobs)
  const grants = createFolderGrants({ db, publish, dataFolder: folder.root, audit })
  // Its own lane: a file that is read does not wait for a folder that is being added. Threads start when needed.
  const readers = createExtractPool({ workerUrl: options.workers.extract, size: 1 })
  const pictures = createPictures({ blobs, draw: readers.picture })
  const files = createFileService({
    db,
    blobs,
    grants,
    folder,
    pictures,
    startedFrom: () => mcpServers.startedFrom(),
    extract: async (path, name, signal) => (await readers.extract(path, name, { signal })).document,
  })
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
    publish,
    now: nowMs,
    workers: options.workers,
    queryVector: embedding.queryVector,
    recognition: createRecognitionChoice(db),
    firstCollection: firstCollectionName(db),
  })
  const commands = createCommandService({
    workingFolder: files.workingFolder,
    resolveReadable: files.resolveReadable,
    protectedInside: files.protectedInside,
    ownFolders: files.ownFolders,
    grants: grants.list,
    environment,
  })
  const watchedFolders = createWatchedFolders({
    ...{ db, library, files, publish, report },
    audit,
    now: nowMs,
  })
  const notes = createNotes({ db, blobs, publish, now: nowMs })
  const tasks = createTasks({
    db,
    blobs,
    publish,
    now: nowMs,
    assistants: createAssistantNames(db),
  })
  const german = loadGermanTools()
  const settings = createSettings({
    db,
    toolWords: { en: loadEnglishTools(), de: german },
    secrets: host.secrets,
    environment,
    publish,
    localServers: options.localServers,
    countDocuments: () => library.documents({ status: 'all', limit: 1 }).total,
    languageChosen: () => assistants.followLanguage(),
  })
  const contacts = createContacts({
    ...{ db, blobs, publish, language: settings.language },
    now: nowMs,
  })
  const modelsAtWork = createModelsAtWork()
  const summaries = createDocumentSummaries({ settings, modelsAtWork })
  const web = createWebService({ named: createNamedHosts(db), store: { blobs } })
  const reached = {
    ...{ db, pictures, publish, requireCountersigner },
    secrets: host.secrets,
    named: createNamedHosts(db),
    audit,
    now: nowMs,
  }
  const mcpServers = createMcpServers({ ...reached, environment })
  const httpTools = createHttpTools(reached)
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
  const ownTools = loadRegistry(
    {
      commands,
      contacts,
      files,
      imports,
      library,
      notes,
      watchedFolders,
      summaries,
      tasks,
      web,
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
    db,
    gate,
    assistants,
    catalog: registry.catalog,
    settings,
    grants,
    collections: library.collections,
    readPicture: blobs.read,
    pictures,
    modelsAtWork,
    scripts: createScripts({ db, catalog: registry.catalog, language: settings.language }),
    publish,
    now,
    // A command ends with its run.
    makesTitles: host.kind !== 'command_line',
  })

  const taskRunner = createTaskRunner({
    ...{ db, tasks, conversations, publish },
    now: nowMs,
    language: settings.language,
  })
  const sequences = createSequences({
    ...{ db, gate, conversations, audit, publish },
    catalog: registry.catalog,
    now: nowMs,
    language: settings.language,
  })
  const missions = createMissions({
    ...{ db, assistants, conversations, audit, publish, report },
    locale: settings.locale,
  })

  const data = createDataService({
    ...{ db, folder, inTurn: gate.inTurn, application: version, publish, now },
    worker: options.workers.data,
    exportData: createExport({
      ...{ contacts, conversations, library, missions, notes, tasks, blobs, gate, assistants, settings, now },
      ...{ httpTools, mcpServers, sequences },
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
