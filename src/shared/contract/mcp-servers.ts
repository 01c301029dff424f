import { z } from 'zod'
import { errorShapeSchema } from '../errors'
import { procedure } from './base'

/** Limits of what a person enters of another program's MCP server. */
export const mcpServerLimits = {
  /** Characters. */
  name: 60,
  program: 4096,
  argument: 20_000,
  address: 2000,
  secretName: 200,
  secretValue: 20_000,
  /** How many. */
  arguments: 200,
  secrets: 100,
  /** Seconds that one call may take. */
  leastSeconds: 5,
  usualSeconds: 60,
  mostSeconds: 300,
} as const

/** How a server is reached. Of variables and headers only the names: their values are kept where keys are. */
export const mcpConnectionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('command'),
    program: z.string(),
    arguments: z.array(z.string()),
    /** Where it works; empty for the person's own folder. */
    folder: z.string(),
    variables: z.array(z.string()),
  }),
  z.object({ kind: z.literal('address'), url: z.string(), headers: z.array(z.string()) }),
])
/** See {@link mcpConnectionSchema}. */
export type McpConnection = z.infer<typeof mcpConnectionSchema>

/** A variable or a header; without a value it keeps the one it has. */
const secretSchema = z.strictObject({
  name: z.string().max(mcpServerLimits.secretName),
  value: z.string().max(mcpServerLimits.secretValue).optional(),
})
/** See {@link secretSchema}. */
export type McpSecret = z.infer<typeof secretSchema>

/** What a person enters. */
const draftSchema = z.strictObject({
  name: z.string().max(mcpServerLimits.name),
  callSeconds: z.number().int().min(mcpServerLimits.leastSeconds).max(mcpServerLimits.mostSeconds),
  connection: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('command'),
      program: z.string().max(mcpServerLimits.program),
      arguments: z.array(z.string().max(mcpServerLimits.argument)).max(mcpServerLimits.arguments),
      folder: z.string().max(mcpServerLimits.program),
      variables: z.array(secretSchema).max(mcpServerLimits.secrets),
    }),
    z.strictObject({
      kind: z.literal('address'),
      url: z.string().max(mcpServerLimits.address),
      headers: z.array(secretSchema).max(mcpServerLimits.secrets),
    }),
  ]),
})
/** See {@link draftSchema}. */
export type McpServerDraft = z.infer<typeof draftSchema>

/** How it stands: switched off, never said yes to as it is now, not needed yet, on its way, there, or not to be reached. */
const stateSchema = z.enum(['off', 'unapproved', 'idle', 'starting', 'connected', 'failed'])
/** See {@link stateSchema}. */
export type McpServerState = z.infer<typeof stateSchema>

/** Another program's MCP server. */
const serverSchema = z.object({
  id: z.string(),
  /** Another one after every save, also of values alone; not raised by switching it on or off. */
  revision: z.number(),
  name: z.string(),
  connection: mcpConnectionSchema,
  callSeconds: z.number(),
  enabled: z.boolean(),
  state: stateSchema,
  /** Why it could not be reached the last time. */
  error: errorShapeSchema.nullable(),
  /** Of what a yes to the first start is bound to. */
  configurationHash: z.string(),
  tools: z.object({
    /** Those that can be used. */
    usable: z.number(),
    /** Those that a person has yet to look at. */
    waiting: z.number(),
    total: z.number(),
    /** Those beyond the limit, which are not taken. */
    leftOut: z.number(),
  }),
})
/** See {@link serverSchema}. */
export type McpServer = z.infer<typeof serverSchema>

/** What a server says of one of its tools; every word is its own. */
const offeredToolSchema = z.object({
  title: z.string(),
  description: z.string(),
  /** JSON Schema, laid out for reading. */
  schema: z.string(),
  /** All of its hints, laid out for reading; empty where it gives none. */
  annotations: z.string(),
  /** Null where it says nothing. */
  readOnly: z.boolean().nullable(),
  destructive: z.boolean().nullable(),
})
/** See {@link offeredToolSchema}. */
export type OfferedMcpTool = z.infer<typeof offeredToolSchema>

/** What a person may take a tool of another server for. */
const mcpToolClassSchema = z.enum(['read', 'destructive_update'])
/** See {@link mcpToolClassSchema}. */
export type McpToolClass = z.infer<typeof mcpToolClassSchema>

/** A tool as a person looks it through. */
const toolReviewSchema = z.object({
  /** As its server calls it. */
  name: z.string(),
  /** As models call it. */
  storedName: z.string(),
  /** Never looked at, other than it was when looked at, the same, or no longer there. */
  state: z.enum(['new', 'changed', 'same', 'gone']),
  allowed: z.boolean(),
  class: mcpToolClassSchema,
  offered: offeredToolSchema.nullable(),
  offeredHash: z.string().nullable(),
  accepted: offeredToolSchema.nullable(),
  /** Why it can't be used, whatever is decided. */
  problem: errorShapeSchema.nullable(),
})
/** See {@link toolReviewSchema}. */
export type McpToolReview = z.infer<typeof toolReviewSchema>

const idInput = z.strictObject({ id: z.string() })

/** Other programs' MCP servers; only people change what is kept of them. */
export const mcpServersContract = {
  list: procedure.output(z.array(serverSchema)),
  /** Starts nothing. Without an id it adds one; `conflict` where it has another revision than the one that was seen. */
  save: procedure
    .input(z.strictObject({ id: z.string().nullable(), draft: draftSchema, revision: z.number().optional() }))
    .output(serverSchema),
  remove: procedure.input(idInput).output(z.void()),
  enable: procedure.input(z.strictObject({ id: z.string(), enabled: z.boolean() })).output(serverSchema),
  /** The yes to start this command, or to connect to this address; the hash is of what was shown. */
  approve: procedure
    .input(z.strictObject({ id: z.string(), configurationHash: z.string() }))
    .output(serverSchema),
  /** Connects anew and asks what it offers; what goes wrong stands in the answer. */
  connect: procedure.input(idInput).output(serverSchema),
  tools: procedure.input(idInput).output(z.array(toolReviewSchema)),
  /** Takes what the person decided of tools as they were shown; `conflict` where one has changed since. */
  review: procedure
    .input(
      z.strictObject({
        id: z.string(),
        decisions: z
          .array(
            z.strictObject({
              name: z.string(),
              offeredHash: z.string(),
              allowed: z.boolean(),
              class: mcpToolClassSchema,
            }),
          )
          .min(1)
          .max(1000),
      }),
    )
    .output(z.array(toolReviewSchema)),
  /** What it wrote to its error output since it was last started; empty for an address. */
  log: procedure.input(idInput).output(z.object({ text: z.string(), omitted: z.number() })),
}
