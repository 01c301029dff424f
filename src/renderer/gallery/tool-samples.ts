import { z } from 'zod'
import { assertNever } from '../../shared/errors'
import type { Tool } from '../../shared/tool/define'
import type { ChangePreview } from '../../shared/tool/preview'

const schemaSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  format: z.string().optional(),
  minLength: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  minItems: z.number().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
})

/** Noon of a day in spring, for every number that is a time. */
const sampleMoment = Date.UTC(2026, 2, 4, 12)

/** Values for names that say more than their type does. */
const byName: Readonly<Record<string, string | number>> = {
  path: '/home/ada/Notes/tides.md',
  from: '/home/ada/Notes/tides.md',
  to: '/home/ada/Notes/tides 2026.md',
  name: 'tides.md',
  title: 'Tides of the North Sea',
  query: 'spring tides',
  text: 'Spring tides follow the full moon by about two days.',
  content: '# Tides\n\nHigh water at seven.\n',
  pattern: '*.md',
  emails: 'ada@example.org',
  phones: '+44 20 7946 0001',
  urls: 'https://example.org',
  birthday: '1815-12-10',
  expression: '3.34 m - 2.97 m',
  result: '0.37 m',
  command: 'ls -l',
  types: 'md',
  chunk_id: 'tides#7',
  chunk_ids: 'tides#7',
  page: 12,
  pages: 84,
  size: 48_213,
  start: 0,
  end: 40,
}

/** Of a type with choices, all that there can be and the first of each choice, or the least and the last of each. */
type Extent = 'most' | 'least'

/** A value that a type takes: made from its schema, so that a new tool is in the gallery without a line for it. */
function sampleOf(type: z.ZodType, io: 'input' | 'output', extent: Extent): unknown {
  return sampleValue(z.toJSONSchema(type, { io }), '', 0, extent)
}

/** What a call of a tool holds in the gallery; throws, naming the tool, where no sample fits its types. */
export function sampleCall(tool: Tool): { readonly input: unknown; readonly state: unknown } {
  const input = tool.input.safeParse(sampleOf(tool.input, 'input', 'most'))
  const state = tool.output.safeParse(sampleOf(tool.output, 'output', 'most'))
  if (input.success && state.success) return { input: input.data, state: state.data }
  const error = input.error ?? state.error
  throw new Error(`There is no sample for ${tool.name}: ${error?.message}`)
}

/** Another answer of the tool: with nothing that may be absent, and the last of each choice; undefined where none fits. */
export function otherState(tool: Tool): unknown {
  return tool.output.safeParse(sampleOf(tool.output, 'output', 'least')).data
}

/** What a person sees of a change before deciding, as plans of the tool's class make it. */
export function samplePreview({ class: toolClass, title }: Tool, input: unknown): readonly ChangePreview[] {
  const label = title
  const fields = Object.entries(z.record(z.string(), z.unknown()).parse(input)).filter(
    ([, value]) => typeof value === 'string',
  )
  switch (toolClass) {
    case 'read':
      return []
    case 'destructive_delete':
      return [{ kind: 'removal', label, reference: '/home/ada/Notes/tides.md', size: 48_213 }]
    case 'safe_create':
    case 'safe_update':
    case 'destructive_update': {
      const before = toolClass === 'safe_create' ? null : 'as it was'
      return [
        {
          kind: 'fields',
          label,
          fields: fields.map(([name, after]) => ({ name, before, after: String(after) })),
        },
      ]
    }
    default:
      return assertNever(toolClass)
  }
}

function sampleValue(schema: unknown, name: string, index: number, extent: Extent): unknown {
  const known = schemaSchema.parse(schema)
  if (known.const !== undefined) return known.const
  if (known.enum !== undefined) return known.enum[index % known.enum.length]
  const choices = known.anyOf ?? known.oneOf
  if (choices !== undefined)
    return sampleValue(extent === 'most' ? choices[0] : choices.at(-1), name, index, extent)
  if (known.allOf !== undefined) return sampleValue(known.allOf[0], name, index, extent)
  const type = Array.isArray(known.type) ? known.type[0] : known.type
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(known.properties ?? {})
          .filter(([key]) => extent === 'most' || known.required?.includes(key))
          .map(([key, value]) => [
            key,
            // What a list is of says more than that each has a value.
            sampleValue(value, key === 'value' && name !== '' ? name : key, index, extent),
          ]),
      )
    case 'array':
      return Array.from({ length: Math.max(2, known.minItems ?? 0) }, (_, at) =>
        sampleValue(known.items, name, at, extent),
      )
    case 'integer':
    case 'number':
      return Math.min(
        numberFor(name, Math.max(known.minimum ?? 0, known.exclusiveMinimum ?? 0), index),
        known.maximum ?? Number.POSITIVE_INFINITY,
      )
    case 'boolean':
      return index % 2 === 0
    case 'null':
      return null
    default:
      return known.format === 'date' ? '2026-03-04' : textFor(name, known.minLength ?? 0, index)
  }
}

function numberFor(name: string, least: number, index: number): number {
  if (name.endsWith('_at') || name.endsWith('_ms') || name === 'at') return sampleMoment
  const named = byName[name]
  return typeof named === 'number' ? named + index : Math.max(least, 3 + index)
}

/** Things in a list are told apart. */
function textFor(name: string, least: number, index: number): string {
  const named = byName[name]
  if (typeof named !== 'string') {
    const words = name === '' ? 'value' : name.replaceAll('_', ' ')
    return `${words} ${index + 1}`.padEnd(least, '.')
  }
  return index === 0 ? named : named.replace(/(\.\w+)?$/u, `-${index + 1}$1`)
}
