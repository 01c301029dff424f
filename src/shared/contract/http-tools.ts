import { z } from 'zod'
import { procedure } from './base'

/** Limits of what a person enters of a tool that asks an address. */
export const httpToolLimits = {
  /** Characters. */
  title: 80,
  description: 4000,
  address: 2000,
  fieldName: 40,
  fieldDescription: 400,
  headerName: 200,
  headerValue: 20_000,
  /** How many. */
  fields: 30,
  headers: 20,
  /** Seconds that one request may take. */
  leastSeconds: 1,
  usualSeconds: 30,
  mostSeconds: 300,
} as const

/** How an address can be asked. */
export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** What is given for a field: text, a number, yes or no, or a list of texts. */
export const httpFieldKinds = ['text', 'number', 'boolean', 'list'] as const

/** A field that whoever calls the tool fills in. */
const fieldSchema = z.strictObject({
  /** As it stands in the address between braces, in its query, or in the body. */
  name: z.string().max(httpToolLimits.fieldName),
  kind: z.enum(httpFieldKinds),
  /** What models and people are told of it. */
  description: z.string().max(httpToolLimits.fieldDescription),
  required: z.boolean(),
})
/** See {@link fieldSchema}. */
export type HttpField = z.infer<typeof fieldSchema>

/** What a person may take such a tool for: one that only reads, or one that changes something and can't be undone. */
export const httpToolClassSchema = z.enum(['read', 'destructive_update'])

/**
 * What is asked and how. Fields between braces go into the path or the query of the address, encoded; the others into
 * the query of a GET, and as JSON into the body of any other method. Of headers only the names: their values are kept
 * where keys are.
 */
export const httpToolDefinitionSchema = z.strictObject({
  title: z.string().max(httpToolLimits.title),
  description: z.string().max(httpToolLimits.description),
  method: z.enum(httpMethods),
  url: z.string().max(httpToolLimits.address),
  fields: z.array(fieldSchema).max(httpToolLimits.fields),
  headers: z.array(z.string()).max(httpToolLimits.headers),
  class: httpToolClassSchema,
  seconds: z.number().int().min(httpToolLimits.leastSeconds).max(httpToolLimits.mostSeconds),
})
/** See {@link httpToolDefinitionSchema}. */
export type HttpToolDefinition = z.infer<typeof httpToolDefinitionSchema>

/** A header; without a value it keeps the one it has. */
const headerSchema = z.strictObject({
  name: z.string().max(httpToolLimits.headerName),
  value: z.string().max(httpToolLimits.headerValue).optional(),
})

/** What a person enters. */
const draftSchema = httpToolDefinitionSchema.extend({
  headers: z.array(headerSchema).max(httpToolLimits.headers),
})
/** See {@link draftSchema}. */
export type HttpToolDraft = z.infer<typeof draftSchema>

/** A tool that asks an address. */
const httpToolSchema = httpToolDefinitionSchema.extend({
  id: z.string(),
  /** As models call it; it stays, whatever becomes of the title. */
  name: z.string(),
  enabled: z.boolean(),
  /** Another one after every save, also of values alone; not raised by switching it on or off. */
  revision: z.number(),
})
/** See {@link httpToolSchema}. */
export type HttpTool = z.infer<typeof httpToolSchema>

const idInput = z.strictObject({ id: z.string() })

/** Tools that ask an address; only people make and change them. */
export const httpToolsContract = {
  /** In the order in which they were made. */
  list: procedure.output(z.array(httpToolSchema)),
  /**
   * Without an id it makes one. Fails with `invalid_input` and the `field` that is meant, `already_exists` for a title
   * that another has, `conflict` where it has another revision than the one that was seen.
   */
  save: procedure
    .input(z.strictObject({ id: z.string().nullable(), draft: draftSchema, revision: z.number().optional() }))
    .output(httpToolSchema),
  enable: procedure.input(z.strictObject({ id: z.string(), enabled: z.boolean() })).output(httpToolSchema),
  /** Its name is never given again, since what was chosen for it is kept by that. */
  remove: procedure.input(idInput).output(z.void()),
}
