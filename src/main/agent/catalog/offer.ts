import type { ToolInfo } from '../../../shared/contract/tools'
import { AppError, toErrorShape } from '../../../shared/errors'
import type { ToolUseBlock } from '../../../shared/run/blocks'
import type { ConversationState } from '../../../shared/run/state'
import { say } from '../../../shared/sentences/say'
import { quoted } from '../../../shared/text/quoted'
import { loadTools } from '../../../shared/tool/load-tools'
import type { ToolResult } from '../../../shared/tool/result'
import type { Model, ModelTool } from '../../model/port'
import { estimateTools } from '../context/estimate-tokens'
import type { EarlierPart } from '../earlier-part'
import { jsonSchema } from '../registry'
import { listingOf } from './listing'
import { answerLoad } from './load'
import { createOnDemand, toModelTool } from './on-demand'
import { toolRoom } from './shares'

/** What a run's model is told of the tools that its assistant may use. */
export interface ToolOffer {
  /** For the system text; null where every tool is sent. */
  readonly listing: string | null
  /** What the next request holds; it only ever grows at its end. */
  sent(state: ConversationState, earlier: EarlierPart): readonly ModelTool[]
  /** Answers a call that must not reach the gate; null for one that is to. */
  answer(call: ToolUseBlock, state: ConversationState, earlier: EarlierPart): ToolResult | null
}

const loadDefinition: ModelTool = {
  name: loadTools.name,
  description: loadTools.description,
  inputSchema: jsonSchema(loadTools.input, 'input'),
}

/** Sends every tool, or where they would take too much of the model's window a list of them and those it loads. */
export function offerTools(
  tools: readonly ToolInfo[],
  model: Pick<Model, 'contextTokens' | 'contextFrom' | 'asSent'>,
): ToolOffer {
  const room = toolRoom(model)
  const { asSent = (tool: ModelTool) => tool } = model
  const sentOf = (tool: ToolInfo) => asSent(toModelTool(tool))
  const whole = tools.map(sentOf)
  if (room === null || estimateTools(whole) <= room.whole) {
    return {
      listing: null,
      sent: () => whole,
      answer: (call) => (call.name === loadTools.name ? allThere : null),
    }
  }
  const onDemand = createOnDemand(tools, room.loaded, sentOf)
  return {
    listing: listingOf(tools, room.list),
    sent: (state, earlier) => [asSent(loadDefinition), ...onDemand.loaded(state, earlier).map(onDemand.sent)],
    answer(call, state, earlier) {
      const loaded = onDemand.loaded(state, earlier)
      if (call.name === loadTools.name) return answerLoad(onDemand, call, loaded)
      const tool = onDemand.find(call.name)
      if (tool === undefined || onDemand.loaded(state, earlier, call.toolUseId).includes(tool)) return null
      return notLoaded(tool, loaded.includes(tool))
    },
  }
}

const allThere: ToolResult = {
  success: true,
  content: 'All your tools are loaded already. Call them.',
  state: { loaded: [], present: [], found: [], refused: [], unknown: [] },
}

/** What a model is told that calls a tool whose schema it was not sent. */
function notLoaded({ name }: ToolInfo, sinceLoaded: boolean): ToolResult {
  const message = `The tool ${name} was not loaded, so this call was not run.`
  const advice = sinceLoaded
    ? `It is loaded now: call ${name} again, with the fields that its schema names.`
    : `Call ${loadTools.name} with {"names": [${quoted(name)}]}, and ${name} in your next turn.`
  return {
    success: false,
    content: `${message} ${advice}`,
    state: null,
    error: toErrorShape(new AppError('unavailable', say('run.tool_not_loaded', { tool: name }))),
  }
}
