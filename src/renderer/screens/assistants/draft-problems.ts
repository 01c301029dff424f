import { type Assistant, type AssistantFields, assistantLimits } from '../../../shared/contract/assistants'
import { assistantsText } from '../../text/assistants'
import { isNameTaken } from '../catalog/name-taken'

/** What keeps a draft from being saved, by field, in words. */
export type DraftProblems = Partial<
  Record<'name' | 'emoji' | 'instructions' | 'turnCap' | 'tokenBudget' | 'costBudget', string>
>

const mostTurns = 100
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const pictograph = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

/** Looks at what is typed; empty when it can be saved. */
export function problemsOf(
  fields: AssistantFields,
  id: string | null,
  all: readonly Pick<Assistant, 'id' | 'name' | 'trashedAt'>[],
): DraftProblems {
  const t = assistantsText()
  const problems: DraftProblems = {}
  const name = fields.name.trim()
  if (name === '') problems.name = t.nameMissing
  else if (name.length > assistantLimits.name) problems.name = t.nameLong(assistantLimits.name)
  else if (isNameTaken(name, id, all)) problems.name = t.nameTaken
  if (fields.picture.kind === 'emoji' && !isEmoji(fields.picture.emoji)) problems.emoji = t.emojiWrong
  if (fields.instructions.length > assistantLimits.instructions) {
    problems.instructions = t.instructionsLong(assistantLimits.instructions)
  }
  const { turnCap, tokenBudget, costBudget } = fields
  if (turnCap !== null && !(Number.isInteger(turnCap) && turnCap >= 1 && turnCap <= mostTurns)) {
    problems.turnCap = t.turnCapWrong
  }
  const { leastTokens, mostTokens, mostCost } = assistantLimits
  if (
    tokenBudget !== null &&
    !(Number.isInteger(tokenBudget) && tokenBudget >= leastTokens && tokenBudget <= mostTokens)
  ) {
    problems.tokenBudget = t.tokenBudgetWrong(leastTokens, mostTokens)
  }
  if (costBudget !== null && !(costBudget > 0 && costBudget <= mostCost)) {
    problems.costBudget = t.costBudgetWrong(mostCost)
  }
  return problems
}

function isEmoji(text: string): boolean {
  const trimmed = text.trim()
  return [...graphemes.segment(trimmed)].length === 1 && pictograph.test(trimmed)
}
