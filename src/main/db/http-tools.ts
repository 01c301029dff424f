import { asc, eq } from 'drizzle-orm'
import { type HttpToolDefinition, httpToolDefinitionSchema } from '../../shared/contract/http-tools'
import { parsedJson } from '../../shared/json/parsed-json'
import type { Database } from './open'
import { httpTools } from './schema'

/** A tool as it is stored; without a definition once it was removed, or where that can't be read. */
export interface StoredHttpTool {
  readonly id: string
  readonly name: string
  readonly title: string
  readonly definition: HttpToolDefinition | null
  readonly enabled: boolean
  /** Another one after every save. */
  readonly revision: number
}

/** Every tool that there ever was, in the order in which they were made. */
export function listHttpTools(db: Database): StoredHttpTool[] {
  return db.orm
    .select()
    .from(httpTools)
    .orderBy(asc(httpTools.createdAt), asc(httpTools.id))
    .all()
    .map(({ definition, enabled, createdAt: _, ...row }) => ({
      ...row,
      definition: httpToolDefinitionSchema.safeParse(parsedJson(definition ?? '')).data ?? null,
      enabled: enabled === 1,
    }))
}

/** Stores a new tool. */
export function insertHttpTool(
  db: Database,
  tool: Omit<StoredHttpTool, 'definition' | 'revision'> & {
    readonly definition: HttpToolDefinition
    readonly createdAt: number
  },
): void {
  const { definition, enabled, ...row } = tool
  db.orm
    .insert(httpTools)
    .values({ ...row, definition: JSON.stringify(definition), enabled: enabled ? 1 : 0 })
    .run()
}

/** Stores what changed of a tool. */
export function updateHttpTool(
  db: Database,
  id: string,
  {
    definition,
    enabled,
    revision,
  }:
    | { readonly definition: HttpToolDefinition; readonly revision: number; readonly enabled?: never }
    | { readonly enabled: boolean; readonly definition?: never; readonly revision?: never },
): void {
  db.orm
    .update(httpTools)
    .set({
      ...(definition === undefined
        ? {}
        : { definition: JSON.stringify(definition), title: definition.title, revision }),
      ...(enabled === undefined ? {} : { enabled: enabled ? 1 : 0 }),
    })
    .where(eq(httpTools.id, id))
    .run()
}

/** Takes a tool away; its name is never given again. */
export function removeHttpTool(db: Database, id: string): void {
  db.orm.update(httpTools).set({ definition: null, enabled: 0 }).where(eq(httpTools.id, id)).run()
}
