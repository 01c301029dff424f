import { z } from 'zod'
import { listItemsSchema } from '../../../shared/tool/list-entry'
import type { ModelTool } from '../port'

const valueSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  items: listItemsSchema.optional().catch(undefined),
})
const fieldSchema = valueSchema.extend({ anyOf: z.array(valueSchema).optional() })

/** A field of a tool’s input, as its JSON Schema has it. */
export type Field = z.output<typeof fieldSchema>

// Another program’s server may say of a field what is not looked at here, as that it takes anything (`true`).
const inputSchema = z.looseObject({
  properties: z.record(z.string(), fieldSchema.catch({})).default({}),
  required: z.array(z.string()).default([]),
})

/** The fields of a tool’s input by name, and the names of those that it asks for. */
export function inputOf(tool: ModelTool): z.output<typeof inputSchema> {
  return inputSchema.parse(tool.inputSchema)
}

/** What a field takes: itself, or the first of several that is not null. */
export function takenBy(field: Field | undefined): z.output<typeof valueSchema> | undefined {
  return field?.type === undefined && field?.anyOf !== undefined
    ? field.anyOf.find(({ type }) => type !== 'null')
    : field
}

/** The type of JSON that a field takes; undefined where it does not say. */
export function typeOf(field: Field | undefined): string | undefined {
  const type = takenBy(field)?.type
  return typeof type === 'string' ? type : type?.find((each) => each !== 'null')
}
