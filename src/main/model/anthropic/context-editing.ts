import type { BetaContextManagementConfig } from '@anthropic-ai/sdk/resources/beta/messages'
import type { ServerFeatures } from '../../../shared/contract/settings'
import type { ClearedByServer } from '../../../shared/run/reduction'
import type { ModelRequest, ServerClearing } from '../port'
import { isRefusedForm, refusalWords } from './errors'
import { calledName } from './tool-name'
import type { WireContextManagement } from './wire-events'

/** Without this header the vendor's server refuses the field. */
export const contextEditingBeta = 'context-management-2025-06-27'

/** What a server is told of leaving out results by itself; null where it can't or is not to. */
export function contextManagementOf(
  { serverClearing }: ModelRequest,
  { contextEditing }: ServerFeatures,
): BetaContextManagementConfig | null {
  return contextEditing && serverClearing !== undefined ? { edits: [editOf(serverClearing)] } : null
}

function editOf({ fromTokens, leastTokens, keptResults, keptTools }: ServerClearing) {
  return {
    type: 'clear_tool_uses_20250919' as const,
    trigger: { type: 'input_tokens' as const, value: fromTokens },
    keep: { type: 'tool_uses' as const, value: keptResults },
    clear_at_least: { type: 'input_tokens' as const, value: leastTokens },
    ...(keptTools.length === 0 ? {} : { exclude_tools: keptTools.map(calledName) }),
  }
}

/** What a server left out by itself; null where it left out nothing, or does not say. */
export function clearedOf(told: WireContextManagement): ClearedByServer | null {
  const edits = (told?.applied_edits ?? []).filter((edit) => edit !== null)
  const results = edits.reduce((sum, edit) => sum + edit.cleared_tool_uses, 0)
  const tokens = edits.reduce((sum, edit) => sum + edit.cleared_input_tokens, 0)
  return results > 0 ? { results, tokens } : null
}

/** Whether a server refused a request because it can't, or can't with this model, leave out results by itself. */
export function refusesContextEditing(error: unknown): boolean {
  return isRefusedForm(error) && /context[-_ ]management|clear_tool_uses/iu.test(refusalWords(error))
}
