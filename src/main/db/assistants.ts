import { asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  type Assistant,
  type AssistantFields,
  assistantPictureSchema,
} from '../../shared/contract/assistants'
import { effortSchema, thinkingSchema } from '../../shared/contract/settings'
import { AppError } from '../../shared/errors'
import { parsedJson } from '../../shared/json/parsed-json'
import { say } from '../../shared/sentences/say'
import { defaultAssistant } from '../../shared/tool/policy'
import { type ToolSet, toolSetSchema } from '../../shared/tool/tool-set'
import type { Database } from './open'
import { preparedOnce } from './prepared'
import { assistants } from './schema'

/** A new assistant. */
export interface NewAssistant {
  readonly id: string
  readonly fields: AssistantFields
  /** Which starter it is, or null. */
  readonly starter: string | null
  readonly at: number
}

/** Reads and writes assistants; those in the trash stay as they are. */
export interface AssistantTable {
  insert(assistant: NewAssistant): void
  /** In the order in which they were made. */
  list(): Assistant[]
  /** Throws `not_found`. */
  get(id: string): Assistant
  /** Takes the next revision; throws `conflict` where another than the seen one is there. */
  change(id: string, revision: number, fields: AssistantFields, at: number): Assistant
  setTrashedAt(id: string, trashedAt: number | null): Assistant
  /** Which starters were made, those in the trash too. */
  starters(): ReadonlySet<string>
}

/** Opens the table of assistants. */
export function createAssistantTable(db: Database): AssistantTable {
  const { orm } = db
  const byId = orm
    .select()
    .from(assistants)
    .where(eq(assistants.id, sql.placeholder('id')))
    .prepare()
  const get = (id: string): Assistant => {
    const row = byId.get({ id })
    if (row === undefined) throw new AppError('not_found', say('assistant.none'), { field: 'id' })
    return parse(row)
  }
  return {
    get,
    insert({ id, fields, starter, at }) {
      orm
        .insert(assistants)
        .values({ ...columnsOf(fields), id, starter, createdAt: at, updatedAt: at, trashedAt: null })
        .run()
    },
    list: () => orm.select().from(assistants).orderBy(asc(assistants.number)).all().map(parse),
    change(id, revision, fields, at) {
      if (get(id).revision !== revision) {
        throw new AppError('conflict', say('assistant.changed'))
      }
      orm
        .update(assistants)
        .set({ ...columnsOf(fields), updatedAt: at, revision: revision + 1 })
        .where(eq(assistants.id, id))
        .run()
      return get(id)
    },
    setTrashedAt(id, trashedAt) {
      orm.update(assistants).set({ trashedAt }).where(eq(assistants.id, id)).run()
      return get(id)
    },
    starters() {
      const rows = orm.select({ starter: assistants.starter }).from(assistants).all()
      return new Set(rows.flatMap(({ starter }) => (starter === null ? [] : [starter])))
    },
  }
}

/** Which tools an assistant has; none where there is no such assistant or it can't be read. */
export function toolsOfAssistant(db: Database, id: string): ToolSet {
  const row = toolsById(db).get({ id })
  return row === undefined ? noTools : storedTools.parse(parsedJson(row.tools))
}

/** Whether there is an assistant of this id; one in the trash is there. */
export function isAssistant(db: Database, id: string): boolean {
  return toolsById(db).get({ id }) !== undefined
}

const toolsById = preparedOnce((orm) =>
  orm
    .select({ tools: assistants.tools })
    .from(assistants)
    .where(eq(assistants.id, sql.placeholder('id')))
    .prepare(),
)

/** What assistants are called that are not in the trash. */
export interface AssistantNames {
  /** Null where there is none of that id. */
  nameOf(id: string): string | null
  /** The usual one first, the others by name. */
  all(): { readonly id: string; readonly name: string }[]
}

/** Looks up what assistants are called. */
export function createAssistantNames({ raw }: Database): AssistantNames {
  const name = raw
    .prepare<[string], string>('SELECT name FROM assistants WHERE id = ? AND trashed_at IS NULL')
    .pluck()
  const all = raw.prepare<[string], { id: string; name: string }>(
    'SELECT id, name FROM assistants WHERE trashed_at IS NULL ORDER BY id <> ?, name COLLATE NOCASE, id',
  )
  return { nameOf: (id) => name.get(id) ?? null, all: () => all.all(defaultAssistant) }
}

/** Pictures of assistants, those in the trash too: they can be brought back. */
export function assistantPictures(db: Database): string[] {
  const rows = db.orm
    .select({ sha256: sql<string | null>`json_extract(${assistants.picture}, '$.picture.sha256')` })
    .from(assistants)
    .where(sql`json_valid(${assistants.picture})`)
    .all()
  return rows.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256]))
}

// A damaged row must not give rights, nor hide all others.
const noTools: ToolSet = { kind: 'some', modules: [], tools: [] }
const storedTools = toolSetSchema.catch(noTools)
const storedPicture = assistantPictureSchema.catch({ kind: 'letter' })
const storedEffort = effortSchema.nullable().catch(null)
const storedThinking = thinkingSchema.nullable().catch(null)
const storedLimit = z.number().int().positive().nullable().catch(null)
const storedCost = z.number().positive().nullable().catch(null)

function columnsOf({ picture, tools, ...fields }: AssistantFields) {
  return { ...fields, picture: JSON.stringify(picture), tools: JSON.stringify(tools) }
}

function parse(row: typeof assistants.$inferSelect): Assistant {
  const { number: _number, starter: _starter, ...stored } = row
  return {
    ...stored,
    picture: storedPicture.parse(parsedJson(row.picture)),
    tools: storedTools.parse(parsedJson(row.tools)),
    effort: storedEffort.parse(row.effort),
    thinking: storedThinking.parse(row.thinking),
    turnCap: storedLimit.parse(row.turnCap),
    tokenBudget: storedLimit.parse(row.tokenBudget),
    costBudget: storedCost.parse(row.costBudget),
  }
}
