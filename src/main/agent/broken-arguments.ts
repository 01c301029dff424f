import { AppError, toErrorShape } from '../../shared/errors'
import { nestingLimit } from '../../shared/json/nesting'
import type { ToolUseBlock } from '../../shared/run/blocks'
import type { ConversationState } from '../../shared/run/state'
import { say } from '../../shared/sentences/say'
import type { ToolResult } from '../../shared/tool/result'

/** How much of the arguments is shown on each side of where they break, in characters. */
const shownCharacters = 60

/**
 * What the model is told of a call whose arguments are no JSON, or nested deeper than any tool takes: the first time in a
 * run where they break, so that it can mend them; after that to leave it, because a model that failed twice fails again.
 */
export function brokenArguments(call: ToolUseBlock, state: ConversationState): ToolResult {
  const reason = reasonOf(call.inputJson)
  const message =
    reason === ''
      ? `The arguments are nested more than ${nestingLimit} levels deep, which no tool takes, so it was not run.`
      : 'The arguments were not valid JSON, so the tool was not run.'
  const again =
    reason === ''
      ? `Call ${call.name} again with flatter ones.`
      : `${placeOf(call.inputJson, reason)} Call ${call.name} again with the same arguments as one whole JSON object.`
  const advice = failedBefore(call, state)
    ? `This is the second such call of ${call.name} in this run. Do not repeat it: use less text in the arguments, take another way, or tell the person that it did not work.`
    : again
  return {
    success: false,
    content: `${message} ${advice}`,
    state: null,
    error: toErrorShape(new AppError('invalid_input', say('run.arguments_broken'))),
  }
}

/** Whether this run has been told of such a call of the same tool. */
function failedBefore(call: ToolUseBlock, state: ConversationState): boolean {
  const runOf = (id: string) =>
    state.messages.find(
      (message) =>
        message.role === 'assistant' &&
        message.blocks.some((block) => block?.type === 'tool_use' && block.toolUseId === id),
    )?.runId
  const runId = runOf(call.toolUseId)
  return state.messages.some(
    (message) =>
      message.role === 'assistant' &&
      message.runId === runId &&
      message.blocks.some(
        (block) =>
          block?.type === 'tool_use' &&
          block.name === call.name &&
          block.toolUseId !== call.toolUseId &&
          block.status === 'failed' &&
          block.input === undefined,
      ),
  )
}

/** Where text stops being JSON, in words and with the text around it. */
function placeOf(json: string, reason: string): string {
  if (/^(?:Unexpected end|Unterminated)/u.test(reason)) {
    return `They end too early, after: ${JSON.stringify(json.slice(-shownCharacters))}.`
  }
  const position = /at position (\d+)/u.exec(reason)?.[1]
  if (position === undefined) return `They begin: ${JSON.stringify(json.slice(0, shownCharacters))}.`
  const at = Number(position)
  const around = json.slice(Math.max(0, at - shownCharacters), at + shownCharacters)
  return `They break at character ${at + 1}, near: ${JSON.stringify(around)}.`
}

/** Why a text is no JSON; empty where it is some. */
function reasonOf(json: string): string {
  try {
    JSON.parse(json)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}
