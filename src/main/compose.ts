import { version } from '../../package.json'
import { createConversations } from './agent/conversations'
import { createGate } from './agent/gate'
import { discoverTools } from './agent/registry'
import { createBlobStore } from './changes/blobs'
import { createDataFolder, type DataFolder } from './data-folder'
import { checkDatabase } from './db/health'
import { openDatabase } from './db/open'
import { createFolderGrants } from './files/grants'
import { createFileService } from './files/service'
import type { Host } from './host'
import { removeSpentUploads } from './http/spent-uploads'
import { createLibrary } from './library/service'
import { createEventHub, type EventHub } from './publish'
import { createDoctor } from './rpc/doctor'
import { createRouter, type Router } from './rpc/router'
import { serveSocket } from './rpc/serve-socket'
import { createSettings } from './settings/service'

/** The running core: everything behind the contract. */
export interface Core {
  readonly router: Router
  readonly hub: EventHub
  /** Ends running work in good order and closes the database; the folder's lock is the caller's. */
  close(): Promise<void>
}

/** Opens the database, builds every service and wires them; the caller holds the folder's lock. */
export async function openCore(options: {
  readonly folder: DataFolder
  readonly host: Host
  readonly environment: NodeJS.ProcessEnv
  readonly roots: readonly string[]
  readonly workers: { readonly extract: string; readonly index: string }
}): Promise<Core> {
  const { folder, host, environment } = options
  createDataFolder(folder)
  const db = openDatabase(folder.database)
  const now = () => new Date()
  const hub = createEventHub((error) => console.error(error))
  const { publish } = hub
  return { router: null as never, hub, close: async () => db.close() }
}
