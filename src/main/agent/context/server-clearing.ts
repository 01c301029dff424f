import type { ConversationState } from '../../../shared/run/state'
import { answerRoom } from '../../model/answer-room'
import type { ServerClearing } from '../../model/port'
import { reducedOf } from './reductions'
import { keptAnswers, shares } from './shares'

/**
 * What a model's server may leave out by itself where a request is longer than it was counted: later than results are
 * left out here, none of the latest, and nothing that a tool did which changes something, because a change is not to be
 * made again for its words being gone.
 */
export function serverClearingOf(
  state: ConversationState,
  request: {
    readonly windowTokens: number
    readonly maxTokens: number
    readonly isRead: (tool: string) => boolean
  },
): ServerClearing {
  const { windowTokens, maxTokens, isRead } = request
  const answers = state.messages
    .slice(reducedOf(state).from)
    .filter((message) => message.role === 'assistant')
    .map(({ blocks }) => blocks.flatMap((block) => (block.type === 'tool_use' ? [block.name] : [])))
  const changing = answers.flat().filter((tool) => !isRead(tool))
  return {
    fromTokens: Math.floor((windowTokens - answerRoom(maxTokens, windowTokens)) * shares.server),
    leastTokens: Math.floor(windowTokens * shares.worth),
    keptResults: Math.max(keptAnswers, answers.slice(-keptAnswers).flat().length),
    keptTools: [...new Set(changing)].sort(),
  }
}
