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
import { applyRetentionDaily, removeHalfWritten, retentionLimits } from './changes/retention'
import { createRetention } from './changes/retention-service'
import { createUndoEnded } from './changes/undo-ended'
import { createCommandService } from './commands/service'
import { createContacts } from './contacts/service'
import { createExport } from './data/export/export-data'
import { createRecordImports } from './data/import/records'
import { createImports } from './data/import/service'
import { finishRestore } from './data/pending-restore'
import { createDataService } from './data/service'
import { createDataClient } from './data/worker-client'
import { createDataFolder, type DataFolder } from './data-folder'
import { createAssistantNames } from './db/assistants'
import { checkDatabase } from './db/health'
import { openDatabase } from './db/open'
import { restoredFrom } from './db/restored'
import { storedOriginals } from './db/retention'
import type { WorkerFiles } from './entry-folder'
import { createFolderGrants } from './files/grants'
import { createFileService } from './files/service'
import type { Host } from './host'
import { keepHouseHourly, whereWritable } from './housekeeping'
import { removeSpentUploads } from './http/spent-uploads'
import { createHttpTools } from './http-tools/service'
import { type CatalogueModel, localModelCatalogue } from './library/embedding/local/catalogue'
import { createEmbedding } from './library/embedding/service'
import { createExtractPool } from './library/extract-pool'
import { createLibrary } from './library/service'
import { createWatchedFolders } from './library/watch/service'
import { createMcpServers } from './mcp/client/service'
import { mcpCommand } from './mcp/mcp-command'
import { createMissions } from './missions/service'
import type { KnownServer } from './model/local-servers'
import { createNotes } from './notes/service'
import { createPictures } from './pictures/service'
import { createEventHub, type EventHub } from './publish'
import { createCallsUnderWay } from './rpc/calls-under-way'
import { createDoctor } from './rpc/doctor'
import { createRouter, type Router } from './rpc/router'
import { serveSocket } from './rpc/serve-socket'
import { createScripts } from './sequences/scripts'
import { createSequences } from './sequences/service'
import { createProposalLifetime } from './settings/proposal-lifetime'
import { createRecognitionChoice } from './settings/recognition-choice'
import { createSettings, firstCollectionName } from './settings/service'
import { createTaskRunner } from './tasks/running'
import { createTasks } from './tasks/service'
import { createNamedHosts } from './web/named-hosts'
import { createWebService } from './web/service'

/** The running core: everything behind the contract. */
export interface Core {
  readonly router: Router
  readonly hub: EventHub
  /** In which language main writes. */
  readonly language: () => 'en' | 'de'
  /** Resolves when no run is at work. */
  idle(): Promise<void>
  /**
   * Takes no more calls, answers those under way, ends running work in good order and closes the database; the
   * folder's lock is the caller's.
   */
  close(): Promise<void>
}

