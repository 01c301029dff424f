import type { ToolInfo } from '../../../shared/contract/tools'
import { AppError, type ErrorShape, toErrorShape } from '../../../shared/errors'
import type { ToolUseBlock } from '../../../shared/run/blocks'
import { say } from '../../../shared/sentences/say'
import { type LoadedState, loadTools, type ToolLine } from '../../../shared/tool/load-tools'
import type { ToolResult } from '../../../shared/tool/result'
import { nearestNames } from '../registry-names'
import { wrongInput } from '../results'
import { findTools } from './find-tools'
import { lineOf } from './lines'
import type { OnDemand } from './on-demand'

/** Of the tools that words find, so many are loaded, and so many more are named. */
const loadedByWords = 5
const namedByWords = 10

/** Loads what a call asks for beside what is loaded; null where its arguments are no JSON. */
export function answerLoad(
  onDemand: OnDemand,
  call: ToolUseBlock,
  before: readonly ToolInfo[],
): ToolResult | null {
  if (call.input === undefined) return null
  const input = loadTools.input.safeParse(call.input)
  if (!input.success) return wrongInput(loadTools.name, input.error, ['names', 'query'])
  const { names = [], query } = input.data
  const found = query === undefined ? [] : findTools(onDemand.tools, query)
  const asked = names.map((name) => ({ name, tool: onDemand.find(name) }))
  const wanted = new Set([...asked.flatMap(({ tool }) => tool ?? []), ...found.slice(0, loadedByWords)])
  const outcome: LoadedState = {
    ...takeIn(onDemand, [...wanted], before),
    found: found
      .slice(loadedByWords, loadedByWords + namedByWords)
      .filter((tool) => !wanted.has(tool))
      .map((tool) => lineOf(tool)),
    unknown: asked.filter(({ tool }) => tool === undefined).map(({ name }) => name),
  }
  const content = inWords(outcome, onDemand.tools, query)
  const reached = outcome.loaded.length + outcome.present.length > 0
  if (reached) return { success: true, content, state: outcome }
  return { success: false, content, state: outcome, error: errorOf(outcome, content) }
}

/** People are told only what is not there; the words for the model tell the rest. */
function errorOf({ refused, unknown }: LoadedState, content: string): ErrorShape {
  if (refused.length > 0) return { code: 'too_large', message: content }
  if (unknown.length === 0) return { code: 'not_found', message: content }
  return toErrorShape(new AppError('not_found', say('gate.no_such_tools', { names: unknown })))
}

function takeIn(
  onDemand: OnDemand,
  wanted: readonly ToolInfo[],
  before: readonly ToolInfo[],
): Pick<LoadedState, 'loaded' | 'present' | 'refused'> {
  let used = before.reduce((sum, tool) => sum + onDemand.tokensOf(tool), 0)
  const outcome: Record<'loaded' | 'present' | 'refused', ToolLine[]> = {
    loaded: [],
    present: [],
    refused: [],
  }
  for (const tool of wanted) {
    const tokens = onDemand.tokensOf(tool)
    const kind = before.includes(tool)
      ? 'present'
      : used + tokens > onDemand.roomTokens
        ? 'refused'
        : 'loaded'
    if (kind === 'loaded') used += tokens
    outcome[kind].push(lineOf(tool))
  }
  return outcome
}

function inWords(
  { loaded, present, found, refused, unknown }: LoadedState,
  tools: readonly ToolInfo[],
  query: string | undefined,
): string {
  const nothing = loaded.length + present.length + found.length + refused.length === 0
  return [
    ...(loaded.length === 0 ? [] : ['Loaded; call them from your next turn on:', ...lines(loaded)]),
    ...(present.length === 0 ? [] : [`Loaded before: ${namesOf(present)}.`]),
    ...(found.length === 0
      ? []
      : ['Found too, not loaded; load them by name if you need them:', ...lines(found)]),
    ...(refused.length === 0
      ? []
      : [
          `Not loaded, because loaded tools take all the room there is for them in your context: ${namesOf(refused)}. Do the work with what is loaded, or tell the person that a new conversation or a model with a larger context window is needed.`,
        ]),
    ...unknown.map((name) => unknownText(name, tools)),
    ...(query !== undefined && nothing ? ['No tool fits these words. Try other words in English.'] : []),
  ].join('\n')
}

function unknownText(name: string, tools: readonly ToolInfo[]): string {
  const near = nearestNames(
    name,
    tools.map((tool) => tool.name),
  )
  const hint = near.length === 0 ? 'Find it with query.' : `Did you mean ${near.join(' or ')}?`
  return `You have no tool named ${JSON.stringify(name)}. ${hint}`
}

function lines(tools: readonly ToolLine[]): string[] {
  return tools.map(({ name, line }) => `- ${name}: ${line}`)
}

function namesOf(tools: readonly ToolLine[]): string {
  return tools.map(({ name }) => name).join(', ')
}
