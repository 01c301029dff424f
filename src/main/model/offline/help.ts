import { entryOf } from '../../../shared/tool/list-entry'
import type { ModelTool } from '../port'
import type { Command } from './command'
import type { FieldKind } from './field-words'
import { type Field, inputOf, takenBy, typeOf } from './input-fields'
import type { OfflineTexts } from './texts'

/** What asks for help, in each language. */
export const helpNames: readonly string[] = ['help', 'hilfe']

/** What a command asks for help about, empty for everything; null where it is none that asks for help. */
export function helpTopic({ name, rest }: Command): string | null {
  return helpNames.includes(name) ? rest.replace(/^\//, '').trim().toLowerCase() : null
}

/** What tools and modules are called, and what tools do, for people, in one language. */
export interface ToolWords {
  readonly tools: ReadonlyMap<string, { readonly title: string; readonly about: string }>
  /** By the module’s id. */
  readonly modules: ReadonlyMap<string, string>
}

/** All tools by module, each with what it is called; `modelAnswers` where a model answers all else. */
export function helpText(
  tools: readonly ModelTool[],
  texts: OfflineTexts,
  words: ToolWords | null,
  modelAnswers: boolean,
): string {
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
  const list = listed.join('\n\n')
  return modelAnswers ? texts.commands(list) : texts.help(list)
}

/** How one tool is used: what it does, its fields, and how a call of it is typed. */
export function helpOn(tool: ModelTool, texts: OfflineTexts, words: ToolWords | null): string {
  const { properties } = inputOf(tool)
  const needed = neededBy(tool)
  return texts.helpOn({
    title: titleOf(tool, words) || tool.name,
    about: words?.tools.get(tool.name)?.about ?? tool.description,
    needed: needed.map((name) => ({ name, kind: kindOf(properties[name]) })),
    others: Object.entries(properties)
      .filter(([name]) => !needed.includes(name))
      .map(([name, field]) => ({ name, kind: kindOf(field) })),
    primary: tool.primary ?? null,
    example: exampleOf(tool),
  })
}

function titleOf({ name, called }: ModelTool, words: ToolWords | null): string {
  return words?.tools.get(name)?.title ?? called?.title ?? ''
}

/** The fields without which it does not run. */
function neededBy(tool: ModelTool): string[] {
  const { properties, required } = inputOf(tool)
  return required.filter((name) => properties[name] !== undefined && properties[name].default === undefined)
}

/** A call with all that it needs, as one types it; what follows the name at once is the tool's first field. */
function exampleOf(tool: ModelTool): string {
  const { properties } = inputOf(tool)
  const { primary = null } = tool
  const pairs = neededBy(tool)
    .filter((name) => name !== primary)
    .map((name) => `${name}=${sampleOf(properties[name])}`)
  const first = primary === null ? [] : [firstOf(primary, properties[primary])]
  return [`/${tool.name}`, ...first, ...pairs].join(' ')
}

/** The first field by its name, for what stands there; a list of objects as it can be sent, since no word is one. */
function firstOf(primary: string, field: Field | undefined): string {
  return field !== undefined && kindOf(field).kind === 'objects'
    ? `${primary}=${objectsSample(field)}`
    : primary
}

/** What a field takes. */
function kindOf(field: Field | undefined): FieldKind {
  const value = takenBy(field)
  if (value === undefined) return { kind: 'any' }
  if (value.enum !== undefined) return { kind: 'choice', words: value.enum.map(String) }
  switch (typeOf(value)) {
    case 'string':
      return { kind: value.format === 'date' ? 'day' : 'text' }
    case 'number':
    case 'integer':
      return { kind: 'number', least: bound(value.minimum), most: bound(value.maximum) }
    case 'boolean':
      return { kind: 'boolean' }
    case 'array': {
      const parts = value.items?.properties
      if (parts !== undefined) return { kind: 'objects', fields: Object.keys(parts) }
      return { kind: 'list', words: (value.items?.enum ?? []).map(String) }
    }
    case 'object':
      return { kind: 'object' }
    default:
      return { kind: 'any' }
  }
}

/** A limit that somebody chose: a schema has the largest whole number for none. */
function bound(limit: number | undefined): number | null {
  return limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? null : limit
}

function objectsSample({ items }: Field): string {
  const parts = items?.properties ?? {}
  const needed = (items?.required ?? []).filter((name) => parts[name]?.default === undefined)
  return `[${JSON.stringify(Object.fromEntries(needed.map((name) => [name, '…'])))}]`
}

function sampleOf(field: Field | undefined): string {
  const [first] = field?.enum ?? []
  if (first !== undefined) return String(first)
  switch (typeOf(field)) {
    case 'number':
    case 'integer':
      return String(field?.minimum ?? 1)
    case 'boolean':
      return 'true'
    case 'array': {
      if (field?.items?.properties === undefined || entryOf(field.items) !== null) return '"…"'
      return objectsSample(field)
    }
    case 'object':
      return '{…}'
    default:
      return '"…"'
  }
}
