import type { Catalog, Conversations, FolderGrants, Gate, SettingsService } from './services'
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
  readonly gate: Gate
  readonly conversations: Conversations
  readonly settings: SettingsService
  readonly grants: FolderGrants
  readonly catalog: Catalog
  close(): Promise<void>
}
