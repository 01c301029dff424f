import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Other programs' MCP servers; removed ones keep their names. */
export const mcpServers = sqliteTable('mcp_servers', {
  id: text('id').notNull().primaryKey(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  connection: text('connection'),
  approvedHash: text('approved_hash'),
  enabled: integer('enabled').notNull(),
  callSeconds: integer('call_seconds').notNull(),
  createdAt: integer('created_at').notNull(),
  revision: integer('revision').notNull().default(1),
})

/** What they offer, and what a person has looked at of it. */
export const mcpTools = sqliteTable(
  'mcp_tools',
  {
    serverId: text('server_id')
      .notNull()
      .references(() => mcpServers.id),
    name: text('name').notNull(),
    storedName: text('stored_name').notNull().unique(),
    offered: text('offered'),
    offeredHash: text('offered_hash'),
    accepted: text('accepted'),
    acceptedHash: text('accepted_hash'),
    class: text('class', { enum: ['read', 'destructive_update'] }).notNull(),
    allowed: integer('allowed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.name] })],
)
