import {
  forgetMcpTool,
  insertMcpTool,
  listMcpTools,
  offerMcpTool,
  type StoredMcpServer,
  type StoredMcpTool,
} from '../../db/mcp-servers'
import type { Database } from '../../db/open'
import { inTransaction } from '../../db/open'
import type { Listing } from './connection'
import { offerHash } from './offered-tool'
import { storedNameFor } from './tool-names'

/** How a tool stands to what a person looked at. */
export type ToolStanding = 'new' | 'changed' | 'same' | 'gone'

/** See {@link ToolStanding}. */
export function standingOf({
  offered,
  offeredHash,
  acceptedHash,
}: Pick<StoredMcpTool, 'offered' | 'offeredHash' | 'acceptedHash'>): ToolStanding {
  if (offered === null) return 'gone'
  if (acceptedHash === null) return 'new'
  return offeredHash === acceptedHash ? 'same' : 'changed'
}

/** Stores what a server offers now beside what was looked at; answers whether anything is other than before. */
export function takeOffers(db: Database, { id, slug }: StoredMcpServer, { tools }: Listing): boolean {
  return inTransaction(db, () => {
    const all = listMcpTools(db)
    const taken = new Set(all.map(({ storedName }) => storedName))
    const before = new Map(all.filter(({ serverId }) => serverId === id).map((row) => [row.name, row]))
    // A server that names two tools alike can only be asked for one of them.
    const now = new Map(tools.map((tool) => [tool.name, tool]))
    let changed = false
    for (const [name, offered] of now) {
      const offeredHash = offerHash(offered)
      const row = before.get(name)
      if (row?.offeredHash === offeredHash) continue
      changed = true
      if (row !== undefined) {
        offerMcpTool(db, id, name, { offered, offeredHash })
        continue
      }
      const storedName = storedNameFor(slug, name, taken)
      taken.add(storedName)
      insertMcpTool(db, { serverId: id, name, storedName, offered, offeredHash })
    }
    for (const [name, row] of before) {
      if (now.has(name) || row.offered === null) continue
      changed = true
      if (row.acceptedHash === null) forgetMcpTool(db, id, name)
      else offerMcpTool(db, id, name, null)
    }
    return changed
  })
}
