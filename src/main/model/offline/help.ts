import { z } from 'zod'
import { entryOf, listItemsSchema } from '../../../shared/tool/list-entry'
import type { ModelTool } from '../port'
import type { OfflineTexts } from './texts'

/** What tools and modules are called, and what tools do, in another language than the catalog’s. */
export interface ToolWords {
  readonly tools: ReadonlyMap<string, { readonly title: string; readonly about: string }>
  /** By the module’s id. */
  readonly modules: ReadonlyMap<string, string>
}

const fieldSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  items: listItemsSchema.optional().catch(undefined),
})
const inputSchema = z.looseObject({
  properties: z.record(z.string(), fieldSchema).default({}),
  required: z.array(z.string()).default([]),
})

/** All tools by module, each with what it is called. */
export function helpText(tools: readonly ModelTool[], texts: OfflineTexts, words: ToolWords | null): string {
  const groups = new Map<string, string[]>()
  for (const tool of tools) {
    const { name, called } = tool
    const group = words?.modules.get(called?.module ?? '') ?? called?.moduleTitle ?? ''
    const title = titleOf(tool, words)
    const line = `- \`/${name}\`${title === '' ? '' : ` – ${title}`}`
    groups.set(group, [...(groups.get(group) ?? []), line])
  }
  const listed = [...groups].flatMap(([group, lines]) => [
    ...(group === '' ? [] : [`**${group}**`]),
    lines.join('\n'),
  ])
  return texts.help(listed.join('\n\n'))
}

/** How one tool is used: what it does, its fields, and how a call of it is typed. */
export function helpOn(tool: ModelTool, texts: OfflineTexts, words: ToolWords | null): string {
  const { properties } = inputSchema.parse(tool.inputSchema)
  const needed = neededBy(tool)
  return texts.helpOn({
    title: titleOf(tool, words) || tool.name,
    about: words?.tools.get(tool.name)?.about ?? tool.description,
    needed,
    others: Object.keys(properties).filter((name) => !needed.includes(name)),
    primary: tool.primary ?? null,
    example: exampleOf(tool),
  })
}

function titleOf({ name, called }: ModelTool, words: ToolWords | null): string {
  return words?.tools.get(name)?.title ?? called?.title ?? ''
}

/** The fields without which it does not run. */
function neededBy(tool: ModelTool): string[] {
  const { properties, required } = inputSchema.parse(tool.inputSchema)
  return required.filter((name) => properties[name] !== undefined && properties[name].default === undefined)
}

/** A call with all that it needs, as one types it; what follows the name at once is the tool's first field. */
function exampleOf(tool: ModelTool): string {
  const { properties } = inputSchema.parse(tool.inputSchema)
  const { primary = null } = tool
  const pairs = neededBy(tool)
    .filter((name) => name !== primary)
    .map((name) => `${name}=${sampleOf(properties[name])}`)
  return [`/${tool.name}`, ...(primary === null ? [] : [primary]), ...pairs].join(' ')
}

function sampleOf(field: z.output<typeof fieldSchema> | undefined): string {
  const [first] = field?.enum ?? []
  if (first !== undefined) return String(first)
  const type = typeof field?.type === 'string' ? field.type : field?.type?.find((each) => each !== 'null')
  switch (type) {
    case 'number':
    case 'integer':
      return String(field?.minimum ?? 1)
    case 'boolean':
      return 'true'
    case 'array': {
      const parts = field?.items?.properties
      if (parts === undefined || entryOf(field?.items) !== null) return '"…"'
      const needed = (field?.items?.required ?? []).filter((name) => parts[name]?.default === undefined)
      return `[${JSON.stringify(Object.fromEntries(needed.map((name) => [name, '…'])))}]`
    }
    case 'object':
      return '{…}'
    default:
      return '"…"'
  }
}
