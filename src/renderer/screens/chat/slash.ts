import { z } from 'zod'
import type { ToolInfo } from '../../../shared/contract/tools'

/** A tool that fits what is typed. */
export interface Suggestion {
  readonly tool: ToolInfo
  /** The name that is written: the tool's own, also where a former one fits. */
  readonly name: string
}

/** One field of a tool, as the hint under the composer shows it. */
export interface FieldHint {
  readonly name: string
  readonly required: boolean
  readonly description: string
  /** `string`, `string[]`, `a | b`, `[{"value":"…"}]`; empty when the schema does not say. */
  readonly type: string
}

/** Suggestions at once; more is a list nobody reads. */
const suggestionLimit = 8

/** What is typed after `/` while the caret is still in the tool's name; null elsewhere. */
export function slashQuery(text: string, caret: number): string | null {
  const match = /^\/(\w*)$/.exec(text.slice(0, caret))
  return match ? (match[1] ?? '').toLowerCase() : null
}

/** What the offline assistant tells about itself by, as it takes it in each language. */
const helpNames = { en: 'help', de: 'hilfe' } as const

/** The word for help that fits what is typed after `/`; null where none does, or it is complete already. */
export function suggestHelp(query: string, language: keyof typeof helpNames): string | null {
  const names = Object.values(helpNames)
  if (names.some((name) => name === query)) return null
  return [helpNames[language], ...names].find((name) => name.startsWith(query)) ?? null
}

/** What is typed of a tool's name after `/help`, and where it begins; null elsewhere, and where nothing is yet. */
export function helpQuery(text: string, caret: number): { start: number; words: string } | null {
  const [, before = '', words = ''] = /^(\/(?:help|hilfe)[ \t]+\/?)(\w+)$/i.exec(text) ?? []
  return words === '' || caret !== text.length ? null : { start: before.length, words: words.toLowerCase() }
}

/** The name of the tool that a line calls, once it is complete. */
export function slashTool(text: string): string | null {
  return /^\/(\w+)\s/.exec(text)?.[1] ?? null
}

/** Tools for what is typed: names, also former ones, that begin with it, then names and titles that contain it. */
export function suggestTools(tools: readonly ToolInfo[], query: string): Suggestion[] {
  return tools
    .map((tool) => {
      const byTitle = tool.title.toLowerCase().includes(query) ? 3 : Number.POSITIVE_INFINITY
      const ranks = [tool.name, ...tool.aliases].map((name) => rankOf(name, query))
      return { tool, name: tool.name, rank: Math.min(...ranks, byTitle) }
    })
    .filter(({ rank }) => Number.isFinite(rank))
    .toSorted((a, b) => a.rank - b.rank || a.name.localeCompare(b.name))
    .slice(0, suggestionLimit)
    .map(({ tool, name }) => ({ tool, name }))
}

function rankOf(name: string, query: string): number {
  if (name.startsWith(query)) return 0
  if (name.split('_').some((word) => word.startsWith(query))) return 1
  return name.includes(query) ? 2 : Number.POSITIVE_INFINITY
}

const propertySchema = z.object({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  description: z.string().optional(),
  items: z
    .object({
      type: z.string().optional(),
      properties: z.record(z.string(), z.unknown()).optional(),
      required: z.array(z.string()).optional(),
    })
    .optional(),
})
type Property = z.infer<typeof propertySchema>
const inputSchema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
})

/** A tool's fields from its JSON Schema: the primary one first, then required ones, then the rest. */
export function fieldHints(tool: Pick<ToolInfo, 'inputSchema' | 'primary'>): FieldHint[] {
  const schema = inputSchema.safeParse(tool.inputSchema)
  if (!schema.success) return []
  const { properties, required } = schema.data
  const fields = Object.entries(properties).map(([name, value]) => {
    const property = propertySchema.safeParse(value).data
    return {
      name,
      // A field with a default is "required" in a schema of outputs only; here the type counts.
      required: required.includes(name) && !hasDefault(value),
      description: property?.description ?? '',
      type: typeOf(property),
    }
  })
  const place = (field: FieldHint) => (field.name === tool.primary ? 0 : field.required ? 1 : 2)
  return fields.toSorted((a, b) => place(a) - place(b))
}

/** How a call is typed where the first field alone is not enough: `/create_file path content="…"`; else null. */
export function exampleCall(tool: Pick<ToolInfo, 'inputSchema' | 'primary'>, name: string): string | null {
  const schema = inputSchema.safeParse(tool.inputSchema)
  if (!schema.success) return null
  const named = fieldHints(tool).filter((hint) => hint.required && hint.name !== tool.primary)
  if (named.length === 0) return null
  const pairs = named.map((hint) => {
    const property = propertySchema.safeParse(schema.data.properties[hint.name]).data
    return `${hint.name}=${exampleValue(property)}`
  })
  return [`/${name}`, ...(tool.primary === null ? [] : [tool.primary]), ...pairs].join(' ')
}

function exampleValue(property: Property | undefined): string {
  if (property?.enum !== undefined) return String(property.enum[0])
  switch (property?.type) {
    case 'number':
    case 'integer':
      return '1'
    case 'boolean':
      return 'true'
    case 'object':
      return '{…}'
    case 'array': {
      const { properties = {}, required = [] } = property.items ?? {}
      const fields = Object.keys(properties).filter(
        (key) => required.includes(key) && !hasDefault(properties[key]),
      )
      return fields.length === 0 ? '"…"' : `[{${fields.map((key) => `"${key}":"…"`).join(',')}}]`
    }
    default:
      return '"…"'
  }
}

function hasDefault(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'default' in value
}

function typeOf(property: Property | undefined): string {
  if (property?.enum) return property.enum.map(String).join(' | ')
  // Brackets and quotes are part of what is typed.
  if (property?.type === 'array' && property.items?.type === 'object') return exampleValue(property)
  if (property?.type === 'array') return property.items?.type ? `${property.items.type}[]` : 'list'
  return property?.type ?? ''
}