/** Opens the database, builds every service and wires them; the caller holds the folder's lock. */
export async function openCore(options: {
  readonly folder: DataFolder
  readonly host: Host
  readonly environment: NodeJS.ProcessEnv
  readonly roots: readonly string[]
  readonly workers: WorkerFiles
  /** Models that can run on this machine. */
  readonly localModels?: readonly CatalogueModel[]
  /** Where other programs may serve models here. */
  readonly localServers?: readonly KnownServer[] | undefined
}): Promise<Core> {
  const { folder, host, environment } = options
  createDataFolder(folder)
  await finishRestore(folder)
  const now = () => new Date()
  const report = (error: unknown) => console.error(error)
  const hub = createEventHub(report)
  const { publish } = hub

  const db = openDatabase(folder.database)
  const blobs = createBlobStore(folder.blobs)
  const grants = createFolderGrants({ db, publish, dataFolder: folder.root, audit: createAudit(db, now) })
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
    now: () => now().getTime(),
    report,
  })
  const library = createLibrary({
    db,
    dbPath: folder.database,
    blobs,
    uploads: folder.uploads,
    publish,
    now: () => now().getTime(),
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
    audit: createAudit(db, now),
    now: () => now().getTime(),
  })
  const notes = createNotes({ db, blobs, publish, now: () => now().getTime() })
  const tasks = createTasks({
    db,
    blobs,
    publish,
    now: () => now().getTime(),
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
    now: () => now().getTime(),
  })
  const modelsAtWork = createModelsAtWork()
  const summaries = createDocumentSummaries({ settings, modelsAtWork })
  const web = createWebService({ named: createNamedHosts(db), store: { blobs } })
  const reached = {
    ...{ db, pictures, publish, requireCountersigner },
    secrets: host.secrets,
    named: createNamedHosts(db),
    audit: createAudit(db, now),
    now: () => now().getTime(),
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
    now: () => now().getTime(),
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
  const audit = createAudit(db, now)
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
    now: () => now().getTime(),
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
    now: () => now().getTime(),
    language: settings.language,
  })
  const sequences = createSequences({
    ...{ db, gate, conversations, audit, publish },
    catalog: registry.catalog,
    now: () => now().getTime(),
    language: settings.language,
  })
  const missions = createMissions({
    ...{ db, assistants, conversations, audit, publish, report },
    language: settings.language,
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

  const start = async (): Promise<Core> => {
    // Recovery comes before anything new: what a crash left under way is rolled back first.
    await removeHalfWritten(folder)
    await gate.recover()
    const kept = { db, folder, audit, broughtBack: registry.broughtBack }
    const emptyTrash = async () => conversations.emptyTrash()
    await whereWritable(report, () => applyRetentionDaily({ ...kept, now: now().getTime() }))
    await whereWritable(report, emptyTrash)
    for (const root of options.roots) await grants.grant(root, 'read_write', 'flag')
    const stopCleaning = removeSpentUploads(folder.uploads, hub, unfinishedSources(library))
    library.resume()
    embedding.resume({ stays: host.kind !== 'command_line' })
    // A command ends too soon to look after folders, and asks the library once at most.
    if (host.kind !== 'command_line') {
      watchedFolders.start(gate.call)
      library.openForSearches()
    }
    // What was at work when a backup was made is not taken up again by restoring it, now or later.
    const restoredAt = restoredFrom(db)?.restoredAt ?? 0
    conversations.resume({ stays: host.kind !== 'command_line', restoredAt })
    await missions.start({ stays: host.kind !== 'command_line' })

    const doctor = createDoctor({
      version,
      folder,
      gate,
      grants,
      settings,
      retention,
      databaseHealth: () => checkDatabase(db),
      library,
      originals: () => storedOriginals(db),
      blobs,
      embedding,
    })
    const calls = createCallsUnderWay()
    const router = createRouter({
      gate,
      catalog: registry.catalog,
      assistants,
      contacts,
      conversations,
      files,
      grants,
      imports,
      library,
      embedding,
      httpTools,
      mcpServers,
      missions,
      notes,
      sequences,
      tasks,
      taskRunner,
      watchedFolders,
      settings,
      blobs,
      retention,
      data,
      hub,
      calls,
      host,
      doctor,
      version,
      dataFolder: folder.root,
      mcpCommand: mcpCommand(folder.root, environment),
      report,
    })
    const socket = await serveSocket(folder.socket, router)
    // An application that stays open for weeks must not keep everything until it is started anew.
    const stopHousekeeping = keepHouseHourly({
      ...{ inTurn: gate.inTurn, report },
      // What is brought in for a change is named by nothing until that has its turn.
      isNeeded: () => data.isReading() || gate.isGathering(),
      works: [
        () => applyRetentionDaily({ ...kept, documentsGone: library.removeLetGo, now: now().getTime() }),
        emptyTrash,
      ],
    })
    return {
      router,
      hub,
      language: settings.language,
      idle: () => conversations.idle(),
      async close() {
        stopHousekeeping()
        socket.stopListening()
        gate.stopGatherings()
        await Promise.all([data.close(), missions.close(), calls.close(), conversations.close()])
        await socket.close()
        await Promise.all([commands.close(), mcpServers.close(), importClient.close()])
        await watchedFolders.close()
        await gate.idle()
        await Promise.all([library.close(), readers.close(), embedding.close()])
        stopCleaning()
        db.close()
      },
    }
  }
  try {
    return await start()
  } catch (error) {
    // Whoever takes the folder next must find nothing of this attempt open.
    await data.close()
    await Promise.all([missions.close(), conversations.close(), importClient.close()])
    await watchedFolders.close()
    await Promise.all([library.close(), embedding.close()])
    db.close()
    throw error
  }
}

function unfinishedSources(library: ReturnType<typeof createLibrary>): string[] {
  const everyUnfinished = 1_000_000
  const pending = library.documents({ status: 'pending', limit: everyUnfinished }).documents
  const failed = library.documents({ status: 'error', limit: everyUnfinished }).documents
  return [...pending, ...failed].map((document) => document.source)
}
