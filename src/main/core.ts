import { version } from '../../package.json'
import { removeLeavingBeside } from './changes/leaving-trash'
import { applyRetentionDaily, type RetentionParts, removeHalfWritten } from './changes/retention'
import { type CoreOptions, composeServices, type Services } from './compose'
import { finishRestore } from './data/pending-restore'
import { checkDatabase } from './db/health'
import { neededUploads } from './db/needed-uploads'
import { type Database, openDatabase } from './db/open'
import { restoredFrom } from './db/restored'
import { storedOriginals } from './db/retention'
import { lookAtClock, trustedTime } from './db/trusted-time'
import { createDataFolder, type DataFolder } from './disk/data-folder'
import { keepHouseHourly, whereWritable } from './disk/housekeeping'
import { removeSpentUploads } from './http/spent-uploads'
import { mcpCommand } from './mcp/mcp-command'
import type { EventHub } from './publish'
import { type CallsUnderWay, createCallsUnderWay } from './rpc/calls-under-way'
import { createDoctor } from './rpc/doctor'
import { createRouter, type Router } from './rpc/router'
import { type SocketServer, serveSocket } from './rpc/serve-socket'

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

/** Where calls come in. */
interface Entrance {
  readonly router: Router
  readonly calls: CallsUnderWay
  readonly socket: SocketServer
}

/** All that has to be ended, as far as a start came. */
interface Open {
  readonly db: Database
  services?: Services
  stopCleaning?: () => void
  entrance?: Entrance
  stopHousekeeping?: () => void
  stopRemoving?: () => Promise<void>
}

/** Opens the database, takes up what was at work, and lets calls in; the caller holds the folder's lock. */
export async function openCore(options: CoreOptions): Promise<Core> {
  const { folder } = options
  createDataFolder(folder)
  await finishRestore(folder)
  const open: Open = { db: openDatabase(folder.database) }
  try {
    const services = composeServices({ ...options, db: open.db, report })
    open.services = services
    await recover(options, open.db, services)
    const { data, hub } = services
    const neededOf = (names: readonly string[]) => neededUploads(open.db, names)
    open.stopCleaning = removeSpentUploads(folder.uploads, hub, neededOf, data.isReading)
    await takeUpWork(options, open.db, services)
    open.entrance = await letCallsIn(options, open.db, services)
    open.stopHousekeeping = keepHouse(options, open.db, services)
    open.stopRemoving = removeLeavingBeside(folder.trash, report)
    const { conversations, settings } = services
    return {
      router: open.entrance.router,
      hub,
      language: settings.language,
      idle: () => conversations.idle(),
      close: () => end(open),
    }
  } catch (error) {
    // Whoever takes the folder next must find nothing of this attempt open; what kept it from starting is what is told.
    await end(open).catch(report)
    throw error
  }
}

/** Comes before anything new: what a crash left under way is rolled back first. */
async function recover({ folder, roots }: CoreOptions, db: Database, services: Services): Promise<void> {
  const { gate, grants } = services
  await removeHalfWritten(folder)
  await gate.recover()
  const { always, works } = houseWorks(db, services, keptIn(folder, db, services))
  for (const work of [...always, ...works]) await whereWritable(report, work)
  for (const root of roots) await grants.grant(root, 'read_write', 'flag')
}

async function takeUpWork({ host }: CoreOptions, db: Database, services: Services): Promise<void> {
  const { conversations, embedding, gate, library, missions, watchedFolders } = services
  const stays = host.kind !== 'command_line'
  library.resume()
  embedding.resume({ stays })
  // A command ends too soon to look after folders, and asks the library once at most.
  if (stays) {
    watchedFolders.start(gate.call)
    library.openForSearches()
  }
  // What was at work when a backup was made is not taken up again by restoring it, now or later.
  const restoredAt = restoredFrom(db)?.restoredAt ?? 0
  conversations.resume({ stays, restoredAt })
  await missions.start({ stays })
}

async function letCallsIn(
  { folder, host, environment }: CoreOptions,
  db: Database,
  services: Services,
): Promise<Entrance> {
  const { registry } = services
  const calls = createCallsUnderWay()
  const doctor = createDoctor({
    ...services,
    ...{ version, folder },
    databaseHealth: () => checkDatabase(db),
    originals: () => storedOriginals(db),
    secrets: host.secrets,
    pageBrowsers: host.pageBrowsers,
  })
  const router = createRouter({
    ...services,
    ...{ calls, host, doctor, version, report },
    catalog: registry.catalog,
    dataFolder: folder.root,
    mcpCommand: mcpCommand(folder.root, environment),
  })
  return { router, calls, socket: await serveSocket(folder.socket, router) }
}

/** An application that stays open for weeks must not keep everything until it is started anew. */
function keepHouse({ folder }: CoreOptions, db: Database, services: Services): () => void {
  const { data, gate, library } = services
  const kept = { ...keptIn(folder, db, services), documentsGone: library.removeLetGo }
  return keepHouseHourly({
    ...{ inTurn: gate.inTurn, report },
    // What is brought in for a change or a document is named by nothing until that is done.
    isNeeded: () => data.isReading() || gate.isApprovedUnderWay(),
    ...houseWorks(db, services, kept),
  })
}

type Works = readonly (() => Promise<unknown>)[]

/** What is done at each start and once an hour. */
function houseWorks(
  db: Database,
  { conversations, gate }: Services,
  kept: Omit<RetentionParts, 'now'>,
): { readonly always: Works; readonly works: Works } {
  return {
    // The clock comes first: what goes by its age counts to what was seen of it.
    always: [
      async () => lookAtClock(db, Date.now()),
      async () => gate.endOverdueGrants(),
      async () => gate.lookAtWaiting(),
    ],
    works: [
      () => applyRetentionDaily({ ...kept, now: trustedTime(db, Date.now()) }),
      async () => conversations.emptyTrash(),
    ],
  }
}

/** What retention looks after. */
function keptIn(folder: DataFolder, db: Database, { audit, registry }: Services) {
  return { db, folder, audit, broughtBack: registry.broughtBack }
}

/** Ends what asks before what is asked. */
async function end({
  db,
  services,
  entrance,
  stopCleaning,
  stopHousekeeping,
  stopRemoving,
}: Open): Promise<void> {
  stopHousekeeping?.()
  const removed = stopRemoving?.()
  entrance?.socket.stopListening()
  if (services !== undefined) {
    const { conversations, data, gate, missions } = services
    gate.stopAllApproved()
    await Promise.all([data.close(), missions.close(), entrance?.calls.close(), conversations.close()])
    await entrance?.socket.close()
    const { commands, importClient, mcpServers, watchedFolders } = services
    await Promise.all([commands.close(), mcpServers.close(), importClient.close()])
    await watchedFolders.close()
    // What a full disk does not take even now is found and written by the next start.
    await gate.idle().catch(report)
    const { embedding, library, readers } = services
    await Promise.all([library.close(), readers.close(), embedding.close()])
  }
  stopCleaning?.()
  await removed
  db.close()
}

/** Takes what nobody else can be told: it goes to the log. */
function report(error: unknown): void {
  console.error(error)
}
