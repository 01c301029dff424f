import { setImmediate } from 'node:timers/promises'
import type { Passage } from '../../../shared/contract/passages'
import { assertNever } from '../../../shared/errors'
import { memoized } from '../../../shared/memoized'
import { estimatePicture, estimateTokens } from '../../../shared/run/estimate-tokens'
import type { ModelBlock, ModelMessage, ModelTool } from '../../model/port'

/** What a server adds around each message and block. */
const perBlock = 8
/** What is estimated at once: about a hundredth of a second's work. */
const tokensPerStep = 1_000_000

function estimatePassages(passages: readonly Passage[]): number {
  return passages.reduce((sum, { text, title }) => sum + 4 * perBlock + estimateTokens(text + title), 0)
}

/** See {@link estimateTokens}. */
export function estimateMessages(messages: readonly ModelMessage[]): number {
  return messages.reduce(
    (sum, { content }) => sum + perBlock + content.reduce((part, block) => part + estimateBlock(block), 0),
    0,
  )
}

/** The same for who can wait: a history of many millions of characters is estimated in steps, between which others have their turn. */
export async function estimateMessagesInSteps(messages: readonly ModelMessage[]): Promise<number> {
  let total = 0
  let step = 0
  for (const message of messages) {
    const tokens = estimateMessages([message])
    total += tokens
    step += tokens
    if (step < tokensPerStep) continue
    step = 0
    await setImmediate()
  }
  return total
}

/** See {@link estimateTokens}; the schemas of tools are sent with every request. */
export function estimateTools(tools: readonly ModelTool[]): number {
  return tools.reduce((sum, tool) => sum + estimateTool(tool), 0)
}

const estimateTool = memoized(
  ({ name, description, inputSchema }: ModelTool) =>
    perBlock + estimateTokens(name + description + JSON.stringify(inputSchema)),
)

function estimateBlock(block: ModelBlock): number {
  switch (block.type) {
    case 'text':
      return perBlock + estimateTokens(block.text)
    case 'image':
      return perBlock + estimatePicture(block.picture)
    case 'passages':
      return perBlock + estimatePassages(block.passages)
    case 'thinking':
      return perBlock + estimateTokens(block.redacted ?? block.text)
    case 'tool_use':
      return perBlock + estimateTokens(block.name + JSON.stringify(block.input ?? {}))
    case 'tool_result': {
      const { content, images = [], passages = [] } = block
      // Where there are passages they are sent instead of the content, with their source each.
      const words = passages.length === 0 ? estimateTokens(content) : estimatePassages(passages)
      return perBlock + words + images.reduce((sum, image) => sum + estimatePicture(image), 0)
    }
    default:
      return assertNever(block)
  }
}
