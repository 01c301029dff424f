import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { type McpConnection, type McpToolClass, mcpConnectionSchema } from '../../shared/contract/mcp-servers'
import { parsedJson } from '../../shared/json/parsed-json'
import type { Database } from './open'
import { mcpServers, mcpTools } from './schema'

/** A server as it is stored. */
export interface StoredMcpServer {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly connection: McpConnection
  readonly approvedHash: string | null
  readonly enabled: boolean
  readonly callSeconds: number
  /** Another one after every save. */
  readonly revision: number
}

/** What a server says of a tool, word for word. */
const storedOfferSchema = z.object({
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: z.record(z.string(), z.unknown()),
  annotations: z.record(z.string(), z.unknown()).optional(),
})
/** See {@link storedOfferSchema}. */
export type StoredOffer = z.infer<typeof storedOfferSchema>

/** A tool as it is stored. */
export interface StoredMcpTool {
  readonly serverId: string
  readonly name: string
  readonly storedName: string
  readonly offered: StoredOffer | null
  readonly offeredHash: string | null
  readonly accepted: StoredOffer | null
  readonly acceptedHash: string | null
  readonly class: McpToolClass
  readonly allowed: boolean
}

/** Every server that is not removed, in the order in which they were added; one that can't be read is left out. */
export function listMcpServers(db: Database): StoredMcpServer[] {
  return db.orm
    .select()
    .from(mcpServers)
    .where(isNotNull(mcpServers.connection))
    .orderBy(asc(mcpServers.createdAt), asc(mcpServers.id))
    .all()
    .flatMap(({ connection, enabled, createdAt: _, ...row }) => {
      const parsed = mcpConnectionSchema.safeParse(parsedJson(connection ?? ''))
      return parsed.success ? [{ ...row, enabled: enabled === 1, connection: parsed.data }] : []
    })
}

/** The names of the servers that were removed, by id: histories still speak of them. */
export function removedMcpServers(db: Database): ReadonlyMap<string, string> {
  const rows = db.orm.select().from(mcpServers).where(isNull(mcpServers.connection)).all()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Every slug there ever was. */
export function mcpSlugs(db: Database): string[] {
  return db.orm
    .select({ slug: mcpServers.slug })
    .from(mcpServers)
    .all()
    .map(({ slug }) => slug)
}

/** Stores a new server. */
export function insertMcpServer(
  db: Database,
  server: Omit<StoredMcpServer, 'revision'> & { readonly createdAt: number },
): void {
  const { connection, enabled, ...row } = server
  db.orm
    .insert(mcpServers)
    .values({ ...row, connection: JSON.stringify(connection), enabled: enabled ? 1 : 0 })
    .run()
}

/** Stores what changed of a server. */
export function updateMcpServer(
  db: Database,
  id: string,
  { connection, enabled, ...row }: Partial<Omit<StoredMcpServer, 'id' | 'slug'>>,
): void {
  db.orm
    .update(mcpServers)
    .set({
      ...row,
      ...(connection === undefined ? {} : { connection: JSON.stringify(connection) }),
      ...(enabled === undefined ? {} : { enabled: enabled ? 1 : 0 }),
    })
    .where(eq(mcpServers.id, id))
    .run()
}

/** Takes a server away; its name and those of its tools are never given again. */
export function removeMcpServer(db: Database, id: string): void {
  db.orm
    .update(mcpServers)
    .set({ connection: null, approvedHash: null, enabled: 0 })
    .where(eq(mcpServers.id, id))
    .run()
  db.orm.update(mcpTools).set({ allowed: 0 }).where(eq(mcpTools.serverId, id)).run()
}

/** Every tool that is known, by server and name. */
export function listMcpTools(db: Database): StoredMcpTool[] {
  return db.orm
    .select()
    .from(mcpTools)
    .orderBy(asc(mcpTools.serverId), asc(mcpTools.name))
    .all()
    .map(({ offered, accepted, allowed, ...row }) => ({
      ...row,
      offered: offerOf(offered),
      accepted: offerOf(accepted),
      allowed: allowed === 1,
    }))
}

/** Stores a tool that a server offers for the first time. */
export function insertMcpTool(
  db: Database,
  tool: Pick<StoredMcpTool, 'serverId' | 'name' | 'storedName' | 'offeredHash'> & {
    readonly offered: StoredOffer
  },
): void {
  db.orm
    .insert(mcpTools)
    .values({
      ...tool,
      offered: JSON.stringify(tool.offered),
      accepted: null,
      acceptedHash: null,
      // Nobody has looked at it: it counts as what can do the most.
      class: 'destructive_update',
      allowed: 0,
    })
    .run()
}

/** Stores what a server says of a tool now; null where it has it no more. */
export function offerMcpTool(
  db: Database,
  serverId: string,
  name: string,
  offer: { readonly offered: StoredOffer; readonly offeredHash: string } | null,
): void {
  db.orm
    .update(mcpTools)
    .set(
      offer === null
        ? { offered: null, offeredHash: null }
        : { offered: JSON.stringify(offer.offered), offeredHash: offer.offeredHash },
    )
    .where(and(eq(mcpTools.serverId, serverId), eq(mcpTools.name, name)))
    .run()
}

/** Forgets a tool that nobody ever allowed. */
export function forgetMcpTool(db: Database, serverId: string, name: string): void {
  db.orm
    .delete(mcpTools)
    .where(and(eq(mcpTools.serverId, serverId), eq(mcpTools.name, name), isNull(mcpTools.acceptedHash)))
    .run()
}

/** Stores what a person decided of a tool as it is offered now. */
export function decideMcpTool(
  db: Database,
  { serverId, name, offered, offeredHash }: StoredMcpTool,
  decision: { readonly allowed: boolean; readonly class: McpToolClass },
): void {
  db.orm
    .update(mcpTools)
    .set({
      accepted: JSON.stringify(offered),
      acceptedHash: offeredHash,
      class: decision.class,
      allowed: decision.allowed ? 1 : 0,
    })
    .where(and(eq(mcpTools.serverId, serverId), eq(mcpTools.name, name)))
    .run()
}

function offerOf(text: string | null): StoredOffer | null {
  if (text === null) return null
  return storedOfferSchema.safeParse(parsedJson(text)).data ?? null
}
