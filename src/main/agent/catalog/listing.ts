import type { ToolInfo } from '../../../shared/contract/tools'
import { estimateTokens } from '../../../shared/run/estimate-tokens'
import { loadTools } from '../../../shared/tool/load-tools'
import { lineOf, longestLine, promptLine } from './lines'

interface Part {
  readonly title: string
  readonly tools: readonly ToolInfo[]
}

const introduction = `You can call ${loadTools.name} and the tools that it has loaded, no others. Load all that the work needs in one call; it can be called from your next turn on.`

/** Characters of a line on what a tool does, the longer ones first: how it begins tells more than its name alone. */
const lineLengths = [longestLine, 80, 60, 45] as const

/**
 * What the system text says of tools that are loaded on demand: as much as there is room for. It does not change with
 * what is loaded, so that a server's cache can keep it.
 */
export function listingOf(tools: readonly ToolInfo[], roomTokens: number): string {
  const parts = partsOf(tools)
  for (const length of lineLengths) {
    const lines = parts.map((part) => withLines(part, length)).join('\n')
    const whole = `${introduction} These are all your tools:\n${lines}`
    if (estimateTokens(whole) <= roomTokens) return whole
  }
  const names = `${introduction} The names of all your tools:\n${parts.map(withNames).join('\n')}`
  if (estimateTokens(names) <= roomTokens) return names
  return withinRoom(
    `${introduction} They are too many to name: find them with query. Groups:`,
    parts.map(({ title, tools: own }) => `- ${title} (${own.length})`),
    roomTokens,
  )
}

function partsOf(tools: readonly ToolInfo[]): Part[] {
  const modules = new Map<string, Part>()
  for (const tool of tools) {
    const { title = promptLine(tool.moduleTitle), tools: before = [] } = modules.get(tool.module) ?? {}
    modules.set(tool.module, { title, tools: [...before, tool] })
  }
  return [...modules.values()]
}

function withLines({ title, tools }: Part, length: number): string {
  const lines = tools.map((tool) => lineOf(tool, length)).map(({ name, line }) => `- ${name}: ${line}`)
  return `## ${title}\n${lines.join('\n')}`
}

function withNames({ title, tools }: Part): string {
  return `- ${title}: ${tools.map(({ name }) => name).join(', ')}`
}

function withinRoom(first: string, lines: readonly string[], roomTokens: number): string {
  const rest = (left: number) => `- and ${left} more groups`
  let used = estimateTokens(first) + estimateTokens(rest(lines.length))
  const kept = lines.filter((line) => {
    used += estimateTokens(line)
    return used <= roomTokens
  })
  const left = lines.length - kept.length
  return [first, ...kept, ...(left === 0 ? [] : [rest(left)])].join('\n')
}
